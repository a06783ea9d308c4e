public import HearthCore
public import HearthCrypto

/// Hashes passwords and checks them, without ever blocking a thread of Swift's executor.
public struct PasswordHasher: Sendable {
    /// The longest password that is looked at, in bytes of UTF-8.
    public static let maximumPasswordBytes = 4096

    /// How new passwords are hashed.
    public let scheme: PasswordScheme

    private static let saltBytes = 16
    private static let outputBytes = 32
    private let pool: WorkerPool
    private let random: RandomSource
    /// Hears of the algorithm of each hash that is computed, for tests.
    package var derived: (@Sendable (String) -> Void)?

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - scheme: How new passwords are hashed. Defaults to ``PasswordScheme/argon2id``.
    ///   - pool: Where the work is done. Defaults to a new pool, of as many threads as there are cores.
    ///   - random: Where salts come from. Defaults to the system's generator.
    public init(
        scheme: PasswordScheme = .argon2id,
        pool: WorkerPool = WorkerPool(),
        random: RandomSource = .system
    ) {
        self.scheme = scheme
        self.pool = pool
        self.random = random
    }

    /// Hashes a new password with a new salt.
    ///
    /// - Parameter password: The password, at most ``maximumPasswordBytes`` long.
    /// - Returns: The hash to keep.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/passwordTooLong``, ``CryptoError/Code/overloaded`` or
    ///   ``CryptoError/Code/cancelled``.
    public func hash(_ password: Secret<String>) async throws(CryptoError) -> PasswordHash {
        let derivation = try scheme.derivation()
        let salt = random.bytes(Self.saltBytes)
        let output = try await derive(derivation, password, salt: salt, count: Self.outputBytes)
        return try PasswordHash(derivation, salt: salt, output: output)
    }

    /// Checks a password.
    ///
    /// What differs, and where, takes no measurable time. A wrong password costs the same for every account: whether
    /// there is a hash, and of which scheme, cannot be told from the time.
    ///
    /// - Parameters:
    ///   - password: The password that was typed.
    ///   - hash: The hash that was kept; `nil` if there is no account, or one without a password.
    ///   - others: One hash of each scheme that other accounts have beside ``scheme``, at best made by
    ///     ``PasswordHash/decoy``. A wrong password is hashed by each of these schemes too.
    /// - Returns: Whether it is the password that was hashed.
    /// - Throws: ``CryptoError``, as ``hash(_:)`` does.
    public func verify(
        _ password: Secret<String>,
        against hash: PasswordHash?,
        imitating others: [PasswordHash] = []
    ) async throws(CryptoError) -> Bool {
        var done: Set<String> = []
        if let hash {
            let expected = hash.output.reveal()
            let output = try await derive(hash.derivation, password, salt: hash.salt, count: expected.count)
            if ConstantTime.equals(output, expected) { return true }
            done.insert(hash.scheme.reveal())
        }
        for other in others where done.insert(other.scheme.reveal()).inserted {
            let count = other.output.reveal().count
            let output = try await derive(other.derivation, password, salt: other.salt, count: count)
            _ = ConstantTime.equals(output, other.output.reveal())
        }
        if done.insert(try scheme.derivation().head.text).inserted { try await verifyAgainstNothing(password) }
        return false
    }

    /// Does the work of checking a password against a hash of today's scheme that no account has.
    ///
    /// It takes as long as a hash of ``scheme`` does.
    ///
    /// - Parameter password: The password that was typed.
    /// - Throws: ``CryptoError``, as ``hash(_:)`` does.
    public func verifyAgainstNothing(_ password: Secret<String>) async throws(CryptoError) {
        let salt = [UInt8](repeating: 0, count: Self.saltBytes)
        let output = try await derive(scheme.derivation(), password, salt: salt, count: Self.outputBytes)
        _ = ConstantTime.equals(output, [UInt8](repeating: 0, count: Self.outputBytes))
    }

    /// Whether a hash was made by another algorithm or at another cost than new ones are.
    ///
    /// Ask after the password was found right, and keep a new hash if so.
    ///
    /// - Parameter hash: The hash that was kept.
    /// - Returns: Whether it should be replaced.
    public func needsUpgrade(_ hash: PasswordHash) -> Bool {
        guard let head = try? scheme.derivation().head else { return false }
        return hash.derivation.head.text != head.text
    }

    private func derive(
        _ derivation: any PasswordDerivation,
        _ password: Secret<String>,
        salt: [UInt8],
        count: Int
    ) async throws(CryptoError) -> [UInt8] {
        let bytes = Array(password.reveal().utf8)
        guard bytes.count <= Self.maximumPasswordBytes else { throw CryptoError(.passwordTooLong) }
        derived?(derivation.head.name)
        if derivation.isInstant { return try derivation.derive(bytes, salt: salt, count: count) }
        return try await pool.run { () throws(CryptoError) in
            try derivation.derive(bytes, salt: salt, count: count)
        }
    }
}
