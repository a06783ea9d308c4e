internal import HearthCore
public import HearthHTTP

extension Auth: CallCredentials {
    /// The identity token of the one who is signed in, for calls of other services.
    ///
    /// - Parameter forcingRefresh: Whether a token that is still valid is replaced too.
    /// - Returns: The token; `nil` if no user is signed in.
    /// - Throws: ``AuthError``, if there is a user and no token can be had.
    public func token(forcingRefresh: Bool) async throws -> String? {
        do throws(AuthError) {
            return try await idToken(forcingRefresh: forcingRefresh).reveal()
        } catch {
            guard error.code == .nullUser else { throw error }
            return nil
        }
    }

    /// The App Check token of this app, as its attestation provider gives it.
    ///
    /// - Parameter limitedUse: Not told to the provider: it gives what it has.
    /// - Returns: The token, or `nil` if there is none.
    public func appCheckToken(limitedUse: Bool) async -> String? {
        await core.caller.attestation?.appCheckToken()?.reveal()
    }
}
