/// Finds the public key in a certificate ([RFC 5280 §4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1)), which the
/// system has verified already.
enum CertificateKey {
    private static let sequence: UInt8 = 0x30
    private static let version: UInt8 = 0xA0

    /// The whole `SubjectPublicKeyInfo`; `nil` if the bytes are no certificate.
    static func subjectPublicKeyInfo(in certificate: [UInt8]) -> ArraySlice<UInt8>? {
        var outer = certificate[...]
        guard var whole = take(&outer, sequence)?.content, var signed = take(&whole, sequence)?.content else {
            return nil
        }
        // A version before the serial number is left out in certificates of version 1.
        if signed.first == version { _ = take(&signed, version) }
        // Serial number, signature algorithm, issuer, validity and subject come before the key.
        for _ in 0..<5 {
            guard take(&signed, nil) != nil else { return nil }
        }
        return take(&signed, sequence)?.whole
    }

    /// Takes an element off the front, if it is one of the kind.
    private static func take(
        _ bytes: inout ArraySlice<UInt8>,
        _ tag: UInt8?
    ) -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        let all = bytes
        guard let kind = bytes.popFirst(), tag == nil || kind == tag, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let digits = Int(first & 0x7F)
            guard (1...4).contains(digits), bytes.count >= digits else { return nil }
            length = bytes.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(digits)
        }
        guard length <= bytes.count else { return nil }
        let content = bytes.prefix(length)
        bytes = bytes.dropFirst(length)
        return (all.prefix(all.count - bytes.count), content)
    }
}
