/// Makes `Decodable` types from the fields of a document.
public struct FirestoreDecoder: Sendable {
    /// How the names of fields become names of properties; the keys of a dictionary stay as they are.
    public enum KeyDecodingStrategy: Sendable {
        /// As they are.
        case useDefaultKeys
        /// `delivery_date` becomes `deliveryDate`.
        case convertFromSnakeCase
        /// By a function of the whole path; its last name is the field's.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// Which texts are numbers that are infinite or no number.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// None.
        case `throw`
        /// These.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the names of fields become names of properties.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
    /// Which texts are numbers that are infinite or no number.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
    /// What a `Date` is made of.
    public var dateDecodingStrategy: DateDecodingStrategy = .timestamp
    /// What the types' own code may ask for.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder with the defaults.
    public init() {}

    /// Decodes a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - fields: The fields of a document.
    ///   - reference: The document, for ``DocumentID``. Defaults to none.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, ``FirestoreDecodingError``, or what the type's own code throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from fields: [String: FirestoreValue],
        in reference: DocumentReference? = nil
    ) throws -> Value {
        try decode(type, .map(fields), reference)
    }

    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ value: FirestoreValue,
        _ reference: DocumentReference?
    ) throws -> Value {
        try ValueDecoder(options: self, value: value, reference: reference, codingPath: []).unboxed(type)
    }
}

/// Why a document could not be decoded.
public enum FirestoreDecodingError: Error, Sendable {
    /// A wrapper of this module was used with another decoder, or outside of a document.
    case decodingIsNotSupported(String)
    /// The field has a name that ``DocumentID`` uses; never thrown: such a field is not looked at.
    case fieldNameConflict(String)
}

/// Why a value could not be encoded.
public enum FirestoreEncodingError: Error, Sendable {
    /// A wrapper or a value of this module was used with another encoder.
    case encodingIsNotSupported(String)
}

/// The decoder that a type's own code sees.
struct ValueDecoder: Decoder {
    let options: FirestoreDecoder
    let value: FirestoreValue
    let reference: DocumentReference?
    let codingPath: [any CodingKey]
    /// Whether the names are data, as those of a dictionary are, which no strategy changes.
    var keepsNames = false

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .map(let members) = value else { throw mismatch([String: FirestoreValue].self) }
        return KeyedDecodingContainer(KeyedDecoding<Key>(decoder: self, fields: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([FirestoreValue].self) }
        return UnkeyedDecoding(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueDecoding(decoder: self) }

    func nested(_ value: FirestoreValue, _ key: any CodingKey) -> ValueDecoder {
        ValueDecoder(options: options, value: value, reference: reference, codingPath: codingPath + [key])
    }

    func unboxed<Result: Decodable>(_ type: Result.Type) throws -> Result {
        if let type = type as? any FirestorePassthrough.Type {
            if let value = type.init(value), let result = value as? Result { return result }
            throw mismatch(type)
        }
        if let date = try platformResult(type) { return date }
        var decoder = self
        decoder.keepsNames = type is any StringKeyed.Type
        return try Result(from: decoder)
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "found \(value.kindName)")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func bool() throws -> Bool {
        guard case .boolean(let truth) = value else { throw mismatch(Bool.self) }
        return truth
    }

    func string() throws -> String {
        guard case .string(let text) = value else { throw mismatch(String.self) }
        return text
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let number: Number?
        switch value {
        case .integer(let found): number = Number(exactly: found)
        case .double(let found): number = Number(exactly: found)
        default: throw mismatch(type)
        }
        guard let number else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the number is no \(type)")
            throw DecodingError.dataCorrupted(context)
        }
        return number
    }

    func float() throws -> Float {
        let number = try double()
        let result = Float(number)
        guard result.isFinite || !number.isFinite else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the number is no Float")
            throw DecodingError.dataCorrupted(context)
        }
        return result
    }

    func double() throws -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .double(let number): return number
        case .string(let text):
            if case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloatDecodingStrategy
            {
                if text == positive { return .infinity }
                if text == negative { return -.infinity }
                if text == nan { return .nan }
            }
            throw mismatch(Double.self)
        default: throw mismatch(Double.self)
        }
    }
}

extension FirestoreValue {
    /// What kind of value it is, for messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .double: "a double"
        case .timestamp: "a timestamp"
        case .string: "a string"
        case .bytes: "bytes"
        case .reference: "a reference"
        case .geoPoint: "a geo point"
        case .array: "an array"
        case .vector: "a vector"
        case .map: "a map"
        case .fieldValue: "a FieldValue"
        }
    }
}
