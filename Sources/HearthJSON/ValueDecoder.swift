/// Reads `Decodable` types from a ``JSONValue``.
///
/// A class, because every nested value travels in an existential: one reference costs less than a copy in a box. The
/// coding path is put together only when something is wrong.
final class ValueDecoder: Decoder {
    let value: JSONValue
    let coercion: JSON.Coercion
    private let key: (any CodingKey)?
    private let parent: ValueDecoder?

    init(_ value: JSONValue, coercion: JSON.Coercion) {
        self.value = value
        self.coercion = coercion
        key = nil
        parent = nil
    }

    /// Reads a part of what another one reads.
    init(_ value: JSONValue, at key: any CodingKey, in parent: ValueDecoder) {
        self.value = value
        self.key = key
        self.parent = parent
        coercion = parent.coercion
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var place = self
        while let key = place.key, let parent = place.parent {
            path.append(key)
            place = parent
        }
        return path.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(MemberReader(decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch("an array") }
        return ElementReader(decoder: self, values: values)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        self
    }

    func mismatch(_ expected: String) -> DecodingError {
        .typeMismatch(
            JSONValue.self,
            DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)")
        )
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        var found = value.integer
        if found == nil, coercion == .scalars, let text = value.string {
            found = Int64(text) ?? Self.number(text)?.integer
        }
        guard let found, let integer = Integer(exactly: found) else { throw mismatch("an integer") }
        return integer
    }
}

extension ValueDecoder {
    /// The number that a text is in JSON; Swift's own readers take `0x10` for a double, and no `1e3` for an integer.
    fileprivate static func number(_ text: String) -> JSONValue? {
        guard text.utf8.count <= 64, let value = try? JSON.parse(Array(text.utf8)), value.double != nil,
            text.utf8.allSatisfy({ $0 > 0x20 })
        else { return nil }
        return value
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        if let truth = value.bool { return truth }
        if coercion == .scalars, let text = value.string, let truth = Bool(text) { return truth }
        throw mismatch("true or false")
    }

    func decode(_ type: String.Type) throws -> String {
        if let text = value.string { return text }
        guard coercion == .scalars else { throw mismatch("a string") }
        switch value {
        case .integer(let integer): return String(integer)
        case .number: return String(decoding: JSON.serialize(value), as: UTF8.self)
        case .bool(let truth): return truth ? "true" : "false"
        default: throw mismatch("a string")
        }
    }

    func decode(_ type: Double.Type) throws -> Double {
        if let number = value.double { return number }
        if coercion == .scalars, let text = value.string, let number = Self.number(text)?.double { return number }
        throw mismatch("a number")
    }

    func decode(_ type: Float.Type) throws -> Float {
        let number = Float(try decode(Double.self))
        guard number.isFinite else { throw mismatch("a number in range") }
        return number
    }

    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == JSONValue.self, let value = value as? Value { return value }
        return try Value(from: self)
    }
}

/// Reads the members of an object.
private struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let object: JSONObject

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try reader(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try reader(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reader(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try reader(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reader(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try reader(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try reader(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try reader(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reader(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try reader(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try reader(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try reader(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try reader(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try reader(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader(key).decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = object[key.stringValue], !value.isNull else { return nil }
        if case .string(let text) = value { return text }
        return try ValueDecoder(value, at: key, in: decoder).decode(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let value = object[key.stringValue], !value.isNull else { return nil }
        if case .bool(let truth) = value { return truth }
        return try ValueDecoder(value, at: key, in: decoder).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = object[key.stringValue], !value.isNull else { return nil }
        return try ValueDecoder(value, at: key, in: decoder).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try reader(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try reader(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ValueDecoder(object[SuperKey.name] ?? .null, at: SuperKey(), in: decoder)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try reader(key) }

    private func reader(_ key: Key) throws -> ValueDecoder {
        guard let value = object[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(key.stringValue)")
            )
        }
        return ValueDecoder(value, at: key, in: decoder)
    }
}

/// Reads the elements of an array, one after the other.
private struct ElementReader: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let values: [JSONValue]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard try peek().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next().decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try next().decode(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try next().decode(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try next().decode(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try next().decode(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next().decode(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next().decode(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next().decode(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next().decode(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next().decode(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next().decode(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next().decode(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next().decode(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next().decode(type) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> ValueDecoder {
        let reader = try peek()
        currentIndex += 1
        return reader
    }

    private func peek() throws -> ValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self,
                DecodingError.Context(codingPath: codingPath, debugDescription: "expected another element")
            )
        }
        return ValueDecoder(values[currentIndex], at: ElementKey(index: currentIndex), in: decoder)
    }
}

/// The member that a class leaves to the class above it, as Foundation names it.
struct SuperKey: CodingKey {
    static let name = "super"

    init() {}
    init?(intValue: Int) { return nil }
    init?(stringValue: String) {
        guard stringValue == Self.name else { return nil }
    }

    var stringValue: String { Self.name }
    var intValue: Int? { nil }
}

/// The place of an element in its array.
struct ElementKey: CodingKey {
    let index: Int

    init(index: Int) { self.index = index }
    init?(intValue: Int) { self.init(index: intValue) }
    init?(stringValue: String) { return nil }

    var stringValue: String { String(index) }
    var intValue: Int? { index }
}

extension JSONError {
    /// Puts an error of a decoder or an encoder into words, without any value of the document.
    init(_ kind: Kind, coding error: any Error) {
        var place: (codingPath: [any CodingKey], words: String)?
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            place = (context.codingPath, context.debugDescription)
        case EncodingError.invalidValue(_, let context): place = (context.codingPath, context.debugDescription)
        default: break
        }
        var path = ""
        for key in place?.codingPath ?? [] {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.init(kind, place?.words ?? "\(error)", path: path)
    }
}
