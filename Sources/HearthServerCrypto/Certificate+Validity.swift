internal import COpenSSL
public import HearthCore
public import HearthCrypto

extension Certificate {
    /// Reads a certificate in DER, the form in which `.cer` files have it.
    ///
    /// - Parameter der: The certificate.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(der: [UInt8]) throws(CryptoError) {
        var lines = "-----BEGIN CERTIFICATE-----\n"
        var rest = Base64.encode(der, .standard)[...]
        while !rest.isEmpty {
            lines += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        try self.init(pem: lines + "-----END CERTIFICATE-----\n")
    }

    /// Whether a moment lies within the certificate's validity.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: Whether the certificate is valid then; `false` if its times cannot be read.
    public func isValid(at moment: UnixTime) -> Bool {
        guard let file = unsafe BIO_new(BIO_s_mem()) else { return false }
        defer { unsafe BIO_free_all(file) }
        let text = Array(pem.utf8)
        guard unsafe BIO_write(file, text, CInt(text.count)) == text.count,
            let certificate = unsafe PEM_read_bio_X509(file, nil, nil, nil)
        else { return false }
        defer { unsafe X509_free(certificate) }
        var now = time_t(moment.seconds)
        // -1: the time is in the past or now; 1: in the future; 0: it cannot be read.
        return unsafe X509_cmp_time(X509_get0_notBefore(certificate), &now) == -1
            && X509_cmp_time(X509_get0_notAfter(certificate), &now) == 1
    }
}
