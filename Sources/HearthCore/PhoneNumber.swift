/// A telephone number in E.164 form: `+`, then 7 to 15 digits, the first not zero.
public struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number, for example `+15555550100`.
    public let text: String

    /// Accepts a number; spaces, dashes, dots and parentheses between the digits are dropped.
    ///
    /// - Parameter text: What the user typed, beginning with `+`, in 64 bytes at most.
    public init?(_ text: String) {
        var digits: [UInt8] = []
        guard text.utf8.count <= 64, text.utf8.first == UInt8(ascii: "+") else { return nil }
        for byte in text.utf8.dropFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"):
                continue
            default: return nil
            }
        }
        guard (7...15).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        self.text = "+" + String(decoding: digits, as: UTF8.self)
    }

    /// Accepts what the emulator accepts: everything of printable ASCII that begins with `+`, at most 64 bytes.
    ///
    /// For development, where tests make numbers up; a number that is one comes out as ``init(_:)`` reads it.
    ///
    /// - Parameter text: What the user typed.
    public init?(lenient text: String) {
        guard let number = PhoneNumber(text) else {
            guard text.utf8.first == UInt8(ascii: "+"), text.utf8.count <= 64,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
            self.text = text
            return
        }
        self = number
    }

    /// Reads a number back that was accepted once, by whatever rules: what is stored is never lost to a stricter one.
    ///
    /// - Parameter stored: The ``text`` of a number, or any other text.
    package init(stored: String) {
        text = PhoneNumber(stored)?.text ?? stored
    }

    /// The number with all but its last four digits hidden, as second factors are shown.
    public var obfuscated: String {
        var visible = 4
        let characters = text.reversed().map { character -> Character in
            guard character.isNumber else { return character }
            visible -= 1
            return visible >= 0 ? character : "*"
        }
        return String(characters.reversed())
    }

    /// The number, for example `+15555550100`.
    public var description: String { text }
}

extension PhoneNumber: Codable {
    /// Reads the text of a number.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if it is not a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = PhoneNumber(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a telephone number")
        }
        self = number
    }

    /// Writes ``text``.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
