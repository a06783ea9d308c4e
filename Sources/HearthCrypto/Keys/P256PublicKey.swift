/// A public key on the curve P-256, for ES256 and for passkeys.
public struct P256PublicKey: Sendable {
    let handle: KeyHandle

    init(handle: KeyHandle) throws(CryptoError) {
        _ = try handle.p256Point()
        self.handle = handle
    }

    /// Reads a key from PEM.
    ///
    /// - Parameter pem: A `PUBLIC KEY` or a `CERTIFICATE`, whose signature and validity are not looked at.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed``.
    public init(pem: String) throws(CryptoError) {
        try self.init(handle: KeyHandle(publicPEM: pem))
    }

    /// Puts a key together from the coordinates of its point, as a JWK or a COSE key holds them.
    ///
    /// - Parameters:
    ///   - x: 32 bytes.
    ///   - y: 32 bytes.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` if the point is not on the curve.
    public init(x: [UInt8], y: [UInt8]) throws(CryptoError) {
        guard x.count == 32, y.count == 32 else { throw CryptoError(.malformed, "two coordinates of 32 bytes") }
        try self.init(handle: KeyBuilder.p256PublicKey(point: [4] + x + y))
    }

    /// Checks a signature in the form of [RFC 7518 §3.4](https://www.rfc-editor.org/rfc/rfc7518#section-3.4).
    ///
    /// - Parameters:
    ///   - signature: `r` and `s`, 32 bytes each.
    ///   - message: What was signed.
    /// - Returns: Whether the owner of the private key signed this message.
    public func verifyES256(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        guard let der = ECDSASignature.der(from: signature) else { return false }
        return handle.verify(der, over: message)
    }

    /// Checks a signature in DER, as WebAuthn carries it.
    ///
    /// - Parameters:
    ///   - signature: A sequence of two integers.
    ///   - message: What was signed.
    /// - Returns: Whether the owner of the private key signed this message.
    public func verify(derSignature signature: [UInt8], over message: [UInt8]) -> Bool {
        handle.verify(signature, over: message)
    }

    /// Writes the key as PEM.
    ///
    /// - Returns: A `PUBLIC KEY`.
    /// - Throws: ``CryptoError`` if the library fails.
    public func pem() throws(CryptoError) -> String {
        try handle.publicPEM()
    }

    /// The coordinates of the key's point.
    ///
    /// - Returns: 32 bytes each.
    /// - Throws: ``CryptoError`` if the library fails.
    public func coordinates() throws(CryptoError) -> (x: [UInt8], y: [UInt8]) {
        try handle.p256Point()
    }
}
