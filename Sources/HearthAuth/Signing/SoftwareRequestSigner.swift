public import HearthCore
internal import HearthCrypto

/// A key in memory, for systems without a place that keeps keys to itself.
///
/// It binds a token to anyone who has the key, but the key can be copied like any file.
public struct SoftwareRequestSigner: RequestSigner {
    /// The coordinates of the public key, 32 bytes each.
    public let publicKey: (x: [UInt8], y: [UInt8])

    private let key: P256PrivateKey

    private init(_ key: P256PrivateKey) throws(SigningRefusal) {
        do {
            publicKey = try key.publicKey.coordinates()
            self.key = key
        } catch {
            throw SigningRefusal.malformed
        }
    }

    /// Makes a new key.
    ///
    /// - Returns: A signer; keep its ``pem()``, or the server will not know the device again.
    /// - Throws: ``SigningRefusal/unsupported``.
    public static func make() throws(SigningRefusal) -> SoftwareRequestSigner {
        guard let key = try? P256PrivateKey.generate() else { throw SigningRefusal.unsupported }
        return try SoftwareRequestSigner(key)
    }

    /// Takes up a key that was kept.
    ///
    /// - Parameter pem: What ``pem()`` gave.
    /// - Throws: ``SigningRefusal/malformed``.
    public init(pem: Secret<String>) throws(SigningRefusal) {
        guard let key = try? P256PrivateKey(pem: pem) else { throw SigningRefusal.malformed }
        try self.init(key)
    }

    /// The key, to be kept as a session is.
    ///
    /// - Returns: A `PRIVATE KEY` in PEM.
    /// - Throws: ``SigningRefusal/failed``.
    public func pem() throws(SigningRefusal) -> Secret<String> {
        guard let pem = try? key.pem() else { throw SigningRefusal.failed }
        return pem
    }

    /// Signs with ECDSA and SHA-256.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: `r` and `s`, 32 bytes each.
    /// - Throws: ``SigningRefusal/failed``.
    public func sign(_ message: [UInt8]) async throws(SigningRefusal) -> [UInt8] {
        guard let signature = try? key.signES256(message) else { throw SigningRefusal.failed }
        return signature
    }
}
