#if canImport(CryptoKit)
internal import CryptoKit
internal import Foundation
internal import HearthCore
internal import Security

/// Makes keys: new ones, and ones whose parts are known.
enum KeyBuilder {
    /// Generates a key with the exponent 65537.
    static func generateRSA(bits: Int) throws(CryptoError) -> KeyHandle {
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
            let content = SecKeyCopyExternalRepresentation(key, nil)
        else { throw CryptoError(.libraryFailure) }
        return KeyHandle(.rsaPrivate(Secret(Array(content as Data))))
    }

    static func generateP256() throws(CryptoError) -> KeyHandle {
        KeyHandle(.p256Private(P256.Signing.PrivateKey()))
    }

    /// Puts a public RSA key together from its numbers, most significant byte first.
    static func rsaPublicKey(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) -> KeyHandle {
        KeyHandle(.rsaPublic(DER.sequence(DER.unsigned(modulus) + DER.unsigned(exponent))))
    }

    /// Puts a public key on P-256 together from its point, uncompressed.
    static func p256PublicKey(point: [UInt8]) throws(CryptoError) -> KeyHandle {
        do {
            return KeyHandle(.p256Public(try P256.Signing.PublicKey(x963Representation: point)))
        } catch {
            throw CryptoError(.malformed)
        }
    }
}
#endif
