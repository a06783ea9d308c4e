public import HearthCore
internal import HearthWire

/// How the password hashes of an import were made.
public struct PasswordHashing: Sendable {
    private let apply: @Sendable (inout ImportAccounts.Request) -> Void

    private init(_ apply: @escaping @Sendable (inout ImportAccounts.Request) -> Void) {
        self.apply = apply
    }

    func fill(_ request: inout ImportAccounts.Request) {
        apply(&request)
    }

    /// BCrypt; the hash is its text, for example `$2b$10$…`, and holds the salt.
    public static let bcrypt = PasswordHashing { $0.hashAlgorithm = "BCRYPT" }

    /// Firebase's own variant of scrypt, with the parameters that its console shows.
    ///
    /// - Parameters:
    ///   - signerKey: The project's signer key.
    ///   - saltSeparator: What stands between salt and password.
    ///   - rounds: `rounds`, 1 to 8.
    ///   - memoryCost: `mem_cost`, 1 to 14.
    /// - Returns: The description.
    public static func firebaseScrypt(
        signerKey: Secret<[UInt8]>,
        saltSeparator: [UInt8],
        rounds: Int,
        memoryCost: Int
    ) -> PasswordHashing {
        PasswordHashing {
            $0.hashAlgorithm = "SCRYPT"
            $0.signerKey = Base64.encode(signerKey.reveal())
            $0.saltSeparator = Base64.encode(saltSeparator)
            $0.rounds = rounds
            $0.memoryCost = memoryCost
        }
    }

    /// PBKDF2 with HMAC-SHA-256.
    ///
    /// - Parameter rounds: The iterations.
    /// - Returns: The description.
    public static func pbkdf2SHA256(rounds: Int) -> PasswordHashing {
        PasswordHashing {
            $0.hashAlgorithm = "PBKDF2_SHA256"
            $0.rounds = rounds
        }
    }

    /// Scrypt as in [RFC 7914](https://www.rfc-editor.org/rfc/rfc7914).
    ///
    /// - Parameters:
    ///   - cost: The cost `N`, a power of two.
    ///   - blockSize: The block size `r`.
    ///   - parallelization: The parallelization `p`.
    /// - Returns: The description.
    public static func scrypt(cost: Int, blockSize: Int, parallelization: Int) -> PasswordHashing {
        PasswordHashing {
            $0.hashAlgorithm = "STANDARD_SCRYPT"
            $0.cpuMemCost = cost
            $0.blockSize = blockSize
            $0.parallelization = parallelization
        }
    }
}
