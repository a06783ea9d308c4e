/// What can be written to a field or compared with one: numbers, text, truth values, moments, places, references, arrays
/// and dictionaries of these, and ``FirestoreValue`` itself.
public protocol FirestoreConvertible: Sendable {
    /// The value.
    var firestoreValue: FirestoreValue { get }
}

extension FirestoreValue: FirestoreConvertible {
    /// The value itself.
    public var firestoreValue: FirestoreValue { self }
}

extension FieldValue: FirestoreConvertible {
    /// What the write computes.
    public var firestoreValue: FirestoreValue { .fieldValue(self) }
}

extension Bool: FirestoreConvertible {
    /// The truth value.
    public var firestoreValue: FirestoreValue { .boolean(self) }
}

extension String: FirestoreConvertible {
    /// The text.
    public var firestoreValue: FirestoreValue { .string(self) }
}

extension Int: FirestoreConvertible {
    /// The whole number.
    public var firestoreValue: FirestoreValue { .integer(Int64(self)) }
}

extension Int64: FirestoreConvertible {
    /// The whole number.
    public var firestoreValue: FirestoreValue { .integer(self) }
}

extension Int32: FirestoreConvertible {
    /// The whole number.
    public var firestoreValue: FirestoreValue { .integer(Int64(self)) }
}

extension Double: FirestoreConvertible {
    /// The floating point number.
    public var firestoreValue: FirestoreValue { .double(self) }
}

extension Float: FirestoreConvertible {
    /// The floating point number.
    public var firestoreValue: FirestoreValue { .double(Double(self)) }
}

extension Timestamp: FirestoreConvertible {
    /// The moment.
    public var firestoreValue: FirestoreValue { .timestamp(self) }
}

extension GeoPoint: FirestoreConvertible {
    /// The place.
    public var firestoreValue: FirestoreValue { .geoPoint(self) }
}

extension VectorValue: FirestoreConvertible {
    /// The vector.
    public var firestoreValue: FirestoreValue { .vector(self) }
}

extension DocumentReference: FirestoreConvertible {
    /// The reference.
    public var firestoreValue: FirestoreValue { .reference(self) }
}

extension Array: FirestoreConvertible where Element: FirestoreConvertible {
    /// The array.
    public var firestoreValue: FirestoreValue { .array(map(\.firestoreValue)) }
}

extension Dictionary: FirestoreConvertible where Key == String, Value: FirestoreConvertible {
    /// The map.
    public var firestoreValue: FirestoreValue { .map(mapValues(\.firestoreValue)) }
}

extension Optional: FirestoreConvertible where Wrapped: FirestoreConvertible {
    /// The value, or null.
    public var firestoreValue: FirestoreValue { self?.firestoreValue ?? .null }
}
