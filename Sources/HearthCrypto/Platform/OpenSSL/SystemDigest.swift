#if !canImport(CryptoKit)
internal import COpenSSL
internal import HearthCore

/// Hashing by libcrypto.
enum SystemDigest {
    static func hash(_ bytes: [UInt8], with digest: Digest) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: digest.byteCount)
        let status = unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe EVP_Digest(bytes.baseAddress, bytes.count, result.baseAddress, nil, algorithm(digest), nil)
            }
        }
        // There is no digest to return, and every stand-in for one would be equal to another some day.
        if status != 1 { preconditionFailure("libcrypto could not compute \(digest.rawValue)") }
        return result
    }

    static func authenticate(_ bytes: [UInt8], with digest: Digest, key: [UInt8]) -> [UInt8] {
        // A key is filled up with zeros to a block: one zero is the empty key, and has an address.
        let key = key.isEmpty ? [0] : key
        var code = [UInt8](repeating: 0, count: digest.byteCount)
        let result = unsafe code.withUnsafeMutableBufferPointer { code in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe COpenSSL.HMAC(
                        algorithm(digest),
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

    /// The library's object for a function: fetched once, because looking it up costs half as much as hashing.
    static func algorithm(_ digest: Digest) -> OpaquePointer? {
        let index =
            switch digest {
            case .sha256: 0
            case .sha384: 1
            case .sha512: 2
            case .sha1: 3
            case .md5: 4
            }
        return unsafe fetched[index].opaque
    }

    private static let fetched = ["SHA256", "SHA384", "SHA512", "SHA1", "MD5"].map { (name: String) in
        unsafe SharedPointer(EVP_MD_fetch(nil, name, nil))
    }
}
#endif
