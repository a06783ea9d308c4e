/// A value of a field.
///
/// Two values are `==` if they are stored alike, kind and sign of zero included: `1` is not `1.0`, and `0.0` is not `-0.0`.
/// Filters and indexes ask for the order instead (``compare(to:)``), in which they have the same place.
public indirect enum Value: Sendable {
    /// Nothing, as a value of its own.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A floating point number; not-a-number is one value, and zero keeps its sign.
    case double(Double)
    /// A moment.
    case timestamp(Timestamp)
    /// Text, kept byte by byte without normalization.
    case string(String)
    /// Bytes.
    case bytes([UInt8])
    /// The name of a document, of any database.
    case reference(ResourceName)
    /// A place on the earth.
    case geoPoint(GeoPoint)
    /// Values in order, none of them an array.
    case array([Value])
    /// Numbers for a search by distance; on the wire a map with `__type__` and `value`.
    case vector([Double])
    /// Values by name.
    case map(Fields)

    /// Makes a value of a map as the wire has it: a vector if the map is exactly a vector's form, else a map.
    ///
    /// - Parameter fields: The members of the map.
    public init(wireMap fields: Fields) {
        if let vector = Value.vector(in: fields) {
            self = .vector(vector)
        } else {
            self = .map(fields)
        }
    }

    private static func vector(in fields: Fields) -> [Double]? {
        guard fields.count == 2, case .string("__vector__") = fields[Fields.typeKey],
            case .array(let elements) = fields[Fields.vectorKey]
        else { return nil }
        var numbers: [Double] = []
        numbers.reserveCapacity(elements.count)
        for element in elements {
            guard case .double(let number) = element else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}

extension Value: Hashable {
    /// Whether both are stored alike: the same kind and the same content.
    public static func == (lhs: Value, rhs: Value) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): Self.isAlike(left, right)
        case (.timestamp(let left), .timestamp(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        case (.geoPoint(let left), .geoPoint(let right)):
            Self.isAlike(left.latitude, right.latitude) && Self.isAlike(left.longitude, right.longitude)
        case (.array(let left), .array(let right)): left == right
        case (.vector(let left), .vector(let right)): left.elementsEqual(right, by: Self.isAlike)
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }

    private static func isAlike(_ left: Double, _ right: Double) -> Bool {
        left == right && left.sign == right.sign || left.isNaN && right.isNaN
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

// Not by `nil`: where a value may be missing, `nil` would silently be null instead.
extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A floating point number.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }

    /// A map; a name that stands twice keeps its last value.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Fields(elements)) }
}
