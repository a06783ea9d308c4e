internal import HearthCore
internal import HearthCrypto

/// The SHA-256 of a certificate's public key, as `SubjectPublicKeyInfo` has it
/// ([RFC 7469 §2.4](https://www.rfc-editor.org/rfc/rfc7469#section-2.4)).
///
/// A key outlives its certificates as long as they are renewed for it. The pin of a server's key is what this prints:
///
/// ```
/// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der |
///     openssl dgst -sha256 -binary | base64
/// ```
public struct PublicKeyPin: Sendable, Hashable {
    /// The digest in base64, 44 characters.
    public let base64: String

    /// Takes a digest.
    ///
    /// - Parameter base64: The digest in base64, with or without `sha256/` before it; `nil` comes of anything that is not
    ///   32 bytes.
    public init?(_ base64: String) {
        let text = base64.hasPrefix("sha256/") ? String(base64.dropFirst("sha256/".count)) : base64
        guard let digest = Base64.decode(Array(text.utf8), .standard), digest.count == 32 else { return nil }
        self.base64 = Base64.encode(digest, .standard)
    }

    /// The pin of the key in a certificate.
    ///
    /// - Parameter certificate: The certificate in DER; `nil` comes of bytes that are none.
    public init?(certificate: [UInt8]) {
        guard let key = CertificateKey.subjectPublicKeyInfo(in: certificate) else { return nil }
        base64 = Base64.encode(Digest.sha256.hash(Array(key)), .standard)
    }
}

extension PublicKeyPin: CustomStringConvertible {
    /// The pin as other tools write it: `sha256/…`.
    public var description: String { "sha256/" + base64 }
}
