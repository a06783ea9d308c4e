public import HearthCore

/// Keyed hashing ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)).
public struct HMAC: Sendable {
    private let digest: Digest
    private let key: Secret<[UInt8]>

    /// Creates a function from a key.
    ///
    /// - Parameters:
    ///   - digest: The hash function. Defaults to ``Digest/sha256``.
    ///   - key: The key, of any length.
    public init(_ digest: Digest = .sha256, key: Secret<[UInt8]>) {
        self.digest = digest
        self.key = key
    }

    /// Authenticates bytes.
    ///
    /// Ends the process if the library has no memory left, as Swift's own allocations do.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: As many bytes as the digest has.
    public func authenticate(_ bytes: [UInt8]) -> [UInt8] {
        SystemDigest.authenticate(bytes, with: digest, key: key.reveal())
    }

    /// Checks a code in constant time.
    ///
    /// - Parameters:
    ///   - code: The code that came with the bytes.
    ///   - bytes: The bytes.
    /// - Returns: Whether the code belongs to the bytes.
    public func isValid(_ code: [UInt8], for bytes: [UInt8]) -> Bool {
        ConstantTime.equals(code, authenticate(bytes))
    }
}
