/// A key on P-256 that does not leave its place, and signs for anyone who holds the device.
///
/// A token that was copied is worth nothing to a server that asks for the signature too.
public protocol RequestSigner: Sendable {
    /// The coordinates of the public key, 32 bytes each, by which a server knows the device.
    var publicKey: (x: [UInt8], y: [UInt8]) { get }

    /// Signs with ECDSA and SHA-256.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: `r` and `s`, 32 bytes each.
    /// - Throws: ``SigningRefusal``.
    func sign(_ message: [UInt8]) async throws(SigningRefusal) -> [UInt8]
}

/// Why nothing was signed, open to new values.
public struct SigningRefusal: RawRepresentable, Error, Sendable, Hashable {
    /// The spelling used in logs.
    public let rawValue: String

    /// Creates a reason from its spelling.
    ///
    /// - Parameter rawValue: The spelling used in logs.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device has no place for such a key.
    public static let unsupported = SigningRefusal(rawValue: "unsupported")
    /// What was kept is not a key of this device.
    public static let malformed = SigningRefusal(rawValue: "malformed")
    /// The key is there, but did not sign, for example because the device is locked.
    public static let failed = SigningRefusal(rawValue: "failed")
}
