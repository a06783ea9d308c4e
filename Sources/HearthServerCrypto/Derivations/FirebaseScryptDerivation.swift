public import HearthCore
internal import HearthCrypto

/// The parameters of Firebase's modified scrypt, which belong to a project and are shown in its console.
public struct FirebaseScryptParameters: Sendable {
    /// The project's signer key, 64 bytes at Firebase.
    public var signerKey: Secret<[UInt8]>
    /// What stands between the salt and nothing: one byte at Firebase.
    public var saltSeparator: [UInt8]
    /// The block size r, 1 to 8, which Firebase calls rounds.
    public var rounds: Int
    /// The exponent of the cost N, 1 to 14.
    public var memoryCost: Int

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - signerKey: The project's signer key.
    ///   - saltSeparator: What is appended to each salt.
    ///   - rounds: The block size r, 1 to 8. Defaults to Firebase's 8.
    ///   - memoryCost: The exponent of the cost N, 1 to 14. Defaults to Firebase's 14.
    public init(signerKey: Secret<[UInt8]>, saltSeparator: [UInt8], rounds: Int = 8, memoryCost: Int = 14) {
        self.signerKey = signerKey
        self.saltSeparator = saltSeparator
        self.rounds = rounds
        self.memoryCost = memoryCost
    }
}

/// Firebase's own hash, `SCRYPT` on the wire: the project's signer key, encrypted under what scrypt makes of the
/// password.
struct FirebaseScryptDerivation: PasswordDerivation {
    static let names = ["firebase-scrypt"]

    let parameters: FirebaseScryptParameters
    private let scrypt: Scrypt

    init(_ parameters: FirebaseScryptParameters) throws(CryptoError) {
        guard (1...14).contains(parameters.memoryCost), (1...8).contains(parameters.rounds),
            (1...256).contains(parameters.signerKey.reveal().count), parameters.saltSeparator.count <= 64
        else {
            throw CryptoError(
                .parameterOutOfRange,
                "firebase-scrypt: memory cost \(parameters.memoryCost), rounds \(parameters.rounds); at most 14 and 8"
            )
        }
        self.parameters = parameters
        scrypt = try Scrypt(cost: 1 << parameters.memoryCost, blockSize: parameters.rounds, parallelization: 1)
    }

    init(reading text: PHCString) throws(CryptoError) {
        try self.init(
            FirebaseScryptParameters(
                signerKey: Secret(text.bytes("sk")),
                saltSeparator: text.bytes("ss"),
                rounds: text.number("r"),
                memoryCost: text.number("ln")
            )
        )
    }

    var head: PHCString {
        PHCString(
            "firebase-scrypt",
            [
                ("ln", String(parameters.memoryCost)), ("r", String(parameters.rounds)),
                ("ss", PHCString.text(parameters.saltSeparator)),
                ("sk", PHCString.text(parameters.signerKey.reveal())),
            ]
        )
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        let key = try scrypt.derive(password, salt: salt + parameters.saltSeparator, count: 32)
        return try AES256CTR.encrypt(parameters.signerKey.reveal(), key: Secret(key))
    }
}
