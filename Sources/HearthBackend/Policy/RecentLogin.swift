internal import HearthCore
internal import HearthWire

extension Policy {
    /// Refuses a user whose session is too old to change what the account's sign-in methods are, by its `auth_time`.
    ///
    /// A guest is exempt: an anonymous user has no credential with which to sign in again.
    ///
    /// - Throws: `APIError` `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    func checkRecentLogin(_ caller: IdentityToken, of account: Account, now: UnixTime) throws(APIError) {
        guard let recentLogin, !account.isAnonymous else { return }
        guard now - UnixTime(seconds: caller.authTime) <= recentLogin else {
            throw APIError(.credentialTooOldLoginAgain)
        }
    }
}
