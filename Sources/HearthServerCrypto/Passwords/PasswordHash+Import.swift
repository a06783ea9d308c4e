public import HearthCore
public import HearthCrypto

/// The formats that Firebase imports. Each refuses, with ``CryptoError/Code/parameterOutOfRange``, a cost that
/// would let an import occupy the server.
extension PasswordHash {
    /// Firebase's own hash, `SCRYPT`.
    ///
    /// - Parameters:
    ///   - hash: As many bytes as the signer key has.
    ///   - salt: The account's salt.
    ///   - parameters: The parameters of the project that made it.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func firebaseScrypt(
        hash: [UInt8],
        salt: [UInt8],
        parameters: FirebaseScryptParameters
    ) throws(CryptoError) -> PasswordHash {
        try PasswordHash(FirebaseScryptDerivation(parameters), salt: salt, output: hash)
    }

    /// Plain scrypt, `STANDARD_SCRYPT`.
    ///
    /// - Parameters:
    ///   - hash: The hash, as long as it was made.
    ///   - salt: The account's salt.
    ///   - cost: The cost N, a power of two; `cost × blockSize × parallelization` is at most 2²⁰.
    ///   - blockSize: The block size r.
    ///   - parallelization: The parallelization p.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func scrypt(
        hash: [UInt8],
        salt: [UInt8],
        cost: Int,
        blockSize: Int,
        parallelization: Int
    ) throws(CryptoError) -> PasswordHash {
        let scrypt = try Scrypt(cost: cost, blockSize: blockSize, parallelization: parallelization)
        return try PasswordHash(ScryptDerivation(scrypt), salt: salt, output: hash)
    }

    /// Argon2, `ARGON2`.
    ///
    /// - Parameters:
    ///   - hash: The hash, as long as it was made.
    ///   - salt: The account's salt, at least 8 bytes.
    ///   - variant: Which of the three.
    ///   - version: Which edition. Defaults to 1.3.
    ///   - memory: The memory in KiB, at most 32768.
    ///   - passes: The passes over the memory, at most 16.
    ///   - lanes: The degree of parallelism, at most 16.
    ///   - associatedData: What was hashed along, at most 1 KiB. Defaults to nothing.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func argon2(
        hash: [UInt8],
        salt: [UInt8],
        variant: Argon2Variant,
        version: Argon2Version = .v13,
        memory: Int,
        passes: Int,
        lanes: Int,
        associatedData: [UInt8] = []
    ) throws(CryptoError) -> PasswordHash {
        guard salt.count >= 8 else { throw CryptoError(.parameterOutOfRange, "argon2: a salt under 8 bytes") }
        let derivation = try Argon2Derivation(
            variant,
            version: version,
            memory: memory,
            passes: passes,
            lanes: lanes,
            associatedData: associatedData
        )
        return try PasswordHash(derivation, salt: salt, output: hash)
    }

    /// PBKDF2, `PBKDF2_SHA256` and `PBKDF_SHA1`.
    ///
    /// - Parameters:
    ///   - hash: The hash, as long as it was made.
    ///   - salt: The account's salt.
    ///   - digest: SHA-1, SHA-256 or SHA-512.
    ///   - rounds: The rounds, at most a million.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func pbkdf2(
        hash: [UInt8],
        salt: [UInt8],
        digest: Digest,
        rounds: Int
    ) throws(CryptoError) -> PasswordHash {
        let derivation = try PBKDF2Derivation(digest, rounds: rounds)
        try require(PBKDF2Derivation.names.contains(derivation.head.name), digest)
        return try PasswordHash(derivation, salt: salt, output: hash)
    }

    /// One keyed digest, `HMAC_SHA512`, `HMAC_SHA256`, `HMAC_SHA1` and `HMAC_MD5`.
    ///
    /// - Parameters:
    ///   - hash: As many bytes as the digest has.
    ///   - salt: The account's salt.
    ///   - digest: The digest.
    ///   - key: The signer key, at most 1 KiB.
    ///   - order: Whether the salt stood first.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func hmac(
        hash: [UInt8],
        salt: [UInt8],
        digest: Digest,
        key: Secret<[UInt8]>,
        order: SaltOrder
    ) throws(CryptoError) -> PasswordHash {
        let derivation = try KeyedDigestDerivation(digest, key: key, order: order)
        try require(KeyedDigestDerivation.names.contains(derivation.head.name), digest)
        try require(hash.count == digest.byteCount, digest)
        return try PasswordHash(derivation, salt: salt, output: hash)
    }

    /// A digest, repeated: `SHA512`, `SHA256`, `SHA1` and `MD5`.
    ///
    /// - Parameters:
    ///   - hash: As many bytes as the digest has.
    ///   - salt: The account's salt.
    ///   - digest: The digest.
    ///   - rounds: How often it was applied, at most 8192; zero means once.
    ///   - order: Whether the salt stood first.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func digest(
        hash: [UInt8],
        salt: [UInt8],
        digest: Digest,
        rounds: Int,
        order: SaltOrder
    ) throws(CryptoError) -> PasswordHash {
        let derivation = try IteratedDigestDerivation(digest, rounds: rounds, order: order)
        try require(IteratedDigestDerivation.names.contains(derivation.head.name), digest)
        try require(hash.count == digest.byteCount, digest)
        return try PasswordHash(derivation, salt: salt, output: hash)
    }

    /// The hash of OpenBSD, `BCRYPT`.
    ///
    /// A password over 72 bytes never matches, because bcrypt would ignore the rest of it.
    ///
    /// - Parameter text: A hash such as `$2b$10$…`, of 60 characters, with a cost of 4 to 14.
    /// - Returns: The hash.
    /// - Throws: ``CryptoError``.
    public static func bcrypt(_ text: String) throws(CryptoError) -> PasswordHash {
        let fields = text.split(separator: "$", omittingEmptySubsequences: false)
        guard text.utf8.count == 60, fields.count == 4, fields[0].isEmpty, fields[2].utf8.count == 2,
            fields[2].utf8.allSatisfy({ (48...57).contains($0) }), let cost = Int(fields[2]),
            fields[3].utf8.count == 53, fields[3].utf8.allSatisfy(BCryptDerivation.isLetter)
        else { throw CryptoError(.malformed, "not a bcrypt hash") }
        let letters = Array(fields[3].utf8)
        return try PasswordHash(
            BCryptDerivation(revision: String(fields[1]), cost: cost),
            salt: Array(letters.prefix(BCryptDerivation.saltLetters)),
            output: Array(letters.suffix(BCryptDerivation.outputLetters))
        )
    }

    private static func require(_ isRight: Bool, _ digest: Digest) throws(CryptoError) {
        guard isRight else { throw CryptoError(.malformed, "not a hash by \(digest.rawValue)") }
    }
}
