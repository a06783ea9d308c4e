/// A JSON document whose shape is not known beforehand, such as custom claims.
///
/// Integers that fit 64 bits keep every digit; other numbers are doubles. Texts are equal if their bytes are.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent.
    case integer(Int64)
    /// Any other number; always finite.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order, each name once.
    case object(JSONObject)

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The text, if this is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth, if this is a Boolean.
    public var bool: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The number as an integer, if it is one exactly.
    public var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number, if this is one.
    public var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    /// The values, if this is an array.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members, if this is an object.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The member of a name, if this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        object?[name]
    }
}

extension JSONValue: Hashable {
    /// Whether both are the same value; an integer and a number that is not one differ.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ByteText.areSame(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let truth): hasher.combine(truth)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ByteText(text: text))
        case .array(let values): hasher.combine(values)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Text.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An integer.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A number.
    ///
    /// - Parameter value: The literal.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// A Boolean.
    ///
    /// - Parameter value: The literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// An array.
    ///
    /// - Parameter elements: The values.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object; a name that stands twice keeps its last value.
    ///
    /// - Parameter elements: Names and values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }

    /// `null`.
    ///
    /// - Parameter nilLiteral: Nothing.
    public init(nilLiteral: ()) { self = .null }
}
