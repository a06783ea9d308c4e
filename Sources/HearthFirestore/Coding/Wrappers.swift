/// A wrapper that takes the document's reference instead of a field.
protocol ReferenceWrapper {
    init(_ reference: DocumentReference?) throws
}

/// What a ``DocumentID`` can hold: text, a ``DocumentReference``, or a type of yours.
public protocol DocumentIDWrappable: Sendable {
    /// Makes the value of a document's reference.
    ///
    /// - Parameter reference: The document.
    /// - Returns: The value.
    /// - Throws: What makes decoding fail.
    static func wrap(_ reference: DocumentReference) throws -> Self
}

extension String: DocumentIDWrappable {
    /// The document's id.
    public static func wrap(_ reference: DocumentReference) -> String { reference.documentID }
}

extension DocumentReference: DocumentIDWrappable {
    /// The document.
    public static func wrap(_ reference: DocumentReference) -> DocumentReference { reference }
}

/// The id of the document that a value was decoded from; it is never written.
///
/// ```swift
/// struct Order: Codable {
///     @DocumentID var id: String?
///     var title: String
/// }
/// ```
@propertyWrapper
public struct DocumentID<Value: DocumentIDWrappable>: Sendable, ReferenceWrapper, OmittedField, Codable {
    /// The id; `nil` for a value that comes from no document.
    public var wrappedValue: Value?

    /// Holds an id, which is not written.
    public init(wrappedValue value: Value?) {
        wrappedValue = value
    }

    init(_ reference: DocumentReference?) throws {
        guard let reference else {
            throw FirestoreDecodingError.decodingIsNotSupported(
                "a DocumentID needs the document that it is decoded from"
            )
        }
        wrappedValue = try Value.wrap(reference)
    }

    /// Throws ``FirestoreDecodingError``: only documents have ids.
    public init(from decoder: any Decoder) throws {
        throw FirestoreDecodingError.decodingIsNotSupported("a DocumentID is decoded from documents only")
    }

    /// Throws ``FirestoreEncodingError``, except in a document, where it is left out.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported("a DocumentID is encoded into documents only")
    }
}

extension DocumentID: Equatable where Value: Equatable {}
extension DocumentID: Hashable where Value: Hashable {}

/// What a ``ServerTimestamp`` can hold: a `Date`, a ``Timestamp``, or a type of yours.
public protocol ServerTimestampWrappable: Sendable {
    /// Makes the value of a moment.
    ///
    /// - Parameter timestamp: The moment.
    /// - Returns: The value.
    /// - Throws: What makes decoding fail.
    static func wrap(_ timestamp: Timestamp) throws -> Self

    /// The moment of a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: The moment.
    /// - Throws: What makes encoding fail.
    static func unwrap(_ value: Self) throws -> Timestamp
}

extension Timestamp: ServerTimestampWrappable {
    /// The moment itself.
    public static func wrap(_ timestamp: Timestamp) -> Timestamp { timestamp }

    /// The moment itself.
    public static func unwrap(_ value: Timestamp) -> Timestamp { value }
}

/// A moment that the server fills in where it is `nil` when it is written.
///
/// Reading gives `nil` while the write is on its way, unless the snapshot is asked for estimates. A document without the
/// field cannot be decoded.
@propertyWrapper
public struct ServerTimestamp<Value: ServerTimestampWrappable & Codable>: Sendable, Codable {
    /// The moment.
    public var wrappedValue: Value?

    /// Holds a moment; `nil` for that of the commit.
    public init(wrappedValue value: Value?) {
        wrappedValue = value
    }

    /// Reads a moment, or null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try Value.wrap(container.decode(Timestamp.self))
    }

    /// Writes the moment, or leaves it to the server.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(Value.unwrap(wrappedValue))
        } else {
            try container.encode(FieldValue.serverTimestamp())
        }
    }
}

extension ServerTimestamp: Equatable where Value: Equatable {}
extension ServerTimestamp: Hashable where Value: Hashable {}

/// An optional that is written as null where it is missing, instead of being left out.
///
/// A document without the field cannot be decoded.
@propertyWrapper
public struct ExplicitNull<Value> {
    /// The value.
    public var wrappedValue: Value?

    /// Holds a value, or none.
    public init(wrappedValue value: Value?) {
        wrappedValue = value
    }
}

extension ExplicitNull: Sendable where Value: Sendable {}
extension ExplicitNull: Equatable where Value: Equatable {}
extension ExplicitNull: Hashable where Value: Hashable {}

extension ExplicitNull: Encodable where Value: Encodable {
    /// Writes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension ExplicitNull: Decodable where Value: Decodable {
    /// Reads a value, or null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }
}
