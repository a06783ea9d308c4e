internal import HearthCrypto

/// One salted SHA-256: costs nothing, protects nothing.
struct DevelopmentDerivation: PasswordDerivation {
    static let names = ["hearth-dev"]

    init() {}

    init(reading text: PHCString) throws(CryptoError) {}

    var head: PHCString { PHCString("hearth-dev", []) }

    var isInstant: Bool { true }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        Digest.sha256.hash(salt + password)
    }
}
