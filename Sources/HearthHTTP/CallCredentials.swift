/// Who calls: the tokens that a client puts on its requests.
///
/// `Auth` of HearthAuth is one; so the clients of other services need not know it.
public protocol CallCredentials: Sendable {
    /// The identity token of the signed-in user.
    ///
    /// - Parameter forcingRefresh: Whether a token that is still valid is replaced too.
    /// - Returns: The token, or `nil` if no user is signed in.
    /// - Throws: If there is a user and no token can be had.
    func token(forcingRefresh: Bool) async throws -> String?

    /// The App Check token of this app.
    ///
    /// - Parameter limitedUse: Whether it is for one use, for a server that consumes it.
    /// - Returns: The token, or `nil` if the app has none.
    func appCheckToken(limitedUse: Bool) async -> String?
}

extension CallCredentials {
    /// None.
    public func appCheckToken(limitedUse: Bool) async -> String? { nil }
}
