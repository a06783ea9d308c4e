internal import HearthCrypto

/// How new passwords are hashed.
public enum PasswordScheme: Sendable, Hashable {
    /// Argon2id with 19 MiB, two passes and one lane
    /// ([OWASP](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html)).
    case argon2id
    /// One salted SHA-256, for tests and local development, where nothing is to be protected and the cost of hashing
    /// would be most of the work. Never for passwords of people.
    case development

    func derivation() throws(CryptoError) -> any PasswordDerivation {
        switch self {
        case .argon2id: try Argon2Derivation(.argon2id, memory: 19_456, passes: 2, lanes: 1)
        case .development: DevelopmentDerivation()
        }
    }
}
