/// Why a token was not believed: every reason there is.
///
/// No case carries a part of the token, so that a rejection may be logged and shown. The raw value is its name.
public enum TokenRejection: String, Error, Sendable, Hashable, CaseIterable {
    /// The token is longer than ``CompactJWS/maximumBytes``.
    case tooLong
    /// The token is not three parts of canonical base64url, or its header or payload is not a strict JSON object.
    case malformed
    /// The token is not signed by the one algorithm that is accepted.
    case unsupportedAlgorithm
    /// The header names something that would change what the signature means or where its key comes from.
    case unsupportedHeader
    /// The header's `kid` is absent, or is not the name of a key.
    case invalidKeyIdentifier
    /// There is no key of that name.
    case unknownKey
    /// The signature was not made by the key over these bytes.
    case invalidSignature
    /// The token is a custom token, which is only good for signing in.
    case customToken
    /// The token is a session cookie, and an ID token is needed.
    case sessionCookie
    /// The token is an ID token, and a session cookie is needed.
    case idToken
    /// The token was issued by someone else.
    case wrongIssuer
    /// The token was issued for another project, or asked for by another client.
    case wrongAudience
    /// The token is of a user of another tenant, or of a tenant where the project's own users are expected, or the
    /// reverse.
    case wrongTenant
    /// The token does not repeat the nonce of the request: it was issued for another one.
    case wrongNonce
    /// The token was issued together with another access token.
    case wrongAccessToken
    /// `sub` is not an identifier of 1 to 128 bytes, or `user_id` is another one.
    case invalidSubject
    /// `exp`, `iat`, `auth_time` or `nbf` is absent where it is needed, or is not a moment.
    case invalidLifetime
    /// The token's time is over: the client refreshes it.
    case expired
    /// `iat`, `auth_time` or `nbf` lies in the future: one of two clocks is wrong.
    case notYetValid
    /// The keys could not be had. It is not the token's fault: a server answers 503.
    case keysUnavailable
}

extension TokenRejection: CustomStringConvertible {
    /// The reason in a sentence, for the developer.
    public var description: String {
        switch self {
        case .tooLong: "The token is too long."
        case .malformed: "The token is not a JSON Web Token in its compact form."
        case .unsupportedAlgorithm: "The token is not signed with RS256."
        case .unsupportedHeader: "The token's header has a parameter that is not accepted."
        case .invalidKeyIdentifier: "The token's header does not name a key."
        case .unknownKey: "The token's key is unknown. It may have been rotated out: fetch a fresh token."
        case .invalidSignature: "The token's signature is not valid."
        case .customToken: "This is a custom token. Sign in with it, and send the ID token."
        case .sessionCookie: "This is a session cookie, and an ID token is needed."
        case .idToken: "This is an ID token, and a session cookie is needed."
        case .wrongIssuer: "The token was issued by someone else."
        case .wrongAudience: "The token was issued for another project."
        case .wrongTenant: "The token is of a user of another tenant."
        case .wrongNonce: "The token was issued for another request."
        case .wrongAccessToken: "The token was issued together with another access token."
        case .invalidSubject: "The token does not say whose it is."
        case .invalidLifetime: "The token does not say when it is valid."
        case .expired: "The token has expired. Fetch a fresh one."
        case .notYetValid: "The token is not valid yet. One of the clocks is wrong."
        case .keysUnavailable: "The keys to check tokens with are not available."
        }
    }

    /// The status to answer with: 401, or 503 for ``keysUnavailable``.
    public var status: Int {
        self == .keysUnavailable ? 503 : 401
    }

    /// A value for `WWW-Authenticate` ([RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3)).
    public var challenge: String {
        #"Bearer error="invalid_token", error_description="\#(description)""#
    }
}
