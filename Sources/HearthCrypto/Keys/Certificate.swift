internal import COpenSSL
public import HearthCore

/// An X.509 certificate as key documents serve it: a key, wrapped.
public struct Certificate: Sendable, Hashable {
    /// The certificate as PEM.
    public let pem: String
    /// The key that it holds.
    public let publicKey: RSAPublicKey

    /// Reads a certificate.
    ///
    /// Neither its signature nor its validity is looked at.
    ///
    /// - Parameter pem: A `CERTIFICATE` in PEM.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(pem: String) throws(CryptoError) {
        guard pem.contains("BEGIN CERTIFICATE") else { throw CryptoError(.malformed, "not a certificate") }
        self.pem = pem
        publicKey = try RSAPublicKey(pem: pem)
    }

    /// Makes a certificate that a key signs for itself.
    ///
    /// - Parameters:
    ///   - commonName: Subject and issuer, 1 to 64 bytes
    ///     ([RFC 5280, appendix A](https://www.rfc-editor.org/rfc/rfc5280#appendix-A)).
    ///   - key: The key to wrap and to sign with.
    ///   - start: From when it is valid.
    ///   - end: Until when it is valid.
    ///   - random: Where the serial number comes from. Defaults to the system's generator.
    /// - Returns: The certificate.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` if the name is too long or empty.
    public static func selfSigned(
        commonName: String,
        key: RSAPrivateKey,
        from start: UnixTime,
        until end: UnixTime,
        random: RandomSource = .system
    ) throws(CryptoError) -> Certificate {
        guard (1...64).contains(commonName.utf8.count), start < end else {
            throw CryptoError(.malformed, "a name of 1 to 64 bytes and a start before the end are needed")
        }
        guard let certificate = unsafe X509_new() else { throw .library() }
        defer { unsafe X509_free(certificate) }
        let isComplete =
            unsafe fill(certificate, commonName, from: start, until: end, serial: random.bytes(16))
            && key.withKey { key in
                unsafe X509_set_pubkey(certificate, key) == 1
                    && X509_sign(certificate, key, Digest.sha256.algorithm) > 0
            }
        guard isComplete else { throw .library() }
        let file = try MemoryFile()
        guard unsafe PEM_write_bio_X509(file.pointer, certificate) == 1 else { throw .library() }
        return try Certificate(pem: file.text())
    }

    private static func fill(
        _ certificate: OpaquePointer,
        _ commonName: String,
        from start: UnixTime,
        until end: UnixTime,
        serial: [UInt8]
    ) -> Bool {
        // A serial number is positive: the top bit stays clear.
        let positive = [serial.first.map { $0 & 0x7F | 0x40 } ?? 1] + serial.dropFirst()
        guard let number = unsafe BN_bin2bn(positive, CInt(positive.count), nil) else { return false }
        defer { unsafe BN_free(number) }
        let name = unsafe X509_get_subject_name(certificate)
        let text = Array(commonName.utf8)
        return unsafe X509_set_version(certificate, 2) == 1
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
            && ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(start.seconds)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(end.seconds)) != nil
            && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, text, CInt(text.count), -1, 0) == 1
            && X509_set_issuer_name(certificate, name) == 1
    }
}
