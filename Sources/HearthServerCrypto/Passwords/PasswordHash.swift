public import HearthCore
public import HearthCrypto

/// A password's hash with everything that is needed to check a password against it.
///
/// Kept as one line of text, in the manner of PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
public struct PasswordHash: Sendable {
    let derivation: any PasswordDerivation
    /// The salt.
    public let salt: [UInt8]
    /// What the algorithm made of the password.
    public let output: Secret<[UInt8]>

    init(_ derivation: any PasswordDerivation, salt: [UInt8], output: [UInt8]) throws(CryptoError) {
        guard (8...512).contains(output.count), salt.count <= 1024 else {
            throw CryptoError(.parameterOutOfRange, "a hash of \(output.count) bytes, a salt of \(salt.count)")
        }
        self.derivation = derivation
        self.salt = salt
        self.output = Secret(output)
    }

    /// Reads the text that a database kept.
    ///
    /// - Parameter text: A hash as ``text`` wrote it.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` or ``CryptoError/Code/parameterOutOfRange``.
    public init(text: String) throws(CryptoError) {
        let parts = try PHCString(parsing: text)
        guard let kind = Self.kinds.first(where: { $0.names.contains(parts.name) }) else {
            throw CryptoError(.malformed, "an unknown algorithm")
        }
        try self.init(kind.init(reading: parts), salt: parts.salt, output: parts.output)
    }

    /// The text to keep: the algorithm, its cost, the salt and the hash.
    public var text: Secret<String> {
        var parts = derivation.head
        parts.salt = salt
        parts.output = output.reveal()
        return Secret(parts.text)
    }

    /// A hash of no password by the same algorithm at the same cost, with a salt and an output as long.
    ///
    /// It holds nothing of this one, and no password matches it. Checking a password against it takes what checking a
    /// wrong one against this takes.
    public var decoy: PasswordHash {
        PasswordHash(
            trusted: derivation,
            salt: derivation.decoySalt(salt.count),
            output: [UInt8](repeating: 0, count: output.reveal().count)
        )
    }

    /// The algorithm with its parameters: two hashes of one scheme cost the same to check.
    ///
    /// It may hold the key that signs an import's hashes.
    public var scheme: Secret<String> { Secret(derivation.head.text) }

    private init(trusted derivation: any PasswordDerivation, salt: [UInt8], output: [UInt8]) {
        self.derivation = derivation
        self.salt = salt
        self.output = Secret(output)
    }

    /// The algorithm's name, for example `argon2id` or `firebase-scrypt`.
    public var algorithm: String { derivation.head.name }

    private static let kinds: [any PasswordDerivation.Type] = [
        Argon2Derivation.self, DevelopmentDerivation.self, FirebaseScryptDerivation.self, ScryptDerivation.self,
        BCryptDerivation.self, PBKDF2Derivation.self, KeyedDigestDerivation.self, IteratedDigestDerivation.self,
    ]
}

extension PasswordHash: CustomStringConvertible {
    /// The algorithm, and nothing that helps to guess the password.
    public var description: String { "password hash (\(algorithm))" }
}
