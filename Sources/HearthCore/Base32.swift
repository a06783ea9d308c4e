/// Base 32 ([RFC 4648 §6](https://www.rfc-editor.org/rfc/rfc4648#section-6)), as people type keys into authenticator
/// apps.
public enum Base32: Sendable {
    /// Writes bytes in upper case, without padding.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: ASCII text, eight characters for five bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var buffer: UInt32 = 0
        var count = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(characters[Int(buffer >> count & 31)])
            }
        }
        if count > 0 { text.append(characters[Int(buffer << (5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads text of either case; spaces between groups and padding at the end are dropped.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes, or `nil` if the text is anything else.
    public static func decode(_ text: String) -> [UInt8]? {
        var digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        // 1, 3 or 6 characters too many hold no whole byte.
        guard ![1, 3, 6].contains(digits.count % 8) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 5 / 8)
        var buffer: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            buffer = buffer << 5 | value
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> count))
            }
        }
        // What is left over must be zero: a key has one spelling.
        return buffer & (1 << count - 1) == 0 ? bytes : nil
    }

    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(digit - UInt8(ascii: "2") + 26)
        default: nil
        }
    }
}
