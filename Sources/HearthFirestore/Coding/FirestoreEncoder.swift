/// Turns `Encodable` types into the fields of a document.
///
/// Moments, places, vectors, references and ``FieldValue``s stay what they are, a `Date` becomes a timestamp, `Data`
/// becomes bytes. A missing optional is left out; ``ExplicitNull`` writes null instead.
public struct FirestoreEncoder: Sendable {
    /// How the names of properties become names of fields; the keys of a dictionary stay as they are.
    public enum KeyEncodingStrategy: Sendable {
        /// As they are.
        case useDefaultKeys
        /// `deliveryDate` becomes `delivery_date`.
        case convertToSnakeCase
        /// By a function of the whole path; its last name is the property's.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// What becomes of numbers that are infinite or no number.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// They are refused.
        case `throw`
        /// They become texts.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the names of properties become names of fields.
    public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
    /// What becomes of numbers that are infinite or no number; Firestore itself could store them.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
    /// What becomes of a `Date`.
    public var dateEncodingStrategy: DateEncodingStrategy = .timestamp
    /// What the types' own code may ask for.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates an encoder with the defaults.
    public init() {}

    /// Encodes the fields of a document.
    ///
    /// - Parameter value: What encodes itself with keys.
    /// - Returns: The fields, ``FieldValue``s among them.
    /// - Throws: `EncodingError` if the value is no keyed type, or what its own code throws.
    public func encode(_ value: some Encodable) throws -> [String: FirestoreValue] {
        let encoded = try box(value, path: []).value
        guard case .map(let fields)? = encoded else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "a document needs a keyed type")
            throw EncodingError.invalidValue(value, context)
        }
        return fields
    }

    func box<Value: Encodable>(_ value: Value, path: [any CodingKey]) throws -> EncodedBox {
        if let value = value as? any FirestorePassthrough { return EncodedBox(.value(value.firestoreValue)) }
        if let value = try platformValue(value, path) { return EncodedBox(.value(value)) }
        if let value = value as? any FloatingPointValue { return EncodedBox(.value(try number(value.double, path))) }
        let encoder = ValueEncoder(options: self, codingPath: path, keepsNames: value is any StringKeyed)
        try value.encode(to: encoder)
        return encoder.box
    }

    func number(_ value: Double, _ path: [any CodingKey]) throws -> FirestoreValue {
        if value.isFinite { return .double(value) }
        guard case .convertToString(let positive, let negative, let nan) = nonConformingFloatEncodingStrategy else {
            let context = EncodingError.Context(
                codingPath: path,
                debugDescription: "\(value) needs a nonConformingFloatEncodingStrategy"
            )
            throw EncodingError.invalidValue(value, context)
        }
        return .string(value.isNaN ? nan : value > 0 ? positive : negative)
    }

    func name(of key: any CodingKey, path: [any CodingKey]) -> String {
        switch keyEncodingStrategy {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.encode(key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        }
    }
}

/// A type that documents know themselves.
protocol FirestorePassthrough: FirestoreConvertible {
    /// Takes the value of a field; `nil` if it is another type's.
    init?(_ value: FirestoreValue)
}

/// A floating point number of either width.
protocol FloatingPointValue {
    var double: Double { get }
}

extension Double: FloatingPointValue {
    var double: Double { self }
}

extension Float: FloatingPointValue {
    var double: Double { Double(self) }
}

/// A dictionary whose keys are data: no strategy for names changes them.
protocol StringKeyed {}

extension Dictionary: StringKeyed where Key == String {}

/// A wrapper that writes no field.
protocol OmittedField {}

/// What was encoded so far: containers fill their boxes while the encoder runs.
final class EncodedBox {
    enum Content {
        case nothing
        case value(FirestoreValue)
        case elements([EncodedBox])
        case members([String: EncodedBox])
    }

    var content: Content

    init(_ content: Content = .nothing) {
        self.content = content
    }

    /// The whole value; `nil` if nothing was encoded.
    var value: FirestoreValue? {
        switch content {
        case .nothing: nil
        case .value(let value): value
        case .elements(let boxes): .array(boxes.map { $0.value ?? .map([:]) })
        case .members(let boxes): .map(boxes.compactMapValues(\.value))
        }
    }

    func append(_ box: EncodedBox) {
        if case .elements(var boxes) = content {
            content = .nothing
            boxes.append(box)
            content = .elements(boxes)
        } else {
            content = .elements([box])
        }
    }

    func set(_ box: EncodedBox, _ name: String) {
        if case .members(var boxes) = content {
            content = .nothing
            boxes[name] = box
            content = .members(boxes)
        } else {
            content = .members([name: box])
        }
    }

    func member(_ name: String) -> EncodedBox? {
        if case .members(let boxes) = content { boxes[name] } else { nil }
    }

    var count: Int {
        if case .elements(let boxes) = content { boxes.count } else { 0 }
    }
}

/// The encoder that a type's own code sees.
final class ValueEncoder: Encoder {
    let options: FirestoreEncoder
    let codingPath: [any CodingKey]
    let box: EncodedBox
    private let keepsNames: Bool

    init(
        options: FirestoreEncoder,
        codingPath: [any CodingKey],
        box: EncodedBox = EncodedBox(),
        keepsNames: Bool = false
    ) {
        self.options = options
        self.codingPath = codingPath
        self.box = box
        self.keepsNames = keepsNames
    }

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .members = box.content {} else { box.content = .members([:]) }
        return KeyedEncodingContainer(
            KeyedEncoding<Key>(options: options, box: box, codingPath: codingPath, keepsNames: keepsNames)
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .elements = box.content {} else { box.content = .elements([]) }
        return UnkeyedEncoding(options: options, box: box, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoding(options: options, box: box, codingPath: codingPath)
    }
}
