public import HearthCore

extension User {
    /// An identity token of this user, as ``Auth/idToken(forcingRefresh:)`` gives it.
    ///
    /// - Parameter forcingRefresh: Whether to refresh in any case. Defaults to no.
    /// - Returns: The token.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``.
    public func idToken(forcingRefresh: Bool = false) async throws(AuthError) -> Secret<String> {
        try await core.keeper.fresh(epoch, forcingRefresh ? .refreshed : .usable).tokens.idToken
    }

    /// An identity token of this user as bare text, by FirebaseAuth's name.
    ///
    /// - Parameter forcingRefresh: Whether to refresh in any case. Defaults to no.
    /// - Returns: The token. Anyone who has it is the user: do not print it.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``.
    public func getIDToken(forcingRefresh: Bool = false) async throws(AuthError) -> String {
        try await idToken(forcingRefresh: forcingRefresh).reveal()
    }

    /// An identity token of this user, with what it says.
    ///
    /// - Parameter forcingRefresh: Whether to refresh in any case. Defaults to no.
    /// - Returns: The token and its claims.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/staleUser``.
    public func idTokenResult(forcingRefresh: Bool = false) async throws(AuthError) -> IDTokenResult {
        try IDTokenResult(try await idToken(forcingRefresh: forcingRefresh))
    }
}
