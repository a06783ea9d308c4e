internal import HearthCore
public import HearthCrypto
public import HearthJSON

/// Public keys by their names, as the documents that identity servers publish.
public struct JSONWebKeySet: Sendable, Hashable {
    /// A key with its name.
    public struct Entry: Sendable, Hashable {
        /// The key's name, `kid`.
        public let keyIdentifier: String
        /// The key.
        public let key: RSAPublicKey

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - keyIdentifier: The key's name. Defaults to its thumbprint.
        public init(_ key: RSAPublicKey, keyIdentifier: String? = nil) {
            self.key = key
            self.keyIdentifier = keyIdentifier ?? key.keyIdentifier
        }
    }

    /// The most keys that are read from a document.
    public static let maximumKeys = 64

    /// The keys, in the order of the document.
    public let entries: [Entry]

    /// Creates a set.
    ///
    /// - Parameter entries: The keys, the current one first.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Reads a document of either form: `{"keys": [JWK, …]}`
    /// ([RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)), or certificates by name.
    ///
    /// Keys of other algorithms and uses, and keys that are too weak, are left out.
    ///
    /// - Parameter bytes: The document.
    /// - Throws: ``KeySourceError`` with code ``KeySourceError/Code/malformed`` if it is neither, has no usable key,
    ///   or has two of one name.
    public init(parsing bytes: [UInt8]) throws(KeySourceError) {
        guard let document = try? JSON.parse(bytes).object else { throw KeySourceError(.malformed, "not an object") }
        let entries =
            switch document["keys"] {
            case .array(let keys): keys.prefix(Self.maximumKeys).compactMap(Self.entry(jwk:))
            default: document.members.prefix(Self.maximumKeys).compactMap(Self.entry(certificate:))
            }
        guard !entries.isEmpty else { throw KeySourceError(.malformed, "no usable key") }
        guard Set(entries.map(\.keyIdentifier)).count == entries.count else {
            throw KeySourceError(.malformed, "a name twice")
        }
        self.entries = entries
    }

    /// Looks for a key.
    ///
    /// - Parameter identifier: The key's name.
    /// - Returns: The key, or `nil` if there is none of that name.
    public func key(_ identifier: String) -> RSAPublicKey? {
        entries.first { $0.keyIdentifier == identifier }?.key
    }

    /// The document to serve as a JSON Web Key Set.
    public var json: JSONValue {
        ["keys": .array(entries.map(Self.jwk(of:)))]
    }

    private static func jwk(of entry: Entry) -> JSONValue {
        [
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(entry.keyIdentifier),
            "n": .string(Base64.encode(entry.key.modulus)), "e": .string(Base64.encode(entry.key.exponent)),
        ]
    }

    private static func entry(jwk: JSONValue) -> Entry? {
        guard jwk["kty"] == "RSA", jwk["use"] ?? "sig" == "sig", jwk["alg"] ?? "RS256" == "RS256",
            let name = jwk["kid"]?.string, KeyIdentifier.isValid(name),
            let modulus = jwk["n"]?.string.flatMap({ Base64.decode($0.utf8) }),
            let exponent = jwk["e"]?.string.flatMap({ Base64.decode($0.utf8) }),
            let key = try? RSAPublicKey(modulus: modulus, exponent: exponent)
        else { return nil }
        return Entry(key, keyIdentifier: name)
    }

    private static func entry(certificate member: JSONObject.Member) -> Entry? {
        guard KeyIdentifier.isValid(member.name), let pem = member.value.string,
            let key = try? RSAPublicKey(pem: pem)
        else { return nil }
        return Entry(key, keyIdentifier: member.name)
    }
}
