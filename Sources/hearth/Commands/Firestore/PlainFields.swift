internal import HearthJSON

/// Fields of documents as people write them: JSON without the names of types.
enum PlainFields {
    /// Names the types: `{"n": 1}` becomes `{"n": {"integerValue": "1"}}`.
    static func typed(_ fields: JSONObject) -> JSONValue {
        var result: JSONObject = [:]
        for member in fields.members { result[member.name] = typed(member.value) }
        return .object(result)
    }

    /// Names the type of one value.
    static func typed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null: ["nullValue": .null]
        case .bool(let truth): ["booleanValue": .bool(truth)]
        case .integer(let number): ["integerValue": .string(String(number))]
        case .number(let number): ["doubleValue": .number(number)]
        case .string(let text): ["stringValue": .string(text)]
        case .array(let values): ["arrayValue": ["values": .array(values.map { typed($0) })]]
        case .object(let members): ["mapValue": ["fields": typed(members)]]
        }
    }

    /// Leaves the names of types out; times, bytes and references are texts, places are their two numbers.
    static func plain(_ fields: JSONValue?) -> JSONValue {
        var result: JSONObject = [:]
        for member in fields?.object?.members ?? [] { result[member.name] = value(member.value) }
        return .object(result)
    }

    private static func value(_ typed: JSONValue) -> JSONValue {
        guard let member = typed.object?.members.first else { return .null }
        switch member.name {
        case "integerValue": return member.value.string.flatMap { Int64($0) }.map { .integer($0) } ?? member.value
        case "mapValue": return plain(member.value["fields"])
        case "arrayValue": return .array((member.value["values"]?.array ?? []).map { value($0) })
        default: return member.value
        }
    }
}
