#if canImport(CryptoKit)
internal import CryptoKit
internal import Foundation
internal import HearthCore
internal import Security

extension KeyHandle {
    // `rsaEncryption` with no parameters, as every document about an RSA key has it
    // (RFC 3279 §2.3.1: https://www.rfc-editor.org/rfc/rfc3279#section-2.3.1).
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// Reads a private key.
    init(privatePEM text: String) throws(CryptoError) {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            self.init(.p256Private(key))
            return
        }
        let document = try PEM.document(in: text)
        let inner = text.contains("BEGIN RSA PRIVATE KEY") ? document : Self.unwrapped(document, .octetString)
        guard let inner, DER.integers(in: inner) != nil else { throw CryptoError(.malformed, "not a private key") }
        self.init(.rsaPrivate(Secret(inner)))
    }

    /// Reads a public key, by itself or inside a certificate.
    init(publicPEM text: String) throws(CryptoError) {
        if text.contains("BEGIN CERTIFICATE") {
            try self.init(certificate: PEM.document(in: text))
            return
        }
        if let key = try? P256.Signing.PublicKey(pemRepresentation: text) {
            self.init(.p256Public(key))
            return
        }
        // A bit string begins with the number of bits that do not count.
        guard let inner = Self.unwrapped(try PEM.document(in: text), .bitString)?.dropFirst(),
            DER.integers(in: Array(inner)) != nil
        else { throw CryptoError(.malformed, "not a public key") }
        self.init(.rsaPublic(Array(inner)))
    }

    private init(certificate document: [UInt8]) throws(CryptoError) {
        guard let certificate = SecCertificateCreateWithData(nil, Data(document) as CFData),
            let key = SecCertificateCopyKey(certificate),
            let content = SecKeyCopyExternalRepresentation(key, nil)
        else { throw CryptoError(.malformed, "not a certificate") }
        let bytes = Array(content as Data)
        if let key = try? P256.Signing.PublicKey(x963Representation: bytes) {
            self.init(.p256Public(key))
        } else {
            self.init(.rsaPublic(bytes))
        }
    }

    /// The private key as PKCS#8 in PEM.
    func privatePEM() throws(CryptoError) -> String {
        switch key {
        case .p256Private(let key): return key.pemRepresentation
        case .rsaPrivate(let document):
            let version = DER.unsigned([])
            let inner = DER.element(.octetString, document.reveal())
            return PEM.text("PRIVATE KEY", DER.sequence(version + Self.rsaAlgorithm + inner))
        case .rsaPublic, .p256Public: throw CryptoError(.unsupported, "not a private key")
        }
    }

    /// The public key as SubjectPublicKeyInfo in PEM.
    func publicPEM() throws(CryptoError) -> String {
        switch key {
        case .p256Public(let key): return key.pemRepresentation
        case .p256Private(let key): return key.publicKey.pemRepresentation
        case .rsaPublic, .rsaPrivate:
            let (modulus, exponent) = try rsaNumbers()
            let inner = DER.sequence(DER.unsigned(modulus) + DER.unsigned(exponent))
            return PEM.text("PUBLIC KEY", DER.sequence(Self.rsaAlgorithm + DER.element(.bitString, [0] + inner)))
        }
    }

    /// What a document about an RSA key wraps; `nil` if it is about another key.
    private static func unwrapped(_ document: [UInt8], _ tag: DER.Tag) -> [UInt8]? {
        guard let whole = DER.elements(in: document)?.first, let parts = DER.elements(in: whole.content),
            let algorithm = DER.elements(in: rsaAlgorithm)?.first, parts.contains(algorithm)
        else { return nil }
        return parts.first { $0.tag == tag.rawValue }?.content
    }
}
#endif
