public import HearthCore

extension Auth {
    /// Who is signed in, now and each time the identity token has changed.
    public var idTokenChanges: IDTokenChanges { IDTokenChanges(core: core) }

    /// The tokens as they are now, fresh or not, for what must answer without waiting; `nil` if no user is signed in.
    package var presentTokens: (version: UInt64, refreshToken: Secret<String>)? {
        guard case .signedIn(let live) = core.broadcast.snapshot else { return nil }
        return (live.version, live.tokens.refreshToken)
    }

    /// An identity token of the one who is signed in, to show to servers.
    ///
    /// A token that expires within five minutes is refreshed before; any number of callers share one refresh.
    ///
    /// - Parameter forcingRefresh: Whether to refresh in any case, for example after claims changed. Defaults to no.
    /// - Returns: The token.
    /// - Throws: ``AuthError``: with code ``AuthError/Code/nullUser`` if no user is signed in, or with
    ///   ``AuthError/Code/networkError`` if the service cannot be reached, which signs no one out.
    public func idToken(forcingRefresh: Bool = false) async throws(AuthError) -> Secret<String> {
        try await core.keeper.fresh(nil, forcingRefresh ? .refreshed : .usable).tokens.idToken
    }

    /// An identity token of the one who is signed in, with what it says.
    ///
    /// - Parameter forcingRefresh: Whether to refresh in any case. Defaults to no.
    /// - Returns: The token and its claims. Only a server that verifies the signature may decide anything by them.
    /// - Throws: ``AuthError``, as ``idToken(forcingRefresh:)`` does.
    public func idTokenResult(forcingRefresh: Bool = false) async throws(AuthError) -> IDTokenResult {
        try IDTokenResult(try await idToken(forcingRefresh: forcingRefresh))
    }
}
