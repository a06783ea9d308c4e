/// An X.509 certificate as key documents serve it: a key, wrapped.
public struct Certificate: Sendable, Hashable {
    /// The certificate as PEM.
    public let pem: String
    /// The key that it holds.
    public let publicKey: RSAPublicKey

    /// Reads a certificate.
    ///
    /// Neither its signature nor its validity is looked at.
    ///
    /// - Parameter pem: A `CERTIFICATE` in PEM.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(pem: String) throws(CryptoError) {
        guard pem.contains("BEGIN CERTIFICATE") else { throw CryptoError(.malformed, "not a certificate") }
        self.pem = pem
        publicKey = try RSAPublicKey(pem: pem)
    }
}
