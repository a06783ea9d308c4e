package import HearthJSON

/// What a parameter can hold: text, a number, or the items of a purchase.
public enum AnalyticsValue: Sendable, Hashable {
    /// Text, at most 100 characters.
    case string(String)
    /// A whole number.
    case int(Int64)
    /// A number; it has to be finite.
    case double(Double)
    /// Items, at most 200; only as ``AnalyticsParameter/items``.
    case items([AnalyticsItem])

    /// The text, if this is text.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, if this is one.
    public var double: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The value as it stands in JSON.
    package var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .int(let number): .integer(number)
        case .double(let number): .number(number.isFinite ? number : 0)
        case .items(let items): .array(items.map { .object($0.parameters.json) })
        }
    }

    /// Reads a value from JSON; `nil` for what a parameter cannot hold.
    package init?(json: JSONValue) {
        switch json {
        case .string(let text): self = .string(text)
        case .integer(let number): self = .int(number)
        case .number(let number): self = .double(number)
        case .array(let elements):
            var items: [AnalyticsItem] = []
            for element in elements {
                guard let object = element.object, let parameters = AnalyticsParameters(json: object) else {
                    return nil
                }
                items.append(AnalyticsItem(parameters: parameters))
            }
            self = .items(items)
        default: return nil
        }
    }
}

extension AnalyticsValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
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
}
