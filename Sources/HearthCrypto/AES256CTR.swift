internal import HearthCore

/// AES-256 in counter mode, which authenticates nothing: a part of Firebase's password hash, not a way to hide data.
enum AES256CTR {
    /// Encrypts, which is the same as to decrypt, counting from zero.
    static func encrypt(_ content: [UInt8], key: Secret<[UInt8]>) throws(CryptoError) -> [UInt8] {
        guard key.reveal().count == 32 else { throw CryptoError(.malformed, "a key of 32 bytes is needed") }
        let start = [UInt8](repeating: 0, count: 16)
        return try CipherContext(.counter, key: key, nonce: start, isEncrypting: true).update(content)
    }
}
