/// Turns `Encodable` types into a ``JSONValue``.
///
/// A class, because containers share it: what a type writes arrives one member at a time. Values go in at once; only
/// a nested container, to which more may be written, is asked for its value at the end.
final class ValueEncoder: Encoder {
    private enum Content {
        case scalar(JSONValue)
        case object
        case array
    }

    // What writes nothing is an empty object.
    private var content = Content.object
    private var object = JSONObject()
    private var elements: [JSONValue] = []
    private var openMembers: [(name: String, encoder: ValueEncoder)] = []
    private var openElements: [(index: Int, encoder: ValueEncoder)] = []
    private let key: (any CodingKey)?
    private let parent: ValueEncoder?

    private init(at key: (any CodingKey)?, in parent: ValueEncoder?) {
        self.key = key
        self.parent = parent
    }

    /// Encodes a value, or a part of what another encoder writes.
    static func encode<Value: Encodable>(
        _ value: Value,
        at key: (any CodingKey)? = nil,
        in parent: ValueEncoder? = nil
    ) throws -> JSONValue {
        if Value.self == JSONValue.self, let value = value as? JSONValue { return value }
        let encoder = ValueEncoder(at: key, in: parent)
        try value.encode(to: encoder)
        return encoder.value
    }

    private var value: JSONValue {
        switch content {
        case .scalar(let value): return value
        case .object:
            for member in openMembers { object[member.name] = member.encoder.value }
            return .object(object)
        case .array:
            for element in openElements { elements[element.index] = element.encoder.value }
            return .array(elements)
        }
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

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        content = .object
        return KeyedEncodingContainer(MemberWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = .array
        return ElementWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // MARK: Parts

    fileprivate func add(_ key: some CodingKey, _ value: JSONValue) {
        object[key.stringValue] = value
    }

    fileprivate func open(_ key: some CodingKey) -> ValueEncoder {
        let encoder = ValueEncoder(at: key, in: self)
        // The place is taken now, so that members stay in the order in which they were written.
        object[key.stringValue] = .null
        openMembers.append((key.stringValue, encoder))
        return encoder
    }

    fileprivate var count: Int { elements.count }

    fileprivate func append(_ value: JSONValue) {
        elements.append(value)
    }

    fileprivate func openElement() -> ValueEncoder {
        let encoder = ValueEncoder(at: ElementKey(index: count), in: self)
        openElements.append((count, encoder))
        elements.append(.null)
        return encoder
    }

    fileprivate func unwritable(_ expected: String) -> EncodingError {
        .invalidValue(
            expected,
            EncodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)")
        )
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { content = .scalar(.null) }
    func encode(_ value: Bool) { content = .scalar(.bool(value)) }
    func encode(_ value: String) { content = .scalar(.string(value)) }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }

    func encode(_ value: Double) throws {
        guard value.isFinite else { throw unwritable("a finite number") }
        content = .scalar(.number(value))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        content = .scalar(try Self.encode(value, at: key, in: parent))
    }

    private func integer(_ value: some FixedWidthInteger) throws {
        guard let exact = Int64(exactly: value) else { throw unwritable("an integer of 64 bits") }
        content = .scalar(.integer(exact))
    }
}

/// Writes the members of an object; the types that messages have most go in without an encoder of their own.
private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.add(key, .null) }
    func encode(_ value: Bool, forKey key: Key) { encoder.add(key, .bool(value)) }
    func encode(_ value: String, forKey key: Key) { encoder.add(key, .string(value)) }
    func encode(_ value: Int, forKey key: Key) { encoder.add(key, .integer(Int64(value))) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        encoder.add(key, try ValueEncoder.encode(value, at: key, in: encoder))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.open(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.open(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.open(SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.open(key) }
}

/// Writes the elements of an array.
private struct ElementWriter: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    func encodeNil() { encoder.append(.null) }
    func encode(_ value: Bool) { encoder.append(.bool(value)) }
    func encode(_ value: String) { encoder.append(.string(value)) }
    func encode(_ value: Int) { encoder.append(.integer(Int64(value))) }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.append(try ValueEncoder.encode(value, at: ElementKey(index: count), in: encoder))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.openElement().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.openElement().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.openElement() }
}
