package import HearthCore
internal import HearthJSON

/// What a provider gave for a code ([RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1)).
package struct TokenGrant: Sendable {
    package let idToken: Secret<String>?
    package let accessToken: Secret<String>?
    package let refreshToken: Secret<String>?

    init(_ document: JSONObject) throws(OAuthError) {
        func token(_ name: String) -> Secret<String>? {
            document[name]?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
        }
        idToken = token("id_token")
        accessToken = token("access_token")
        refreshToken = token("refresh_token")
        guard idToken != nil || accessToken != nil else { throw OAuthError(.malformed, "the answer has no token") }
    }
}
