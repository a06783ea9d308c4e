#if !canImport(CryptoKit)
internal import HearthCore

/// AES-256-GCM by libcrypto.
enum SystemCipher {
    /// The ciphertext, and a tag of 16 bytes.
    static func seal(
        _ content: [UInt8],
        key: Secret<[UInt8]>,
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let context = try CipherContext(key: key, nonce: nonce, isEncrypting: true)
        try context.authenticate(associatedData)
        let ciphertext = try context.update(content)
        try context.finish()
        return ciphertext + (try context.tag(count: 16))
    }

    static func open(
        _ ciphertext: [UInt8],
        _ tag: [UInt8],
        key: Secret<[UInt8]>,
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let context = try CipherContext(key: key, nonce: nonce, isEncrypting: false)
        try context.authenticate(associatedData)
        let content = try context.update(ciphertext)
        try context.expectTag(tag)
        guard (try? context.finish()) != nil else { throw CryptoError(.notAuthentic) }
        return content
    }
}
#endif
