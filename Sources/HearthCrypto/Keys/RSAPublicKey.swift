internal import HearthCore

/// A public RSA key of 2048 to 8192 bits, read once and kept.
public struct RSAPublicKey: Sendable {
    /// The smallest and the largest key that is accepted, in bits
    /// ([RFC 7518 §3.3](https://www.rfc-editor.org/rfc/rfc7518#section-3.3)).
    public static let acceptedBits = 2048...8192

    /// The modulus, most significant byte first, without leading zeros: a JWK's `n`.
    public let modulus: [UInt8]
    /// The public exponent, most significant byte first, without leading zeros: a JWK's `e`.
    public let exponent: [UInt8]
    /// The key's thumbprint ([RFC 7638](https://www.rfc-editor.org/rfc/rfc7638)) as base64url, which serves as `kid`.
    public let keyIdentifier: String

    let handle: KeyHandle

    init(handle: KeyHandle) throws(CryptoError) {
        (modulus, exponent) = try handle.rsaNumbers()
        try Self.check(bits: handle.bits, exponent: exponent)
        self.handle = handle
        let members = #"{"e":"\#(Base64.encode(exponent))","kty":"RSA","n":"\#(Base64.encode(modulus))"}"#
        keyIdentifier = Base64.encode(Digest.sha256.hash(Array(members.utf8)))
    }

    /// Reads a key from PEM.
    ///
    /// - Parameter pem: A `PUBLIC KEY` or a `CERTIFICATE`, whose signature and validity are not looked at.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(pem: String) throws(CryptoError) {
        try self.init(handle: KeyHandle(publicPEM: pem))
    }

    /// Puts a key together from the members of a JWK.
    ///
    /// - Parameters:
    ///   - modulus: `n`, most significant byte first.
    ///   - exponent: `e`, most significant byte first.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard modulus.count <= 1024, exponent.count <= 8 else { throw CryptoError(.weakKey, "a key out of range") }
        try self.init(handle: KeyBuilder.rsaPublicKey(modulus: modulus, exponent: exponent))
    }

    /// Checks a signature of RSASSA-PKCS1-v1_5 with SHA-256.
    ///
    /// - Parameters:
    ///   - signature: The signature, as long as the modulus.
    ///   - message: What was signed.
    /// - Returns: Whether the owner of the private key signed this message.
    public func verifyRS256(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        signature.count == modulus.count && handle.verify(signature, over: message)
    }

    /// Writes the key as PEM.
    ///
    /// - Returns: A `PUBLIC KEY`.
    /// - Throws: ``CryptoError`` if the library fails.
    public func pem() throws(CryptoError) -> String {
        try handle.publicPEM()
    }

    // An exponent of one makes every message its own signature; beyond 64 bits it only costs time.
    private static func check(bits: Int, exponent: [UInt8]) throws(CryptoError) {
        guard acceptedBits.contains(bits) else { throw CryptoError(.weakKey, "\(bits) bits") }
        guard let last = exponent.last, last & 1 == 1, exponent != [1], exponent.count <= 8 else {
            throw CryptoError(.weakKey, "an unusual exponent")
        }
    }
}

extension RSAPublicKey: Hashable {
    /// Whether both are the same key.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.keyIdentifier == rhs.keyIdentifier
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(keyIdentifier)
    }
}
