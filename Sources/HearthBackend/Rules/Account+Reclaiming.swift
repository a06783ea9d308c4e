internal import HearthCore
internal import HearthWire

extension Account {
    /// Gives an account whose address nobody had proved to the one who proves it now.
    ///
    /// Whoever made the account may have been somebody else who waits for the address's owner: every way in that they
    /// put there goes, and with it every token. The caller ends the sessions and stores the account.
    mutating func reclaim(now: UnixTime) {
        password = nil
        passwordUpdatedAt = nil
        hasEmailLink = nil
        phoneNumber = nil
        secondFactors = []
        updateProviders(removing: Set(providers.compactMap(\.providerId)))
        isEmailVerified = true
        validSince = now.seconds
    }
}
