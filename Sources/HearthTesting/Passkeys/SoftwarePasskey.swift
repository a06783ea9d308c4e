internal import HearthCore
internal import HearthCrypto

/// A passkey of a ``SoftwareAuthenticator``.
struct SoftwarePasskey: Sendable {
    /// The two halves of a passkey.
    enum Key: Sendable {
        case es256(P256PrivateKey)
        case rs256(RSAPrivateKey)

        static func generate(_ algorithm: SoftwareAuthenticator.Algorithm) throws(CryptoError) -> Key {
            switch algorithm {
            case .es256: .es256(try .generate())
            case .rs256: .rs256(try .generate())
            }
        }

        /// The public half, as COSE writes it ([RFC 9053 §7](https://www.rfc-editor.org/rfc/rfc9053#section-7)).
        func publicKey() throws(CryptoError) -> EncodedCBOR {
            switch self {
            case .es256(let key):
                let point = try key.publicKey.coordinates()
                return .map([
                    (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                    (.integer(-2), .bytes(point.x)), (.integer(-3), .bytes(point.y)),
                ])
            case .rs256(let key):
                return .map([
                    (.integer(1), .integer(3)), (.integer(3), .integer(-257)),
                    (.integer(-1), .bytes(key.publicKey.modulus)), (.integer(-2), .bytes(key.publicKey.exponent)),
                ])
            }
        }

        func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            switch self {
            case .es256(let key): try key.derSignature(over: message)
            case .rs256(let key): try key.signRS256(message)
            }
        }
    }

    let id: [UInt8]
    let relyingPartyID: String
    let userID: [UInt8]
    let key: Key
    /// How often it has signed.
    var count: UInt32 = 0
}
