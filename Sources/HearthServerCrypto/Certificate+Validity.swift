internal import COpenSSL
public import HearthCore
public import HearthCrypto

extension Certificate {
    /// Reads a certificate in DER, the form in which `.cer` files have it.
    ///
    /// - Parameter der: The certificate.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/weakKey``.
    public init(der: [UInt8]) throws(CryptoError) {
        guard Self.isOneSequence(der) else { throw CryptoError(.malformed, "not one certificate") }
        var lines = "-----BEGIN CERTIFICATE-----\n"
        var rest = Base64.encode(der, .standard)[...]
        while !rest.isEmpty {
            lines += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        try self.init(pem: lines + "-----END CERTIFICATE-----\n")
    }

    /// Whether bytes are a sequence, by its tag and its length, and nothing behind it.
    private static func isOneSequence(_ der: [UInt8]) -> Bool {
        guard der.count > 2, der[0] == 0x30 else { return false }
        guard der[1] >= 0x80 else { return der.count == 2 + Int(der[1]) }
        let digits = der.dropFirst(2).prefix(Int(der[1] & 0x7F))
        guard (1...4).contains(digits.count) else { return false }
        return der.count == 2 + digits.count + digits.reduce(0) { $0 << 8 | Int($1) }
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
        // The last second belongs to the validity: https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5.
        var (now, secondBefore) = (time_t(moment.seconds), time_t(moment.seconds - 1))
        // -1: the time is not after the other one; 1: it is after it; 0: it cannot be read.
        return unsafe X509_cmp_time(X509_get0_notBefore(certificate), &now) == -1
            && X509_cmp_time(X509_get0_notAfter(certificate), &secondBefore) == 1
    }
}
