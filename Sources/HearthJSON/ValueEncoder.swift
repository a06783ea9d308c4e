/// Turns `Encodable` types into a ``JSONValue``.
enum ValueEncoder {
    static func encode(_ value: some Encodable, codingPath: [any CodingKey]) throws -> JSONValue {
        if let value = value as? JSONValue { return value }
        let slot = Slot()
        try value.encode(to: SlotEncoder(slot: slot, codingPath: codingPath))
        return slot.value
    }
}

/// Where an encoder puts its value: containers share it, because `Encodable` wants references.
private final class Slot {
    var content: Content = .value(.object(JSONObject()))

    enum Content {
        case value(JSONValue)
        case object([(name: String, slot: Slot)])
        case array([Slot])
    }

    init() {}

    init(_ value: JSONValue) {
        content = .value(value)
    }

    var value: JSONValue {
        switch content {
        case .value(let value): return value
        case .array(let slots): return .array(slots.map(\.value))
        case .object(let members):
            var object = JSONObject()
            for member in members { object[member.name] = member.slot.value }
            return .object(object)
        }
    }

    func append(_ slot: Slot) {
        if case .array(var slots) = content {
            content = .value(.null)
            slots.append(slot)
            content = .array(slots)
        } else {
            content = .array([slot])
        }
    }

    func set(_ name: String, _ slot: Slot) {
        if case .object(var members) = content {
            content = .value(.null)
            members.append((name, slot))
            content = .object(members)
        } else {
            content = .object([(name, slot)])
        }
    }

    func put(_ value: some Encodable, codingPath: [any CodingKey]) throws {
        switch value {
        case let text as String: content = .value(.string(text))
        case let truth as Bool: content = .value(.bool(truth))
        case let value as JSONValue: content = .value(value)
        case let number as Double: content = .value(try finite(number, codingPath))
        case let number as Float: content = .value(try finite(Double(number), codingPath))
        case let integer as any FixedWidthInteger:
            guard let exact = Int64(exactly: integer) else { throw unwritable("an integer of 64 bits", codingPath) }
            content = .value(.integer(exact))
        default: try value.encode(to: SlotEncoder(slot: self, codingPath: codingPath))
        }
    }

    private func finite(_ number: Double, _ codingPath: [any CodingKey]) throws -> JSONValue {
        guard number.isFinite else { throw unwritable("a finite number", codingPath) }
        return .number(number)
    }

    private func unwritable(_ expected: String, _ codingPath: [any CodingKey]) -> EncodingError {
        .invalidValue(
            expected,
            EncodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)")
        )
    }
}

private struct SlotEncoder: Encoder, SingleValueEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.content = .object([])
        return KeyedEncodingContainer(MemberWriter<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.content = .array([])
        return ElementWriter(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { slot.content = .value(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { try slot.put(value, codingPath: codingPath) }
}

private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { slot.set(key.stringValue, Slot(.null)) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let member = Slot()
        try member.put(value, codingPath: codingPath + [key])
        slot.set(key.stringValue, member)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { SlotEncoder(slot: slot, codingPath: codingPath) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> SlotEncoder {
        let member = Slot()
        slot.set(key.stringValue, member)
        return SlotEncoder(slot: member, codingPath: codingPath + [key])
    }
}

private struct ElementWriter: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]
    var count = 0

    mutating func encodeNil() throws { add(Slot(.null)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let element = Slot()
        try element.put(value, codingPath: codingPath + [ElementKey(index: count)])
        add(element)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nested() }

    private mutating func nested() -> SlotEncoder {
        let path = codingPath + [ElementKey(index: count)]
        let element = Slot()
        add(element)
        return SlotEncoder(slot: element, codingPath: path)
    }

    private mutating func add(_ element: Slot) {
        slot.append(element)
        count += 1
    }
}

extension JSONValue: Codable {
    /// Reads any document; fast when read by ``JSON``, correct with every other decoder.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the decoder holds nothing that JSON has.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            var object = JSONObject()
            for (name, value) in try container.decode([String: JSONValue].self) { object[name] = value }
            self = .object(object)
        }
    }

    /// Writes the document.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let truth): try container.encode(truth)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let object):
            let members = object.members.map { ($0.name, $0.value) }
            try container.encode(Dictionary(members) { _, last in last })
        }
    }
}
