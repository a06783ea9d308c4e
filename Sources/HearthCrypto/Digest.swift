/// A hash function.
public enum Digest: String, Sendable, Hashable {
    /// SHA-256, 32 bytes.
    case sha256
    /// SHA-384, 48 bytes.
    case sha384
    /// SHA-512, 64 bytes.
    case sha512
    /// SHA-1, 20 bytes: only for imported password hashes.
    case sha1
    /// MD5, 16 bytes: only for imported password hashes.
    case md5

    /// The size of the result in bytes.
    public var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        case .sha1: 20
        case .md5: 16
        }
    }

    /// Hashes bytes.
    ///
    /// Ends the process if the library has no memory left, as Swift's own allocations do.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: ``byteCount`` bytes.
    public func hash(_ bytes: [UInt8]) -> [UInt8] {
        SystemDigest.hash(bytes, with: self)
    }
}
