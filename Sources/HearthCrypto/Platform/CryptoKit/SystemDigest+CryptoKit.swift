#if canImport(CryptoKit)
internal import CryptoKit

/// Hashing by CryptoKit.
enum SystemDigest {
    static func hash(_ bytes: [UInt8], with digest: Digest) -> [UInt8] {
        switch digest {
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .md5: Array(Insecure.MD5.hash(data: bytes))
        }
    }

    static func authenticate(_ bytes: [UInt8], with digest: Digest, key: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: key)
        return switch digest {
        case .sha256: Array(CryptoKit.HMAC<SHA256>.authenticationCode(for: bytes, using: key))
        case .sha384: Array(CryptoKit.HMAC<SHA384>.authenticationCode(for: bytes, using: key))
        case .sha512: Array(CryptoKit.HMAC<SHA512>.authenticationCode(for: bytes, using: key))
        case .sha1: Array(CryptoKit.HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key))
        case .md5: Array(CryptoKit.HMAC<Insecure.MD5>.authenticationCode(for: bytes, using: key))
        }
    }
}
#endif
