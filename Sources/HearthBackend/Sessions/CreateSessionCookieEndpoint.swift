internal import HearthCore
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Makes a session cookie out of an identity token that is still good.
///
/// It says what the token says, but has an issuer and keys of its own: neither is taken for the other.
struct CreateSessionCookieEndpoint: Endpoint {
    typealias Op = CreateSessionCookie

    /// Five minutes to two weeks, in seconds.
    private static let durations: ClosedRange<Int64> = 300...1_209_600

    let store: Store
    let identityTokens: IdentityTokenReader
    let issuer: TokenIssuer

    func respond(
        to request: CreateSessionCookie.Request,
        in call: Call
    ) async throws(APIError) -> CreateSessionCookie.Response {
        guard let token = request.idToken, !token.reveal().isEmpty else { throw APIError(.missingIDToken) }
        let duration = request.validDuration?.value ?? Self.durations.upperBound
        guard Self.durations.contains(duration) else { throw APIError(.invalidDuration) }
        var call = call
        let identity = try await identityTokens.read(token, in: &call)
        // The lenient profile takes old tokens elsewhere; here an hour would become two weeks.
        guard call.now < identity.expiresAt, var claims = (try? CompactJWS(token.reveal()))?.payload else {
            throw APIError(.invalidIDToken)
        }
        try await store.read(call) { tx in _ = try identityTokens.account(of: identity, tx) }
        claims["iss"] = .string(TokenKind.sessionCookie.issuer(of: call.scope.project))
        claims["iat"] = .integer(call.now.seconds)
        claims["exp"] = .integer(call.now.seconds + duration)
        let cookie = try await issuer.sign(claims)
        return CreateSessionCookie.Response { $0.sessionCookie = cookie }
    }
}
