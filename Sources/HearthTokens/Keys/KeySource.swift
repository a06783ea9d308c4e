public import HearthCrypto

/// Where a verifier finds keys.
///
/// Implement it to keep keys elsewhere.
public protocol KeySource: Sendable {
    /// Looks for a key.
    ///
    /// - Parameter identifier: The key's name: 1 to 128 letters, digits, `-`, `_`, `.`, `:` and `=`. It comes from
    ///   a token that no one believes yet.
    /// - Returns: The key, or `nil` if there is none of that name. Never another key instead.
    /// - Throws: ``KeySourceError`` if it cannot be known.
    func key(_ identifier: String) async throws(KeySourceError) -> RSAPublicKey?

    /// Looks for the key of a token that names none, as a provider with a single key may issue them
    /// ([OpenID Connect Core §10.1](https://openid.net/specs/openid-connect-core-1_0.html#Signing)).
    ///
    /// - Returns: The key, if there is exactly one; `nil` unless a source says otherwise.
    /// - Throws: ``KeySourceError`` if it cannot be known.
    func onlyKey() async throws(KeySourceError) -> RSAPublicKey?
}

extension KeySource {
    /// None: a token has to name its key.
    ///
    /// - Returns: Always `nil`.
    public func onlyKey() async throws(KeySourceError) -> RSAPublicKey? { nil }
}

/// Keys that are known beforehand.
public struct FixedKeys: KeySource {
    private let keys: [String: RSAPublicKey]

    /// Creates a source.
    ///
    /// - Parameter keys: The keys by their names.
    public init(_ keys: [String: RSAPublicKey]) {
        self.keys = keys
    }

    /// Looks for a key.
    ///
    /// - Parameter identifier: The key's name.
    /// - Returns: The key, or `nil` if there is none of that name.
    public func key(_ identifier: String) -> RSAPublicKey? {
        keys[identifier]
    }
}

/// Why keys are not to be had.
public struct KeySourceError: Error, Sendable, Hashable {
    /// What went wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The location is not a URL, or is one of plain HTTP to another machine.
        public static let insecureLocation = Code(rawValue: "insecureLocation")
        /// No response arrived, or not the one that was hoped for.
        public static let unreachable = Code(rawValue: "unreachable")
        /// What arrived is too large, or not a document of keys.
        public static let malformed = Code(rawValue: "malformed")
    }

    /// What went wrong.
    public var code: Code
    /// More words for the developer's log.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: More words for the developer's log.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }
}
