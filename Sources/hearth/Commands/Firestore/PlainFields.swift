internal import HearthJSON

/// Fields of documents as people write them: JSON without the names of types.
///
/// A number with a fraction or an exponent is a double, every other one an integer, so that both are again what they were
/// when what was read is written. JSON has no number for those doubles that are not finite: they keep the name of their
/// type, as `{"doubleValue": "NaN"}`.
enum PlainFields {
    private static let notFinite: Set<String> = ["NaN", "Infinity", "-Infinity"]

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
        // A whole number is written without a fraction, and so without the sign of zero.
        case .number(let number) where number == 0 && number.sign == .minus: ["doubleValue": "-0"]
        case .number(let number): ["doubleValue": .number(number)]
        case .string(let text): ["stringValue": .string(text)]
        case .array(let values): ["arrayValue": ["values": .array(values.map { typed($0) })]]
        case .object(let members) where members.count == 1 && notFinite.contains(members["doubleValue"]?.string ?? ""):
            value
        case .object(let members): ["mapValue": ["fields": typed(members)]]
        }
    }

    /// The text of fields, with the fraction of each double.
    static func text(_ fields: JSONValue?, isPretty: Bool = false) -> String {
        String(decoding: JSON.serialize(plain(fields), isPretty: isPretty, keepsFractions: true), as: UTF8.self)
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
        // Firestore itself writes 1.0 as 1.
        case "doubleValue":
            if let text = member.value.string {
                return notFinite.contains(text) ? typed : Double(text).map { .number($0) } ?? typed
            }
            return member.value.double.map { .number($0) } ?? typed
        case "mapValue": return plain(member.value["fields"])
        case "arrayValue": return .array((member.value["values"]?.array ?? []).map { value($0) })
        default: return member.value
        }
    }
}
