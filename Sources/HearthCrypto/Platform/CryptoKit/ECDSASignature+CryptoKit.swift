#if canImport(CryptoKit)
internal import CryptoKit

/// The two forms of a signature on P-256: 64 bytes for JOSE, a DER sequence for everyone else.
enum ECDSASignature {
    static func der(from raw: [UInt8]) -> [UInt8]? {
        (try? P256.Signing.ECDSASignature(rawRepresentation: raw)).map { Array($0.derRepresentation) }
    }

    static func raw(from der: [UInt8]) -> [UInt8]? {
        (try? P256.Signing.ECDSASignature(derRepresentation: der)).map { Array($0.rawRepresentation) }
    }
}
#endif
