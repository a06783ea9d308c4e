public import HearthCore
public import HearthCrypto
public import HearthJSON

/// Makes tokens out of claims.
public struct TokenMint: Sendable {
    /// The name of the key that signs, if one does.
    public let keyIdentifier: String?

    private let key: RSAPrivateKey?
    // The header never changes: it is encoded once, with the dot after it.
    private let head: [UInt8]

    private init(key: RSAPrivateKey?, keyIdentifier: String?) {
        self.key = key
        self.keyIdentifier = keyIdentifier
        var header: JSONValue = ["alg": "none", "typ": "JWT"]
        if let keyIdentifier { header = ["alg": "RS256", "kid": .string(keyIdentifier), "typ": "JWT"] }
        head = Base64.encodeToBytes(JSON.serialize(header)) + [UInt8(ascii: ".")]
    }

    /// A mint that signs with RS256.
    ///
    /// - Parameters:
    ///   - key: The key to sign with.
    ///   - keyIdentifier: The key's name, `kid`. Defaults to its thumbprint.
    /// - Returns: The mint.
    public static func rs256(_ key: RSAPrivateKey, keyIdentifier: String? = nil) -> TokenMint {
        TokenMint(key: key, keyIdentifier: keyIdentifier ?? key.publicKey.keyIdentifier)
    }

    /// A mint that signs nothing, as the Firebase emulator does: its tokens prove nothing.
    public static let unsigned = TokenMint(key: nil, keyIdentifier: nil)

    /// Makes a token.
    ///
    /// With a key of 2048 bits it takes a quarter of a millisecond.
    ///
    /// - Parameter claims: The payload, written in its order.
    /// - Returns: The token in its compact form.
    /// - Throws: `CryptoError` if the library fails.
    public func mint(_ claims: JSONObject) throws(CryptoError) -> Secret<String> {
        var token = head
        token += Base64.encodeToBytes(JSON.serialize(.object(claims)))
        let signature = try key.map { (key) throws(CryptoError) in try key.signRS256(token) } ?? []
        token.append(UInt8(ascii: "."))
        token += Base64.encodeToBytes(signature)
        return Secret(String(decoding: token, as: UTF8.self))
    }
}
