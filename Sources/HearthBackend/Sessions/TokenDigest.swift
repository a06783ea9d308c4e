internal import HearthCore
internal import HearthCrypto

/// What a table keeps of a token of 256 random bits: their SHA-256, which is enough because they cannot be guessed.
enum TokenDigest {
    static func of(_ token: Secret<String>) -> [UInt8] {
        Digest.sha256.hash(Array(token.reveal().utf8))
    }
}
