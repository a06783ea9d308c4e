internal import HearthAuth

extension User {
    /// An identity token of this user, to show to servers; one that expires within minutes is refreshed before.
    public func getIDToken(forcingRefresh: Bool = false) async throws -> String {
        try await perform { try await $0.getIDToken(forcingRefresh: forcingRefresh) }
    }

    /// Gives an identity token of this user to the completion handler.
    public func getIDToken(completion: AuthCompletion<String>?) {
        getIDTokenForcingRefresh(false, completion: completion)
    }

    /// An identity token of this user, refreshed in any case if that is wished.
    public func getIDTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await getIDToken(forcingRefresh: forceRefresh)
    }

    /// Gives an identity token of this user to the completion handler, refreshed in any case if that is wished.
    public func getIDTokenForcingRefresh(_ forceRefresh: Bool, completion: AuthCompletion<String>?) {
        complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
    }

    /// An identity token of this user, with what it says; no one has verified that here.
    public func getIDTokenResult(forcingRefresh: Bool = false) async throws -> AuthTokenResult {
        AuthTokenResult(try await perform { try await $0.idTokenResult(forcingRefresh: forcingRefresh) })
    }

    /// Gives an identity token of this user, with what it says, to the completion handler.
    public func getIDTokenResult(completion: AuthCompletion<AuthTokenResult>?) {
        getIDTokenResult(forcingRefresh: false, completion: completion)
    }

    /// Gives an identity token of this user, with what it says, to the completion handler.
    public func getIDTokenResult(forcingRefresh: Bool, completion: AuthCompletion<AuthTokenResult>?) {
        complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
    }
}
