internal import COpenSSL
public import HearthCore

/// A private key on the curve P-256, for ES256, for example to sign Apple's client secrets.
public struct P256PrivateKey: Sendable {
    /// The public half.
    public let publicKey: P256PublicKey

    private let handle: KeyHandle

    /// Reads a key from PEM.
    ///
    /// - Parameter pem: An unencrypted `PRIVATE KEY` (PKCS#8) or `EC PRIVATE KEY`.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed``.
    public init(pem: Secret<String>) throws(CryptoError) {
        try self.init(handle: KeyHandle(privatePEM: pem.reveal()))
    }

    private init(handle: KeyHandle) throws(CryptoError) {
        self.handle = handle
        // Only the point: the public half must not keep the private one in memory.
        let point = try P256PublicKey(handle: handle).coordinates()
        publicKey = try P256PublicKey(x: point.x, y: point.y)
    }

    /// Generates a key.
    ///
    /// - Returns: A new key.
    /// - Throws: ``CryptoError`` if the library fails.
    public static func generate() throws(CryptoError) -> P256PrivateKey {
        let handle = try unsafe KeyBuilder.generate("EC") { context in
            unsafe EVP_PKEY_CTX_set_group_name(context, "P-256")
        }
        return try P256PrivateKey(handle: handle)
    }

    /// Signs with ECDSA and SHA-256.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: `r` and `s`, 32 bytes each.
    /// - Throws: ``CryptoError`` if the library fails.
    public func signES256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let signature = ECDSASignature.raw(from: try handle.sign(message)) else { throw .library() }
        return signature
    }

    /// Signs with ECDSA and SHA-256, in the form that WebAuthn carries.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: A sequence of two integers, in DER.
    /// - Throws: ``CryptoError`` if the library fails.
    public func derSignature(over message: [UInt8]) throws(CryptoError) -> [UInt8] {
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
