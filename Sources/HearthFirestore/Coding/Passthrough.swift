extension Timestamp: Codable, FirestorePassthrough {
    private enum CodingKeys: String, CodingKey { case seconds, nanoseconds }

    init?(_ value: FirestoreValue) {
        guard case .timestamp(let moment) = value else { return nil }
        self = moment
    }

    /// Reads `seconds` and `nanoseconds`; in documents a timestamp stays what it is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            seconds: try container.decode(Int64.self, forKey: .seconds),
            nanoseconds: try container.decode(Int32.self, forKey: .nanoseconds)
        )
    }

    /// Writes `seconds` and `nanoseconds`; in documents a timestamp stays what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(nanoseconds, forKey: .nanoseconds)
    }
}

extension GeoPoint: Codable, FirestorePassthrough {
    private enum CodingKeys: String, CodingKey { case latitude, longitude }

    init?(_ value: FirestoreValue) {
        guard case .geoPoint(let place) = value else { return nil }
        self = place
    }

    /// Reads `latitude` and `longitude`; in documents a place stays what it is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude)
        )
    }

    /// Writes `latitude` and `longitude`; in documents a place stays what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}

extension VectorValue: Codable, FirestorePassthrough {
    private enum CodingKeys: String, CodingKey { case array }

    init?(_ value: FirestoreValue) {
        guard case .vector(let vector) = value else { return nil }
        self = vector
    }

    /// Reads `array`; in documents a vector stays what it is.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).decode([Double].self, forKey: .array))
    }

    /// Writes `array`; in documents a vector stays what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(array, forKey: .array)
    }
}

extension DocumentReference: Codable, FirestorePassthrough {
    init?(_ value: FirestoreValue) {
        guard case .reference(let reference) = value else { return nil }
        self = reference
    }

    /// Throws ``FirestoreDecodingError``: only documents have references.
    public init(from decoder: any Decoder) throws {
        throw FirestoreDecodingError.decodingIsNotSupported("a DocumentReference is decoded from documents only")
    }

    /// Throws ``FirestoreEncodingError``: only documents have references.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported("a DocumentReference is encoded into documents only")
    }
}

extension FieldValue: Encodable, FirestorePassthrough {
    init?(_ value: FirestoreValue) {
        guard case .fieldValue(let computed) = value else { return nil }
        self = computed
    }

    /// Throws ``FirestoreEncodingError``: only documents are written with these.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported("a FieldValue is encoded into documents only")
    }
}

extension FirestoreValue: Codable, FirestorePassthrough {
    init?(_ value: FirestoreValue) { self = value }

    /// Throws ``FirestoreDecodingError``: only documents have such values.
    public init(from decoder: any Decoder) throws {
        throw FirestoreDecodingError.decodingIsNotSupported("a FirestoreValue is decoded from documents only")
    }

    /// Writes the value as JSON would have it: a timestamp in RFC 3339's form, a reference as its path, a place as
    /// `latitude` and `longitude`; a ``FieldValue`` throws ``FirestoreEncodingError``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .timestamp(let value):
            if let text = value.rfc3339 { try container.encode(text) } else { try container.encode(value) }
        case .string(let value): try container.encode(value)
        case .bytes(let value): try container.encode(value)
        case .reference(let value): try container.encode(value.path)
        case .geoPoint(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .vector(let value): try container.encode(value.array)
        case .map(let value): try container.encode(value)
        case .fieldValue(let value): try container.encode(value)
        }
    }
}
