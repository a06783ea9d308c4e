internal import HearthCore
internal import HearthJSON

/// How the hashes of an import were made, in the words of `firebase auth:import`.
enum HashOptions {
    static let valued: Set<String> = [
        "hash-algo", "hash-key", "salt-separator", "rounds", "mem-cost", "parallelization", "block-size", "dk-len",
        "hash-input-order",
    ]
    static let help = """
          --hash-algo NAME    how the file's passwords are hashed: SCRYPT,
                              STANDARD_SCRYPT, BCRYPT, PBKDF2_SHA256, PBKDF_SHA1,
                              HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, HMAC_MD5, SHA512,
                              SHA256, SHA1 or MD5 (what hearth exported needs none)
          --hash-key KEY      the signer key, in base64
          --salt-separator S  the salt separator of SCRYPT, in base64
          --rounds N, --mem-cost N, --parallelization N, --block-size N, --dk-len N
                              the cost of the algorithm
          --hash-input-order SALT_FIRST|PASSWORD_FIRST
                              what the digest was made of first
        """

    private static let texts = ["hash-key": "signerKey", "salt-separator": "saltSeparator"]
    private static let largest = 1_048_576

    /// The members of the import's request.
    ///
    /// - Throws: ``UsageError`` if an option has another value than it may have.
    static func members(_ options: Options) throws -> JSONObject {
        var members = JSONObject()
        guard let name = options.last("hash-algo") else {
            if let option = valued.sorted().first(where: { options.last($0) != nil }) {
                throw UsageError("--\(option) needs --hash-algo", hint: "hearth users --help explains the options")
            }
            return members
        }
        let algorithm = name.uppercased()
        members["hashAlgorithm"] = .string(algorithm)
        for (option, member) in texts {
            guard let text = options.last(option) else { continue }
            guard let bytes = Base64.decodeLeniently(text) else {
                // Without the text: a signer key is a secret.
                throw UsageError("--\(option): expected base64", hint: "hearth users --help explains the options")
            }
            members[member] = .string(Base64.encode(bytes))
        }
        let memory = algorithm == "STANDARD_SCRYPT" ? "cpuMemCost" : "memoryCost"
        let numbers = [
            "rounds": "rounds", "mem-cost": memory, "parallelization": "parallelization", "block-size": "blockSize",
            "dk-len": "dkLen",
        ]
        for (option, member) in numbers where options.last(option) != nil {
            members[member] = .integer(Int64(try options.integer(option, in: 0...largest, default: 0)))
        }
        if let order = options.last("hash-input-order") {
            switch order {
            case "SALT_FIRST": members["passwordHashOrder"] = "SALT_AND_PASSWORD"
            case "PASSWORD_FIRST": members["passwordHashOrder"] = "PASSWORD_AND_SALT"
            default: throw options.refusal("hash-input-order", order, expected: "SALT_FIRST or PASSWORD_FIRST")
            }
        }
        return members
    }
}
