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

    /// The number with all but its last four digits hidden, as second factors are shown.
    public var obfuscated: String {
        "+" + String(repeating: "*", count: text.utf8.count - 5) + text.suffix(4)
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
