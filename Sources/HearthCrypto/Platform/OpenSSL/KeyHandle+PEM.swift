#if !canImport(CryptoKit)
internal import COpenSSL

/// One of the library's files in memory, through which PEM is read and written; not shared between threads.
@safe
final class MemoryFile {
    let pointer: OpaquePointer

    /// An empty file.
    init() throws(CryptoError) {
        guard let pointer = unsafe BIO_new(BIO_s_mem()) else { throw .library() }
        unsafe self.pointer = pointer
    }

    /// A file that holds text.
    convenience init(_ text: String) throws(CryptoError) {
        try self.init()
        let bytes = Array(text.utf8)
        guard bytes.count <= 65_536 else { throw CryptoError(.malformed, "over 64 KiB of PEM") }
        guard unsafe BIO_write(pointer, bytes, CInt(bytes.count)) == bytes.count else { throw .library() }
    }

    deinit {
        unsafe BIO_free_all(pointer)
    }

    /// What was written so far.
    func text() -> String {
        var bytes = unsafe [UInt8](repeating: 0, count: BIO_ctrl_pending(pointer))
        let count = unsafe Int(BIO_read(pointer, &bytes, CInt(bytes.count)))
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

extension KeyHandle {
    /// Reads a private key.
    ///
    /// A key under a pass phrase is refused, not asked for at the terminal.
    convenience init(privatePEM text: String) throws(CryptoError) {
        let file = try MemoryFile(text)
        guard let key = unsafe PEM_read_bio_PrivateKey(file.pointer, nil, { _, _, _, _ in -1 }, nil) else {
            throw .library(.malformed)
        }
        unsafe self.init(owning: key)
    }

    /// Reads a public key, by itself or inside a certificate.
    convenience init(publicPEM text: String) throws(CryptoError) {
        let file = try MemoryFile(text)
        guard text.contains("BEGIN CERTIFICATE") else {
            guard let key = unsafe PEM_read_bio_PUBKEY(file.pointer, nil, { _, _, _, _ in -1 }, nil) else {
                throw .library(.malformed)
            }
            unsafe self.init(owning: key)
            return
        }
        guard let certificate = unsafe PEM_read_bio_X509(file.pointer, nil, { _, _, _, _ in -1 }, nil) else {
            throw .library(.malformed)
        }
        defer { unsafe X509_free(certificate) }
        guard let key = unsafe X509_get_pubkey(certificate) else { throw .library(.malformed) }
        unsafe self.init(owning: key)
    }

    /// The private key as PKCS#8 in PEM.
    func privatePEM() throws(CryptoError) -> String {
        let file = try MemoryFile()
        let status = unsafe withKey { key in
            unsafe PEM_write_bio_PKCS8PrivateKey(file.pointer, key, nil, nil, 0, nil, nil)
        }
        guard status == 1 else { throw .library() }
        return file.text()
    }

    /// The public key as SubjectPublicKeyInfo in PEM.
    func publicPEM() throws(CryptoError) -> String {
        let file = try MemoryFile()
        let status = unsafe withKey { key in unsafe PEM_write_bio_PUBKEY(file.pointer, key) }
        guard status == 1 else { throw .library() }
        return file.text()
    }
}
#endif
