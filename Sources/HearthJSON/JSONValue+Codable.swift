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
