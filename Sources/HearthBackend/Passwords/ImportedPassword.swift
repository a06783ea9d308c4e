internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthWire

/// Reads password hashes that were made elsewhere.
struct ImportedPassword: Sendable {
    /// How the hashes of one import were made.
    let request: ImportAccounts.Request
    /// Whether a hash of which nothing is known is an error; the emulator drops it.
    let isStrict: Bool

    /// The hash of one user.
    ///
    /// - Returns: The hash, or `nil` if the user has none.
    /// - Throws: `CryptoError` if the parameters are out of bounds or the hash is not one of the algorithm.
    func hash(of user: UserInfo) throws -> PasswordHash? {
        guard let text = user.passwordHash, !text.isEmpty else { return nil }
        guard let algorithm = request.hashAlgorithm, !algorithm.isEmpty else { return try ownHash(text) }
        guard let hash = Base64.decodeLeniently(text), let salt = Base64.decodeLeniently(user.salt ?? "") else {
            throw CryptoError(.malformed, "not base64")
        }
        switch algorithm {
        case "SCRYPT": return try .firebaseScrypt(hash: hash, salt: salt, parameters: try scryptParameters())
        case "STANDARD_SCRYPT":
            return try .scrypt(
                hash: hash,
                salt: salt,
                cost: request.cpuMemCost ?? request.memoryCost ?? 0,
                blockSize: request.blockSize ?? 8,
                parallelization: request.parallelization ?? 1
            )
        case "BCRYPT": return try .bcrypt(String(decoding: hash, as: UTF8.self))
        case "ARGON2": return try argon2(hash: hash, salt: salt)
        case "PBKDF2_SHA256": return try .pbkdf2(hash: hash, salt: salt, digest: .sha256, rounds: rounds)
        case "PBKDF_SHA1": return try .pbkdf2(hash: hash, salt: salt, digest: .sha1, rounds: rounds)
        default: return try digest(algorithm, hash: hash, salt: salt)
        }
    }

    /// A hash that this server exported: the whole text, in base64.
    ///
    /// - Returns: The hash, or `nil` if the text is none of this server's: without an algorithm it cannot be used.
    /// - Throws: `CryptoError` if it is one that would cost too much, or is damaged.
    private func ownHash(_ text: String) throws -> PasswordHash? {
        guard let bytes = Base64.decodeLeniently(text), bytes.first == UInt8(ascii: "$") else {
            guard isStrict else { return nil }
            throw CryptoError(.malformed, "the import names no hashAlgorithm, and the hash is not of this server")
        }
        return try PasswordHash(text: String(decoding: bytes, as: UTF8.self))
    }

    private var rounds: Int { request.rounds ?? 1 }

    /// Which came first, if the import says so.
    private var order: SaltOrder? {
        switch request.passwordHashOrder {
        case "PASSWORD_AND_SALT": .passwordFirst
        case "SALT_AND_PASSWORD": .saltFirst
        default: nil
        }
    }

    private func key() throws -> Secret<[UInt8]> {
        guard let key = Base64.decodeLeniently(request.signerKey ?? "") else {
            throw CryptoError(.malformed, "the signer key is not base64")
        }
        return Secret(key)
    }

    private func scryptParameters() throws -> FirebaseScryptParameters {
        FirebaseScryptParameters(
            signerKey: try key(),
            saltSeparator: Base64.decodeLeniently(request.saltSeparator ?? "") ?? [],
            rounds: request.rounds ?? 8,
            memoryCost: request.memoryCost ?? 14
        )
    }

    private func argon2(hash: [UInt8], salt: [UInt8]) throws -> PasswordHash {
        let parameters = request.argon2Parameters ?? ImportAccounts.Argon2Parameters()
        let variant: Argon2Variant =
            switch parameters.hashType {
            case "ARGON2_D": .argon2d
            case "ARGON2_I": .argon2i
            default: .argon2id
            }
        return try .argon2(
            hash: hash,
            salt: salt,
            variant: variant,
            version: parameters.version == "VERSION_10" ? .v10 : .v13,
            memory: parameters.memoryCostKib ?? 0,
            passes: parameters.iterations ?? 0,
            lanes: parameters.parallelism ?? 0,
            associatedData: Base64.decodeLeniently(parameters.associatedData ?? "") ?? []
        )
    }

    private func digest(_ algorithm: String, hash: [UInt8], salt: [UInt8]) throws -> PasswordHash {
        let name = algorithm.hasPrefix("HMAC_") ? String(algorithm.dropFirst(5)) : algorithm
        let digest: Digest
        switch name {
        case "SHA512": digest = .sha512
        case "SHA256": digest = .sha256
        case "SHA1": digest = .sha1
        case "MD5": digest = .md5
        default: throw CryptoError(.malformed, "an unknown algorithm")
        }
        // Without a word, the salt follows in a keyed digest and leads in a plain one: so the Admin SDKs' users hash.
        if algorithm.hasPrefix("HMAC_") {
            return try .hmac(hash: hash, salt: salt, digest: digest, key: try key(), order: order ?? .passwordFirst)
        }
        return try .digest(
            hash: Self.plain(hash, digest),
            salt: salt,
            digest: digest,
            rounds: request.rounds ?? 0,
            order: order ?? .saltFirst
        )
    }

    /// Many tools keep a plain digest as hexadecimal text.
    private static func plain(_ hash: [UInt8], _ digest: Digest) -> [UInt8] {
        guard hash.count == digest.byteCount * 2 else { return hash }
        return Hex.decode(String(decoding: hash, as: UTF8.self)) ?? hash
    }
}
