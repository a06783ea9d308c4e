public import HearthCore
public import HearthTokens
internal import HearthWire

extension AdminAuth {
    /// Makes a cookie for a browser out of an ID token: it says the same, and lasts longer.
    ///
    /// Make it soon after the sign-in, and check `VerifiedToken.authenticatedAt` of the token before: anyone who
    /// stole an ID token would have an hour, and with a cookie has days.
    ///
    /// - Parameters:
    ///   - idToken: A token that is neither expired nor revoked, of a user in this administrator's scope.
    ///   - duration: How long the cookie is accepted, five minutes to two weeks, in whole seconds.
    /// - Returns: The cookie's value. Set it `HttpOnly`, `Secure` and `SameSite`.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/invalidIDToken``,
    ///   ``AdminError/Code/tenantMismatch`` or ``AdminError/Code/invalidDuration``.
    public func createSessionCookie(
        _ idToken: Secret<String>,
        lasting duration: Duration
    ) async throws(AdminError) -> Secret<String> {
        // The service compares too; nothing is sent that it would have to refuse.
        if let token = try? UnverifiedToken(idToken.reveal()), token.unverifiedTenant != tenant?.rawValue {
            throw AdminError(.tenantMismatch, "the token is of another tenant")
        }
        let request = CreateSessionCookie.Request {
            $0.idToken = idToken
            $0.validDuration = DecimalString(duration.wholeSeconds)
        }
        guard let cookie = try await caller.call(CreateSessionCookie.self, request).sessionCookie else {
            throw AdminError(.unexpectedAnswer, "the answer has no cookie")
        }
        return cookie
    }

    /// Checks a session cookie: its signature, its project, its tenant and its time.
    ///
    /// Whether it was revoked meanwhile only the service knows: ask ``checkNotRevoked(_:)`` before what cannot be
    /// undone. The unsigned cookies of Firebase's emulator are refused: `EmulatorTokenVerifier` believes them.
    ///
    /// - Parameter cookie: The cookie's value.
    /// - Returns: What it proves.
    /// - Throws: The `TokenRejection`; `TokenRejection.keysUnavailable` also if keys would travel in the clear.
    public func verifySessionCookie(_ cookie: Secret<String>) async throws(TokenRejection) -> VerifiedToken {
        guard let sessionCookies else { throw .keysUnavailable }
        return try await sessionCookies.verify(cookie.reveal())
    }
}
