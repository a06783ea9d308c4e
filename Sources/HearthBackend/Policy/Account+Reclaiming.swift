internal import HearthCore

extension Account {
    /// Gives an account whose address nobody had proved to the one who proves it now.
    ///
    /// Whoever made the account may have been somebody else who waits for the address's owner: every way in that they
    /// put there goes, and with it every token. The caller stores the account, after
    /// `Store.evict`.
    mutating func reclaim(now: UnixTime) {
        password = nil
        passwordUpdatedAt = nil
        hasEmailLink = nil
        phoneNumber = nil
        secondFactors = []
        passkeys = []
        providers = []
        // Whoever had the account before must not be able to call it back.
        initialEmail = nil
        isEmailVerified = true
        validSince = now.seconds
    }
}
