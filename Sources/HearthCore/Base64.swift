/// Base64 in the two alphabets of [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648), strict when it reads.
public enum Base64: Sendable {
    /// Which characters stand for 62 and 63, and whether `=` fills the last group.
    public enum Alphabet: Sendable {
        /// RFC 4648 §4: `+` and `/`, padded.
        case standard
        /// RFC 4648 §5: `-` and `_`, not padded, as JOSE uses it.
        case url
    }

    /// Writes bytes as text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - alphabet: The alphabet to write in. Defaults to ``Alphabet/url``.
    /// - Returns: ASCII text, about four thirds as long.
    public static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .url) -> String {
        String(decoding: encodeToBytes(bytes, alphabet), as: UTF8.self)
    }

    /// Writes bytes as ASCII bytes, for text that is assembled before it becomes a string.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - alphabet: The alphabet to write in. Defaults to ``Alphabet/url``.
    /// - Returns: ASCII bytes.
    public static func encodeToBytes(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .url) -> [UInt8] {
        // The loop runs over an array: over a collection of another module's choosing it is ten times slower.
        encodeArray(Array(bytes), alphabet)
    }

    private static func encodeArray(_ bytes: [UInt8], _ alphabet: Alphabet) -> [UInt8] {
        let table = alphabet == .url ? urlCharacters : standardCharacters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var buffer: UInt32 = 0
        var pending = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            pending += 8
            while pending >= 6 {
                pending -= 6
                text.append(table[Int(buffer >> UInt32(pending) & 63)])
            }
        }
        if pending > 0 { text.append(table[Int(buffer << UInt32(6 - pending) & 63)]) }
        if alphabet == .standard {
            while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        }
        return text
    }

    /// Reads canonical text: no white space, no stray bits, padding exactly as the alphabet asks.
    ///
    /// - Parameters:
    ///   - text: The text, as UTF-8.
    ///   - alphabet: The alphabet it is written in. Defaults to ``Alphabet/url``.
    /// - Returns: The bytes, or `nil` if the text is not canonical.
    public static func decode(_ text: some Collection<UInt8>, _ alphabet: Alphabet = .url) -> [UInt8]? {
        decodeArray(Array(text), alphabet)
    }

    private static func decodeArray(_ text: [UInt8], _ alphabet: Alphabet) -> [UInt8]? {
        var length = text.count
        if alphabet == .standard {
            guard length % 4 == 0 else { return nil }
            length -= text.suffix(2).count { $0 == UInt8(ascii: "=") }
        }
        guard length % 4 != 1 else { return nil }
        let values = alphabet == .url ? urlValues : standardValues
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length * 3 / 4)
        var buffer: UInt32 = 0
        var pending = 0
        for character in text.prefix(length) {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            buffer = buffer << 6 | UInt32(value)
            pending += 6
            if pending >= 8 {
                pending -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(pending)))
            }
        }
        guard buffer & (1 << UInt32(pending) - 1) == 0 else { return nil }
        return bytes
    }

    /// Reads text in either alphabet, padded or not, as lenient peers write it.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes, or `nil` if a character belongs to neither alphabet.
    public static func decodeLeniently(_ text: String) -> [UInt8]? {
        var normal: [UInt8] = []
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "+"): normal.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): normal.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            default: normal.append(character)
            }
        }
        return decode(normal)
    }

    private static let standardCharacters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let urlCharacters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    private static let standardValues = inverse(of: standardCharacters)
    private static let urlValues = inverse(of: urlCharacters)

    private static func inverse(of characters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }
}
