#if canImport(CryptoKit)
internal import CryptoKit
internal import Foundation
internal import HearthCore
internal import Security

/// A key of CryptoKit, or the document from which Security makes an RSA key.
///
/// Security's keys may not cross threads as far as the compiler knows, so an RSA key is made for each use.
struct KeyHandle: Sendable {
    enum Key: Sendable {
        /// An `RSAPublicKey` ([RFC 8017, A.1.1](https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.1)).
        case rsaPublic([UInt8])
        /// An `RSAPrivateKey` ([RFC 8017, A.1.2](https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.2)).
        case rsaPrivate(Secret<[UInt8]>)
        case p256Public(P256.Signing.PublicKey)
        case p256Private(P256.Signing.PrivateKey)
    }

    let key: Key

    init(_ key: Key) {
        self.key = key
    }

    /// The size of the key in bits.
    var bits: Int {
        guard let modulus = try? rsaNumbers().modulus, let first = modulus.first else { return 256 }
        return modulus.count * 8 - first.leadingZeroBitCount
    }

    /// The numbers of an RSA key, most significant byte first, without leading zeros.
    func rsaNumbers() throws(CryptoError) -> (modulus: [UInt8], exponent: [UInt8]) {
        let numbers: [[UInt8]]? =
            switch key {
            case .rsaPublic(let document): DER.integers(in: document)
            // The first number of a private key is the version.
            case .rsaPrivate(let document): DER.integers(in: document.reveal()).map { Array($0.dropFirst()) }
            case .p256Public, .p256Private: nil
            }
        guard let numbers, numbers.count >= 2 else { throw CryptoError(.malformed, "not an RSA key") }
        return (numbers[0], numbers[1])
    }

    /// The coordinates of a point on P-256, 32 bytes each.
    func p256Point() throws(CryptoError) -> (x: [UInt8], y: [UInt8]) {
        let point: Data
        switch key {
        case .p256Public(let key): point = key.rawRepresentation
        case .p256Private(let key): point = key.publicKey.rawRepresentation
        case .rsaPublic, .rsaPrivate: throw CryptoError(.malformed, "not a P-256 key")
        }
        return (Array(point.prefix(32)), Array(point.suffix(32)))
    }

    /// Signs the SHA-256 of a message with the scheme that belongs to the key; on P-256 the signature is in DER.
    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        switch key {
        case .rsaPrivate:
            guard let key = securityKey,
                let signature = SecKeyCreateSignature(
                    key,
                    .rsaSignatureMessagePKCS1v15SHA256,
                    Data(message) as CFData,
                    nil
                )
            else { throw CryptoError(.libraryFailure) }
            return Array(signature as Data)
        case .p256Private(let key):
            guard let signature = try? key.signature(for: message) else { throw CryptoError(.libraryFailure) }
            return Array(signature.derRepresentation)
        case .rsaPublic, .p256Public: throw CryptoError(.unsupported, "a public key cannot sign")
        }
    }

    /// Checks a signature over the SHA-256 of a message; on P-256 the signature is in DER.
    func verify(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        switch key {
        case .rsaPublic:
            guard let key = securityKey else { return false }
            return SecKeyVerifySignature(
                key,
                .rsaSignatureMessagePKCS1v15SHA256,
                Data(message) as CFData,
                Data(signature) as CFData,
                nil
            )
        case .p256Public(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .rsaPrivate, .p256Private: return false
        }
    }

    private var securityKey: SecKey? {
        let document: [UInt8]
        let part: CFString
        switch key {
        case .rsaPublic(let content): (document, part) = (content, kSecAttrKeyClassPublic)
        case .rsaPrivate(let content): (document, part) = (content.reveal(), kSecAttrKeyClassPrivate)
        case .p256Public, .p256Private: return nil
        }
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: part]
        return SecKeyCreateWithData(Data(document) as CFData, attributes as CFDictionary, nil)
    }
}
#endif
