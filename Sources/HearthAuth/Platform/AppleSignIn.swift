#if canImport(AuthenticationServices)
public import AuthenticationServices
internal import HearthCore

/// One sign-in with Apple: the request, the system's sheet for it, and what becomes of the answer.
///
/// ```swift
/// let authorization = try await AppleSignIn().perform { window }
/// try await auth.signIn(with: authorization.credential)
/// ```
public struct AppleSignIn: Sendable {
    private let nonce: Nonce

    /// Begins a sign-in.
    ///
    /// - Parameter nonce: What ties Apple's answer to this client, used once. Defaults to a new one.
    public init(nonce: Nonce = .make()) {
        self.nonce = nonce
    }

    /// The request, which asks for name and address.
    ///
    /// - Returns: A request to be performed once.
    public func request() -> ASAuthorizationAppleIDRequest {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        request.nonce = nonce.sha256
        return request
    }

    /// Reads Apple's answer.
    ///
    /// - Parameter answer: What the performed request came to.
    /// - Returns: The credential, and what Apple tells beside it.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/invalidCredential`` if there is no token in the answer.
    public func authorization(from answer: ASAuthorizationAppleIDCredential) throws(AuthError) -> AppleAuthorization {
        guard let token = answer.identityToken else {
            throw AuthError(.invalidCredential, "Apple's answer has no identity token")
        }
        let name = answer.fullName.map { PersonName(givenName: $0.givenName, familyName: $0.familyName) }
        return AppleAuthorization(
            credential: OAuthProvider.appleCredential(
                withIDToken: String(decoding: token, as: UTF8.self),
                rawNonce: nonce.raw,
                fullName: name
            ),
            user: answer.user,
            fullName: name,
            email: answer.email,
            authorizationCode: answer.authorizationCode.map { Secret(String(decoding: $0, as: UTF8.self)) }
        )
    }
}
#endif
