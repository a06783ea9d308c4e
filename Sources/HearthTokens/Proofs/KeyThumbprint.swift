public import HearthCore
internal import HearthCrypto

/// The name of a device's key: the SHA-256 of its JWK, which anyone can compute
/// ([RFC 7638 §3](https://www.rfc-editor.org/rfc/rfc7638#section-3)).
public struct KeyThumbprint: Identifier {
    /// 43 characters of base64url.
    public let rawValue: String

    /// Accepts a thumbprint that was kept.
    ///
    /// - Parameter rawValue: 43 characters of base64url.
    public init?(rawValue: String) {
        guard Base64.decode(rawValue.utf8)?.count == Digest.sha256.byteCount else { return nil }
        self.rawValue = rawValue
    }

    /// Computes the thumbprint of a key from the coordinates of its point, as a client's signer has them.
    ///
    /// - Parameters:
    ///   - x: 32 bytes.
    ///   - y: 32 bytes.
    public init(x: [UInt8], y: [UInt8]) {
        // The required members in the order of their names, without white space.
        let jwk = #"{"crv":"P-256","kty":"EC","x":"\#(Base64.encode(x))","y":"\#(Base64.encode(y))"}"#
        rawValue = Base64.encode(Digest.sha256.hash(Array(jwk.utf8)))
    }
}
