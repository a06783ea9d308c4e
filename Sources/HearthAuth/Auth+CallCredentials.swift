public import HearthCore
public import HearthHTTP

extension Auth: CallCredentials {
    /// The identity token of the signed-in user, for calls of other services.
    ///
    /// - Parameter forcingRefresh: Whether a token that is still valid is replaced too.
    /// - Returns: The token; `nil` if no user is signed in.
    /// - Throws: ``AuthError``, if there is a user, or may be one, and no token can be had.
    public func token(forcingRefresh: Bool) async throws -> Secret<String>? {
        do throws(AuthError) {
            return try await idToken(forcingRefresh: forcingRefresh)
        } catch {
            guard error.code == .nullUser else { throw error }
            return nil
        }
    }

    /// The App Check token of this app, as its attestation provider gives it.
    ///
    /// - Parameter limitedUse: Not told to the provider: it gives what it has.
    /// - Returns: The token, or `nil` if there is none.
    public func appCheckToken(limitedUse: Bool) async -> Secret<String>? {
        await core.caller.attestation?.appCheckToken()
    }

    /// The identifier of the signed-in user, now and at each change of the user or of the token.
    ///
    /// A slow reader misses elements in between, never the newest.
    public var userChanges: AsyncStream<String?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [idTokenChanges] continuation in
            let task = Task {
                for await user in idTokenChanges { continuation.yield(user?.uid) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
