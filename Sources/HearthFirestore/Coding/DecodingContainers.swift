struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    /// The fields, by the names of properties.
    private let members: [String: FirestoreValue]

    init(decoder: ValueDecoder, fields: [String: FirestoreValue]) {
        self.decoder = decoder
        switch decoder.options.keyDecodingStrategy {
        case _ where decoder.keepsNames: members = fields
        case .useDefaultKeys: members = fields
        case .convertFromSnakeCase:
            members = Dictionary(fields.map { (SnakeCase.decode($0.key), $0.value) }) { first, _ in first }
        case .custom(let convert):
            let path = decoder.codingPath
            members = Dictionary(
                fields.map { (convert(path + [NamedKey(stringValue: $0.key)]).stringValue, $0.value) }
            ) { first, _ in first }
        }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func nested(_ key: Key) throws -> ValueDecoder {
        guard let value = members[key.stringValue] else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "no field \(key.stringValue)")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.nested(value, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try nested(key).value == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try nested(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try nested(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try nested(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try nested(key).float() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try nested(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try nested(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try nested(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try nested(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try nested(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try nested(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try nested(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try nested(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try nested(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try nested(key).integer(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let wrapper = type as? any ReferenceWrapper.Type {
            if let value = try wrapper.init(decoder.reference) as? Value { return value }
        }
        return try nested(key).unboxed(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        let key = NamedKey(stringValue: "super")
        return decoder.nested(members[key.stringValue] ?? .null, key)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        decoder.nested(members[key.stringValue] ?? .null, key)
    }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [FirestoreValue]
    var currentIndex = 0

    init(decoder: ValueDecoder, elements: [FirestoreValue]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func take(_ type: any Any.Type) throws -> ValueDecoder {
        let key = NamedKey(intValue: currentIndex)
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: codingPath + [key],
                debugDescription: "the array is at its end"
            )
            throw DecodingError.valueNotFound(type, context)
        }
        defer { currentIndex += 1 }
        return decoder.nested(elements[currentIndex], key)
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take(type).unboxed(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([FirestoreValue].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try take(FirestoreValue.self) }
}

struct SingleValueDecoding: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
    func decode(_ type: Float.Type) throws -> Float { try decoder.float() }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.unboxed(type) }
}
