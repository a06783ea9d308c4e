public import HearthCore

/// A private RSA key of 2048 to 8192 bits, read once and kept: reading one costs more than signing with it.
public struct RSAPrivateKey: Sendable {
    /// The public half.
    public let publicKey: RSAPublicKey

    private let handle: KeyHandle

    /// Reads a key from PEM.
    ///
    /// - Parameter pem: An unencrypted `PRIVATE KEY` (PKCS#8) or `RSA PRIVATE KEY` (PKCS#1).
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(pem: Secret<String>) throws(CryptoError) {
        try self.init(handle: KeyHandle(privatePEM: pem.reveal()))
    }

    private init(handle: KeyHandle) throws(CryptoError) {
        self.handle = handle
        // Only the numbers: the public half must not keep the private one in memory.
        let whole = try RSAPublicKey(handle: handle)
        publicKey = try RSAPublicKey(modulus: whole.modulus, exponent: whole.exponent)
    }

    /// Generates a key.
    ///
    /// It takes a tenth of a second or more: a server does it on a thread of its own.
    ///
    /// - Parameter bits: The size. Defaults to 2048.
    /// - Returns: A new key with the exponent 65537.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/weakKey`` if the size is not accepted.
    public static func generate(bits: Int = 2048) throws(CryptoError) -> RSAPrivateKey {
        guard RSAPublicKey.acceptedBits.contains(bits) else { throw CryptoError(.weakKey, "\(bits) bits") }
        return try RSAPrivateKey(handle: KeyBuilder.generateRSA(bits: bits))
    }

    /// Signs with RSASSA-PKCS1-v1_5 and SHA-256.
    ///
    /// About 250 µs of one core for 2048 bits.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: The signature, as long as the modulus.
    /// - Throws: ``CryptoError`` if the library fails.
    public func signRS256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try handle.sign(message)
    }

    /// Writes the key as unencrypted PKCS#8.
    ///
    /// - Returns: A `PRIVATE KEY` in PEM.
    /// - Throws: ``CryptoError`` if the library fails.
    public func pem() throws(CryptoError) -> Secret<String> {
        Secret(try handle.privatePEM())
    }
}
