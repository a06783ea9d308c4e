internal import HearthCrypto

/// A passkey's public key, which says itself with which algorithm it is to be used.
///
/// WebAuthn wants it without optional members
/// ([§6.5.1](https://www.w3.org/TR/webauthn-2/#sctn-attested-credential-data)), so there is one way to write a key.
enum COSEKey: Sendable {
    /// ECDSA on P-256 with SHA-256.
    case es256(P256PublicKey)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256(RSAPublicKey)

    /// The algorithms' numbers ([RFC 9053 §2.1](https://www.rfc-editor.org/rfc/rfc9053#section-2.1),
    /// [RFC 8812 §2](https://www.rfc-editor.org/rfc/rfc8812#section-2)), the preferred one first.
    static let algorithms: [Int64] = [-7, -257]

    /// The number of this key's algorithm.
    var algorithm: Int64 {
        switch self {
        case .es256: -7
        case .rs256: -257
        }
    }

    /// Reads a key from the bytes of its map.
    init(_ bytes: [UInt8]) throws(WebAuthnRejection) {
        guard let value = try? CBORReader.document(bytes) else { throw .malformedKey }
        try self.init(value)
    }

    /// Reads a key ([RFC 9053 §7](https://www.rfc-editor.org/rfc/rfc9053#section-7)).
    init(_ value: CBOR) throws(WebAuthnRejection) {
        guard let map = value.map, let type = map[1]?.integer, let algorithm = map[3]?.integer else {
            throw .malformedKey
        }
        switch (algorithm, type) {
        case (-7, 2):
            guard map.count == 5, map[-1] == 1, let x = map[-2]?.bytes, let y = map[-3]?.bytes,
                let key = try? P256PublicKey(x: x, y: y)
            else { throw .malformedKey }
            self = .es256(key)
        case (-257, 3):
            guard map.count == 4, let modulus = map[-1]?.bytes, let exponent = map[-2]?.bytes,
                let key = try? RSAPublicKey(modulus: modulus, exponent: exponent)
            else { throw .malformedKey }
            self = .rs256(key)
        default: throw .unsupportedAlgorithm
        }
    }

    /// Whether the owner of the private key signed a message.
    func verify(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        switch self {
        case .es256(let key): key.verify(derSignature: signature, over: message)
        case .rs256(let key): key.verifyRS256(signature, over: message)
        }
    }
}
