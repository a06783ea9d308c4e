internal import COpenSSL
public import HearthCore
public import HearthCrypto

extension Certificate {
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
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` if the name is too long or empty, or with
    ///   ``CryptoError/Code/parameterOutOfRange`` for a time outside of the years 1 to 9999.
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
        guard start.seconds >= firstSecond, end.seconds <= lastSecond else {
            throw CryptoError(.parameterOutOfRange, "a certificate is valid within the years 1 to 9999")
        }
        guard let certificate = unsafe X509_new() else { throw CryptoError(.libraryFailure) }
        defer { unsafe X509_free(certificate) }
        guard let handle = unsafe Self.key(try key.pem()) else { throw CryptoError(.libraryFailure) }
        defer { unsafe EVP_PKEY_free(handle) }
        guard unsafe fill(certificate, commonName, from: start, until: end, serial: random.bytes(16)),
            unsafe X509_set_pubkey(certificate, handle) == 1,
            unsafe X509_sign(certificate, handle, EVP_sha256()) > 0,
            let text = unsafe pem(of: certificate)
        else { throw CryptoError(.libraryFailure) }
        return try Certificate(pem: text)
    }

    // The years 1 and 9999: a year is written with four digits
    // (https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5.2).
    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799

    /// The library's own form of a key, for the caller to free.
    private static func key(_ pem: Secret<String>) -> OpaquePointer? {
        guard let file = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free_all(file) }
        let text = Array(pem.reveal().utf8)
        guard unsafe BIO_write(file, text, CInt(text.count)) == text.count else { return nil }
        return unsafe PEM_read_bio_PrivateKey(file, nil, nil, nil)
    }

    private static func pem(of certificate: OpaquePointer) -> String? {
        guard let file = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free_all(file) }
        guard unsafe PEM_write_bio_X509(file, certificate) == 1 else { return nil }
        var text = unsafe [UInt8](repeating: 0, count: BIO_ctrl_pending(file))
        guard unsafe BIO_read(file, &text, CInt(text.count)) == text.count else { return nil }
        return String(decoding: text, as: UTF8.self)
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
