internal import COpenSSL

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
        var result = [UInt8](repeating: 0, count: byteCount)
        let status = unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe EVP_Digest(bytes.baseAddress, bytes.count, result.baseAddress, nil, algorithm, nil)
            }
        }
        // There is no digest to return, and every stand-in for one would be equal to another some day.
        if status != 1 { preconditionFailure("libcrypto could not compute \(rawValue)") }
        return result
    }

    /// The library's object for this function: fetched once, because looking it up costs half as much as hashing.
    var algorithm: OpaquePointer? {
        unsafe OpaquePointer(bitPattern: Self.fetched[index])
    }

    private var index: Int {
        switch self {
        case .sha256: 0
        case .sha384: 1
        case .sha512: 2
        case .sha1: 3
        case .md5: 4
        }
    }

    private static let fetched = ["SHA256", "SHA384", "SHA512", "SHA1", "MD5"].map { (name: String) in
        unsafe UInt(bitPattern: EVP_MD_fetch(nil, name, nil))
    }
}
