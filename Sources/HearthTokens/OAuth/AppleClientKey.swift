public import HearthCore
public import HearthCrypto
internal import HearthJSON

/// The key with which Sign in with Apple's clients sign their secrets
/// ([Apple's documentation](https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret)).
public struct AppleClientKey: Sendable {
    /// The identifier of the developer's team, ten characters.
    public let teamID: String
    /// The key's identifier, ten characters.
    public let keyID: String

    private let key: P256PrivateKey

    /// Half a year is allowed; a secret that is made for each request needs minutes.
    private static let lifetime: Duration = .minutes(5)
    private static let audience = "https://appleid.apple.com"

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - teamID: The identifier of the developer's team.
    ///   - keyID: The key's identifier.
    ///   - pem: The content of the `.p8` file that Apple gave.
    /// - Throws: `CryptoError` if the file holds no private key on the curve P-256.
    public init(teamID: String, keyID: String, pem: Secret<String>) throws(CryptoError) {
        self.teamID = teamID
        self.keyID = keyID
        key = try P256PrivateKey(pem: pem)
    }

    /// A token that stands for a client's secret.
    func clientSecret(for clientID: String, at now: UnixTime) throws(OAuthError) -> Secret<String> {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
        let claims: JSONValue = [
            "iss": .string(teamID), "iat": .integer(now.seconds), "exp": .integer((now + Self.lifetime).seconds),
            "aud": .string(Self.audience), "sub": .string(clientID),
        ]
        let text = Base64.encode(JSON.serialize(header)) + "." + Base64.encode(JSON.serialize(claims))
        guard let signature = try? key.signES256(Array(text.utf8)) else {
            throw OAuthError(.malformed, "the client's secret could not be signed")
        }
        return Secret(text + "." + Base64.encode(signature))
    }
}
