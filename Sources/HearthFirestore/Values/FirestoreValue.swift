/// A value of a field, as documents have them and as writes take them.
public indirect enum FirestoreValue: Sendable, Hashable {
    /// Nothing, as a value of its own.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A floating point number.
    case double(Double)
    /// A moment.
    case timestamp(Timestamp)
    /// Text.
    case string(String)
    /// Bytes.
    case bytes([UInt8])
    /// A document of any database.
    case reference(DocumentReference)
    /// A place on the earth.
    case geoPoint(GeoPoint)
    /// Values in order, none of them an array.
    case array([FirestoreValue])
    /// Numbers for a search by distance.
    case vector(VectorValue)
    /// Values by name.
    case map([String: FirestoreValue])
    /// What a write computes; never in a document that was read.
    case fieldValue(FieldValue)

    /// A whole number.
    public static func int(_ value: Int) -> FirestoreValue { .integer(Int64(value)) }
}

extension FirestoreValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
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
    public init(arrayLiteral elements: FirestoreValue...) { self = .array(elements) }

    /// A map; a name that stands twice keeps its last value.
    public init(dictionaryLiteral elements: (String, FirestoreValue)...) {
        self = .map(Dictionary(elements) { $1 })
    }
}

extension FirestoreValue {
    /// The truth value, if it is one.
    public var boolValue: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The whole number, if it is one or a floating point number without a fraction.
    public var intValue: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number as a floating point number, if it is a number.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The text, if it is one.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The moment, if it is one.
    public var timestampValue: Timestamp? { if case .timestamp(let value) = self { value } else { nil } }

    /// The bytes, if it is bytes.
    public var bytesValue: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The document that is referred to, if it is a reference.
    public var referenceValue: DocumentReference? { if case .reference(let value) = self { value } else { nil } }

    /// The place, if it is one.
    public var geoPointValue: GeoPoint? { if case .geoPoint(let value) = self { value } else { nil } }

    /// The elements, if it is an array.
    public var arrayValue: [FirestoreValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if it is a map.
    public var mapValue: [String: FirestoreValue]? { if case .map(let value) = self { value } else { nil } }

    /// Whether it is null.
    public var isNull: Bool { self == .null }
}
