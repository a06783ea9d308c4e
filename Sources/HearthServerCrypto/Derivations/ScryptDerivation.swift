internal import HearthCrypto

/// Plain scrypt, `STANDARD_SCRYPT` on the wire.
struct ScryptDerivation: PasswordDerivation {
    static let names = ["scrypt"]

    let scrypt: Scrypt

    init(_ scrypt: Scrypt) {
        self.scrypt = scrypt
    }

    init(reading text: PHCString) throws(CryptoError) {
        scrypt = try Scrypt(
            cost: text.number("n"),
            blockSize: text.number("r"),
            parallelization: text.number("p")
        )
    }

    var head: PHCString {
        PHCString(
            "scrypt",
            [
                ("n", String(scrypt.cost)), ("r", String(scrypt.blockSize)), ("p", String(scrypt.parallelization)),
            ]
        )
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        try scrypt.derive(password, salt: salt, count: count)
    }
}
