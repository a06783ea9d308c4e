/// A value of a custom key.
public enum CrashValue: Sendable, Hashable {
    /// Text, at most 1,024 bytes.
    case string(String)
    /// A whole number.
    case int(Int64)
    /// A number.
    case double(Double)
    /// A truth.
    case bool(Bool)

    /// The value as text.
    public var text: String {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        }
    }
}

extension CrashValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    /// Text.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A whole number.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int64) { self = .int(value) }

    /// A number.
    ///
    /// - Parameter value: The literal.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// A truth.
    ///
    /// - Parameter value: The literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension CrashValue: Codable {
    /// Reads text, a number or a truth.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .int(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Writes the value as what it is; a number that is not finite as text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .int(let number): try container.encode(number)
        case .double(let number) where number.isFinite: try container.encode(number)
        case .double(let number): try container.encode("\(number)")
        case .bool(let truth): try container.encode(truth)
        }
    }
}
