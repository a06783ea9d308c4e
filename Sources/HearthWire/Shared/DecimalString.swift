/// A 64-bit integer that travels as a JSON string, as protocol buffers' JSON writes it.
///
/// Numbers are read too.
package struct DecimalString: Sendable, Hashable, Codable, ExpressibleByIntegerLiteral {
    /// The number.
    package var value: Int64

    package init(_ value: Int64) { self.value = value }
    package init(integerLiteral value: Int64) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            value = try container.decode(Int64.self)
            return
        }
        guard let number = Int64(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an integer")
        }
        value = number
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(value))
    }
}
