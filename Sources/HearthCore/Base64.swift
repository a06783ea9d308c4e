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
        // The loop runs over a span: over a collection of another module's choosing it is ten times slower. A contiguous
        // array has one on every system, an array only since iOS 26; neither is copied to become the other.
        let bytes = ContiguousArray(bytes)
        return Array(encode(bytes.span, alphabet))
    }

    private static func encode(_ bytes: Span<UInt8>, _ alphabet: Alphabet) -> ContiguousArray<UInt8> {
        let table = alphabet == .url ? urlCharacters : standardCharacters
        let characters = table.span
        let rest = bytes.count % 3
        let length = bytes.count / 3 * 4 + (rest == 0 ? 0 : rest + 1)
        let capacity = alphabet == .url ? length : (length + 3) / 4 * 4
        var text = ContiguousArray(repeating: UInt8(ascii: "="), count: capacity)
        var output = text.mutableSpan
        var to = 0
        var from = 0
        while from + 2 < bytes.count {
            let word = UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2])
            output[to] = characters[Int(word >> 18)]
            output[to + 1] = characters[Int(word >> 12 & 63)]
            output[to + 2] = characters[Int(word >> 6 & 63)]
            output[to + 3] = characters[Int(word & 63)]
            from += 3
            to += 4
        }
        if rest > 0 {
            let word = UInt32(bytes[from]) << 16 | (rest == 2 ? UInt32(bytes[from + 1]) << 8 : 0)
            output[to] = characters[Int(word >> 18)]
            output[to + 1] = characters[Int(word >> 12 & 63)]
            if rest == 2 { output[to + 2] = characters[Int(word >> 6 & 63)] }
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
        let text = ContiguousArray(text)
        return decode(text.span, alphabet)
    }

    /// Reads canonical text that is a part of a larger one, without a copy of it.
    ///
    /// - Parameters:
    ///   - text: The text, as UTF-8.
    ///   - alphabet: The alphabet it is written in. Defaults to ``Alphabet/url``.
    /// - Returns: The bytes, or `nil` if the text is not canonical.
    public static func decode(_ text: Span<UInt8>, _ alphabet: Alphabet = .url) -> [UInt8]? {
        guard alphabet == .standard else { return decode(text, urlValues) }
        guard text.count % 4 == 0 else { return nil }
        var length = text.count
        while length > max(0, text.count - 2), text[length - 1] == UInt8(ascii: "=") { length -= 1 }
        return decode(text.extracting(first: length), standardValues)
    }

    /// Reads canonical text without its padding; a value of 255 stands for a character that the alphabet lacks.
    private static func decode(_ text: Span<UInt8>, _ table: ContiguousArray<UInt8>) -> [UInt8]? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        let values = table.span
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: text.count / 4 * 3 + (rest == 0 ? 0 : rest - 1))
        var output = bytes.mutableSpan
        var to = 0
        var from = 0
        var seen: UInt32 = 0
        while from + 3 < text.count {
            let first = UInt32(values[Int(text[from])])
            let second = UInt32(values[Int(text[from + 1])])
            let third = UInt32(values[Int(text[from + 2])])
            let fourth = UInt32(values[Int(text[from + 3])])
            seen |= first | second | third | fourth
            let word = first << 18 | second << 12 | third << 6 | fourth
            output[to] = UInt8(truncatingIfNeeded: word >> 16)
            output[to + 1] = UInt8(truncatingIfNeeded: word >> 8)
            output[to + 2] = UInt8(truncatingIfNeeded: word)
            from += 4
            to += 3
        }
        if rest > 0 {
            var word = UInt32(values[Int(text[from])]) << 6 | UInt32(values[Int(text[from + 1])])
            if rest == 3 { word = word << 6 | UInt32(values[Int(text[from + 2])]) }
            for index in from..<text.count { seen |= UInt32(values[Int(text[index])]) }
            let stray: UInt32 = rest == 3 ? 2 : 4
            guard word & (1 << stray - 1) == 0 else { return nil }
            output[to] = UInt8(truncatingIfNeeded: word >> (rest == 3 ? 10 : 4))
            if rest == 3 { output[to + 1] = UInt8(truncatingIfNeeded: word >> 2) }
        }
        return seen < 64 ? Array(bytes) : nil
    }

    /// Reads text in either alphabet, padded at its end or not, in one line or many, as lenient peers write it.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes, or `nil` if a character belongs to neither alphabet or follows the padding.
    public static func decodeLeniently(_ text: String) -> [UInt8]? {
        var normal: [UInt8] = []
        var isPadded = false
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "+"): normal.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): normal.append(UInt8(ascii: "_"))
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "="):
                isPadded = true
                continue
            default: normal.append(character)
            }
            // What follows is another text, which begins in the middle of a byte of this one.
            if isPadded { return nil }
        }
        return decode(normal)
    }

    private static let standardCharacters = ContiguousArray(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let urlCharacters = ContiguousArray(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    private static let standardValues = inverse(of: standardCharacters)
    private static let urlValues = inverse(of: urlCharacters)

    private static func inverse(of characters: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        var values = ContiguousArray<UInt8>(repeating: 0xFF, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }
}
