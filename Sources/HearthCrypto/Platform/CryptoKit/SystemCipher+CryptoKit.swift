#if canImport(CryptoKit)
internal import CryptoKit
internal import HearthCore

/// AES-256-GCM by CryptoKit.
enum SystemCipher {
    /// The ciphertext, and a tag of 16 bytes.
    static func seal(
        _ content: [UInt8],
        key: Secret<[UInt8]>,
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        do {
            let key = SymmetricKey(data: key.reveal())
            let nonce = try AES.GCM.Nonce(data: nonce)
            let box = try AES.GCM.seal(content, using: key, nonce: nonce, authenticating: associatedData)
            return Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw CryptoError(.libraryFailure)
        }
    }

    static func open(
        _ ciphertext: [UInt8],
        _ tag: [UInt8],
        key: Secret<[UInt8]>,
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        do {
            let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
            return Array(try AES.GCM.open(box, using: SymmetricKey(data: key.reveal()), authenticating: associatedData))
        } catch {
            throw CryptoError(.notAuthentic)
        }
    }
}
#endif
