internal import HearthHTTP
internal import HearthJSON

/// What an OpenID provider says of itself in its discovery document
/// ([OpenID Connect Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)).
package struct OpenIDMetadata: Sendable, Hashable {
    /// The page at which users sign in.
    package let authorizationEndpoint: String?
    /// Where codes are traded for tokens.
    package let tokenEndpoint: String?
    /// Where tokens are given back.
    package let revocationEndpoint: String?
    /// Where the keys are.
    package let keysURL: String
    /// Whether each answer of the page names its issuer
    /// ([RFC 9207](https://www.rfc-editor.org/rfc/rfc9207#section-3)).
    package let namesIssuer: Bool

    /// Reads a document.
    ///
    /// The issuer that it names must be the one that is asked, byte by byte, and an issuer on the network must not
    /// lead to a service of this machine.
    init(parsing bytes: [UInt8], of issuer: String) throws(KeySourceError) {
        guard let document = try? JSON.parse(bytes).object else {
            throw KeySourceError(.malformed, "no discovery document")
        }
        guard let named = document["issuer"]?.string, named.utf8.elementsEqual(issuer.utf8) else {
            throw KeySourceError(.malformed, "the discovery document names another issuer")
        }
        func address(_ name: String) throws(KeySourceError) -> String? {
            guard let text = document[name]?.string else { return nil }
            guard let location = SecureLocation(text), location.isEncrypted || !issuer.hasPrefix("https:") else {
                throw KeySourceError(.insecureLocation, "the discovery document's \(name) is not HTTPS")
            }
            return text
        }
        guard let keysURL = try address("jwks_uri") else {
            throw KeySourceError(.malformed, "the discovery document names no keys")
        }
        self.keysURL = keysURL
        authorizationEndpoint = try address("authorization_endpoint")
        tokenEndpoint = try address("token_endpoint")
        revocationEndpoint = try address("revocation_endpoint")
        namesIssuer = document["authorization_response_iss_parameter_supported"] == true
    }
}
