/// Random bytes and text for identifiers, codes and tokens.
///
/// A capability that is passed in, so that tests may seed it.
public struct RandomSource: Sendable {
    private let fill: @Sendable (Int) -> [UInt8]

    /// Creates a source from a function that returns so many random bytes.
    ///
    /// - Parameter fill: Returns exactly as many bytes as asked.
    public init(_ fill: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.fill = fill
    }

    /// Random bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: The bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        fill(count)
    }

    /// Letters and digits, each of the 62 equally likely.
    ///
    /// - Parameter count: How many characters; each carries 5.95 bits.
    /// - Returns: The text.
    public func alphanumeric(_ count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        while text.count < count {
            // 248 is the largest multiple of 62 that fits a byte: what lies above would favour some characters.
            for byte in fill(count - text.count + 4) where byte < 248 && text.count < count {
                text.append(Self.characters[Int(byte % 62)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decimal digits, each equally likely.
    ///
    /// - Parameter count: How many digits.
    /// - Returns: The text, leading zeros included.
    public func digits(_ count: Int) -> String {
        var text: [UInt8] = []
        while text.count < count {
            for byte in fill(count - text.count + 4) where byte < 250 && text.count < count {
                text.append(UInt8(ascii: "0") + byte % 10)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
