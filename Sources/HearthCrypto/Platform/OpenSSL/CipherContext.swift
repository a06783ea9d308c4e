#if !canImport(CryptoKit)
internal import COpenSSL
internal import HearthCore

/// One encryption or decryption with AES-256-GCM under way; not shared between threads.
@safe
final class CipherContext {
    private let context: OpaquePointer

    init(key: Secret<[UInt8]>, nonce: [UInt8], isEncrypting: Bool) throws(CryptoError) {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .library() }
        unsafe self.context = context
        guard let cipher = unsafe Self.cipher.opaque else { throw .library(.unsupported) }
        let key = key.reveal()
        let status = unsafe EVP_CipherInit_ex2(context, cipher, key, nonce, isEncrypting ? 1 : 0, nil)
        guard status == 1 else { throw .library() }
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Feeds data that is authenticated but not encrypted.
    func authenticate(_ data: [UInt8]) throws(CryptoError) {
        guard !data.isEmpty else { return }
        var written: CInt = 0
        guard unsafe EVP_CipherUpdate(context, nil, &written, data, CInt(data.count)) == 1 else { throw .library() }
    }

    /// Turns content into ciphertext or back, of the same length.
    func update(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        guard let count = CInt(exactly: bytes.count) else { throw CryptoError(.parameterOutOfRange, "over 2 GiB") }
        var result = [UInt8](repeating: 0, count: bytes.count)
        var written: CInt = 0
        guard unsafe EVP_CipherUpdate(context, &result, &written, bytes, count) == 1, written == count else {
            throw .library()
        }
        return result
    }

    /// Ends the message; when decrypting, says whether it was authentic.
    func finish() throws(CryptoError) {
        var rest = [UInt8](repeating: 0, count: 16)
        var written: CInt = 0
        guard unsafe EVP_CipherFinal_ex(context, &rest, &written) == 1 else { throw .library() }
    }

    func tag(count: Int) throws(CryptoError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: count)
        let status = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CInt(count), &tag)
        guard status == 1 else { throw .library() }
        return tag
    }

    func expectTag(_ tag: [UInt8]) throws(CryptoError) {
        var tag = tag
        let status = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tag.count), &tag)
        guard status == 1 else { throw .library() }
    }

    // Fetched once: a look-up costs as much as sealing a short message.
    private static let cipher = unsafe SharedPointer(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))
}
#endif
