#if !canImport(CryptoKit)
internal import COpenSSL

/// Signatures over the SHA-256 of a message, with whatever scheme belongs to the key.
extension KeyHandle {
    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .library() }
        defer { unsafe EVP_MD_CTX_free(context) }
        return try unsafe withKey { (key) throws(CryptoError) in
            guard unsafe EVP_DigestSignInit(context, nil, SystemDigest.algorithm(.sha256), nil, key) == 1 else {
                throw .library()
            }
            var count = unsafe Int(EVP_PKEY_get_size(key))
            var signature = [UInt8](repeating: 0, count: count)
            guard unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
                throw .library()
            }
            signature.removeLast(signature.count - count)
            return signature
        }
    }

    func verify(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let isValid = unsafe withKey { key in
            guard unsafe EVP_DigestVerifyInit(context, nil, SystemDigest.algorithm(.sha256), nil, key) == 1 else {
                return false
            }
            return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
        if !isValid { ERR_clear_error() }
        return isValid
    }
}
#endif
