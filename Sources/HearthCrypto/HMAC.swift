internal import COpenSSL
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
        // A key is filled up with zeros to a block: one zero is the empty key, and has an address.
        let key = key.reveal().isEmpty ? [0] : key.reveal()
        var code = [UInt8](repeating: 0, count: digest.byteCount)
        let result = unsafe code.withUnsafeMutableBufferPointer { code in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe COpenSSL.HMAC(
                        digest.algorithm,
                        key.baseAddress,
                        CInt(key.count),
                        bytes.baseAddress,
                        bytes.count,
                        code.baseAddress,
                        nil
                    ) != nil
                }
            }
        }
        // A made-up code would authenticate something.
        if !result { preconditionFailure("libcrypto could not compute an HMAC with \(digest.rawValue)") }
        return code
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
