internal import HearthCore
internal import HearthJSON

/// The token is of the kind that is asked for ([RFC 8725 §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
///
/// The issuer decides anyway; this rule only says which mistake was made.
struct KindPolicy: TokenPolicy {
    private static let customAudience: JSONValue =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    let kind: TokenKind

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        if token.jws.payload["aud"] == Self.customAudience { throw .customToken }
        guard let issuer = token.jws.payload["iss"]?.string else { return }
        switch kind {
        case .idToken: if issuer.hasPrefix(TokenKind.sessionCookie.issuerPrefix) { throw .sessionCookie }
        case .sessionCookie: if issuer.hasPrefix(TokenKind.idToken.issuerPrefix) { throw .idToken }
        }
    }
}
