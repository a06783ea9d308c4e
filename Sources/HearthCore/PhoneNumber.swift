/// A telephone number in E.164 form: `+`, then 7 to 15 digits, the first not zero.
public struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number, for example `+15555550100`.
    public let text: String

    /// Accepts a number; spaces, dashes, dots and parentheses between the digits are dropped.
    ///
    /// - Parameter text: What the user typed, beginning with `+`.
    public init?(_ text: String) {
        var digits: [UInt8] = []
        guard text.utf8.first == UInt8(ascii: "+") else { return nil }
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
