internal import HearthCore
internal import HearthCrypto

/// What a session is found by: the moment of its start, and the SHA-256 of its refresh token behind it.
///
/// Sessions that start together lie side by side so, and are written together. By their digests alone they would be
/// scattered over the table, and each would cost a page of its own.
enum SessionKey {
    private static let timeSize = 6
    private static let randomSize = 32
    /// The time's digits in base64, and those of the whole token.
    private static let timeDigits = 8
    private static let tokenDigits = 51
    /// Earlier tokens had no time: the keys of new ones come after all but a few of theirs.
    private static let mark: UInt8 = 0xFF

    /// A refresh token: milliseconds since 1970 in 48 bits, and 256 random bits, in base64.
    static func makeToken(at now: UnixTime, _ random: RandomSource) -> Secret<String> {
        let time = UInt64(clamping: now.milliseconds)
        let bytes = (0..<timeSize).map { UInt8(truncatingIfNeeded: time >> (8 * (timeSize - 1 - $0))) }
        return Secret(Base64.encode(bytes + random.bytes(randomSize)))
    }

    /// The key of a refresh token; of one without a time, the digest alone.
    static func of(_ token: Secret<String>) -> [UInt8] {
        let text = Array(token.reveal().utf8)
        let digest = Digest.sha256.hash(text)
        guard text.count == tokenDigits, let time = Base64.decode(text[..<timeDigits]) else { return digest }
        return [mark] + time + digest
    }
}
