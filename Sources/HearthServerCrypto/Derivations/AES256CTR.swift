internal import COpenSSL
internal import HearthCore
internal import HearthCrypto

/// AES-256 in counter mode, which authenticates nothing: a part of Firebase's password hash, not a way to hide data.
enum AES256CTR {
    /// Encrypts, which is the same as to decrypt, counting from zero.
    static func encrypt(_ content: [UInt8], key: Secret<[UInt8]>) throws(CryptoError) -> [UInt8] {
        guard key.reveal().count == 32 else { throw CryptoError(.malformed, "a key of 32 bytes is needed") }
        guard let count = CInt(exactly: content.count) else { throw CryptoError(.parameterOutOfRange, "over 2 GiB") }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw CryptoError(.libraryFailure) }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let start = [UInt8](repeating: 0, count: 16)
        var result = [UInt8](repeating: 0, count: content.count)
        var written: CInt = 0
        guard unsafe EVP_EncryptInit_ex2(context, EVP_aes_256_ctr(), key.reveal(), start, nil) == 1,
            unsafe EVP_EncryptUpdate(context, &result, &written, content, count) == 1, written == count
        else { throw CryptoError(.libraryFailure) }
        return result
    }
}
