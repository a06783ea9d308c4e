public import HearthCrypto
public import HearthJSON

/// Certificates by the names of their keys: the other document that identity servers publish.
public struct CertificateSet: Sendable, Hashable {
    /// A certificate with the name of its key.
    public struct Entry: Sendable, Hashable {
        /// The key's name, `kid`.
        public let keyIdentifier: String
        /// The certificate.
        public let certificate: Certificate

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - certificate: The certificate.
        ///   - keyIdentifier: The key's name. Defaults to the key's thumbprint.
        public init(_ certificate: Certificate, keyIdentifier: String? = nil) {
            self.certificate = certificate
            self.keyIdentifier = keyIdentifier ?? certificate.publicKey.keyIdentifier
        }
    }

    /// The certificates, in the order of the document.
    public let entries: [Entry]

    /// Creates a set.
    ///
    /// - Parameter entries: The certificates, the current one first.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The document to serve: PEM by name.
    public var json: JSONValue {
        var document = JSONObject()
        for entry in entries { document[entry.keyIdentifier] = .string(entry.certificate.pem) }
        return .object(document)
    }
}
