struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let options: FirestoreEncoder
    let box: EncodedBox
    let codingPath: [any CodingKey]
    /// Whether the names are data, as those of a dictionary are, which no strategy changes.
    var keepsNames = false

    private func name(of key: any CodingKey) -> String {
        keepsNames ? key.stringValue : options.name(of: key, path: codingPath)
    }

    private func put(_ value: FirestoreValue, _ key: Key) {
        box.set(EncodedBox(.value(value)), name(of: key))
    }

    mutating func encodeNil(forKey key: Key) { put(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
    mutating func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
    mutating func encode(_ value: Int, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int8, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { put(.integer(value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        put(try options.number(value, codingPath + [key]), key)
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        put(try options.number(Double(value), codingPath + [key]), key)
    }
    mutating func encode(_ value: UInt, forKey key: Key) throws {
        put(try LargeInteger.value(UInt64(value), codingPath + [key]), key)
    }
    mutating func encode(_ value: UInt64, forKey key: Key) throws {
        put(try LargeInteger.value(value, codingPath + [key]), key)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        if value is any OmittedField { return }
        box.set(try options.box(value, path: codingPath + [key]), name(of: key))
    }

    private func nested(_ key: some CodingKey, _ empty: EncodedBox.Content) -> EncodedBox {
        let name = name(of: key)
        if let present = box.member(name) { return present }
        let made = EncodedBox(empty)
        box.set(made, name)
        return made
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let box = nested(key, .members([:]))
        return KeyedEncodingContainer(KeyedEncoding<Nested>(options: options, box: box, codingPath: codingPath + [key]))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(options: options, box: nested(key, .elements([])), codingPath: codingPath + [key])
    }

    mutating func superEncoder() -> any Encoder { superEncoder(NamedKey(stringValue: "super")) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

    private func superEncoder(_ key: any CodingKey) -> any Encoder {
        ValueEncoder(options: options, codingPath: codingPath + [key], box: nested(NamedKey(key), .nothing))
    }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let options: FirestoreEncoder
    let box: EncodedBox
    let codingPath: [any CodingKey]

    var count: Int { box.count }

    private var path: [any CodingKey] { codingPath + [NamedKey(intValue: count)] }

    mutating func encodeNil() { box.append(EncodedBox(.value(.null))) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        box.append(try options.box(value, path: path))
    }

    private func added(_ content: EncodedBox.Content) -> EncodedBox {
        let made = EncodedBox(content)
        box.append(made)
        return made
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        let path = path
        return KeyedEncodingContainer(
            KeyedEncoding<Nested>(options: options, box: added(.members([:])), codingPath: path)
        )
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = path
        return UnkeyedEncoding(options: options, box: added(.elements([])), codingPath: path)
    }

    mutating func superEncoder() -> any Encoder {
        let path = path
        return ValueEncoder(options: options, codingPath: path, box: added(.nothing))
    }
}

struct SingleValueEncoding: SingleValueEncodingContainer {
    let options: FirestoreEncoder
    let box: EncodedBox
    let codingPath: [any CodingKey]

    private func put(_ value: FirestoreValue) { box.content = .value(value) }

    mutating func encodeNil() { put(.null) }
    mutating func encode(_ value: Bool) { put(.boolean(value)) }
    mutating func encode(_ value: String) { put(.string(value)) }
    mutating func encode(_ value: Int) { put(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) { put(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { put(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { put(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { put(.integer(value)) }
    mutating func encode(_ value: UInt8) { put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { put(.integer(Int64(value))) }
    mutating func encode(_ value: Double) throws { put(try options.number(value, codingPath)) }
    mutating func encode(_ value: Float) throws { put(try options.number(Double(value), codingPath)) }
    mutating func encode(_ value: UInt) throws { put(try LargeInteger.value(UInt64(value), codingPath)) }
    mutating func encode(_ value: UInt64) throws { put(try LargeInteger.value(value, codingPath)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        box.content = try options.box(value, path: codingPath).content
    }
}

/// Integers that may be above what a field holds.
enum LargeInteger {
    static func value(_ value: UInt64, _ path: [any CodingKey]) throws -> FirestoreValue {
        guard let number = Int64(exactly: value) else {
            let context = EncodingError.Context(codingPath: path, debugDescription: "\(value) is above 2^63 - 1")
            throw EncodingError.invalidValue(value, context)
        }
        return .integer(number)
    }
}

/// A key that is made while coding.
struct NamedKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    init(_ key: any CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }
}
