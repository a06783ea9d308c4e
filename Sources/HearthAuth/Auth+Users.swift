internal import HearthCore
internal import HearthWire

extension Auth {
    /// Signs in as the user of another client, for example of another app or another tenant, without a password.
    ///
    /// The session is shared from then on: what ends one ends the other.
    ///
    /// - Parameter user: The user, who must still be signed in there.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/tenantIDMismatch`` if the user is of another
    ///   tenant than ``tenantID``, or ``AuthError/Code/invalidUserToken`` if the user is of another project.
    public func updateCurrentUser(_ user: User) async throws(AuthError) {
        guard user.tenantID == tenantID else { throw AuthError(.tenantIDMismatch) }
        let ticket = await core.keeper.drawTicket()
        let live = try await user.core.keeper.fresh(user.epoch, .usable)
        // This client's service is asked, so that a token of another project does not get in.
        let request = LookUpAccount.Request { $0.idToken = live.tokens.idToken }
        _ = try await core.caller.call(LookUpAccount.self, request, isIdempotent: true)
        _ = try await core.keeper.signIn(ticket, live.account, live.tokens)
    }

    /// Asks which sign-in methods an address has.
    ///
    /// Projects that protect their addresses, as new ones do, answer with none for every address: an app that must
    /// work there signs in, and reads the ``AuthError/collision`` if it is refused.
    ///
    /// - Parameter email: The address.
    /// - Returns: The sign-in methods, for example `password`, `emailLink` or `google.com`.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidEmail``.
    public func fetchSignInMethods(forEmail email: String) async throws(AuthError) -> [String] {
        if email.isEmpty { throw AuthError(.missingEmail) }
        let request = CreateAuthURI.Request { request in
            request.identifier = email
            request.continueUri = "http://localhost"
            request.tenantId = tenantID
        }
        return try await core.caller.call(CreateAuthURI.self, request, isIdempotent: true).signinMethods ?? []
    }
}
