import HearthJSON

/// As much of JSON Schema as the description of the API uses; unlike there, unknown members are problems.
struct SchemaCheck {
    let schemas: JSONObject

    /// What in a document does not fit a schema, with the place of each problem.
    func problems(of value: JSONValue, as schema: JSONValue, at place: String) -> [String] {
        if let reference = schema["$ref"]?.string?.split(separator: "/").last {
            guard let named = schemas[String(reference)] else { return ["\(place): no schema \(reference)"] }
            return problems(of: value, as: named, at: place)
        }
        switch (schema["type"]?.string, value) {
        case (nil, _), ("string", .string), ("boolean", .bool), ("integer", .integer), ("number", .integer),
            ("number", .number):
            return []
        case ("array", .array(let values)):
            return values.enumerated().flatMap { problems(of: $1, as: schema["items"] ?? [:], at: "\(place)[\($0)]") }
        case ("object", .object(let object)):
            return object.members.flatMap { member -> [String] in
                let place = "\(place).\(member.name)"
                guard let schema = schema["properties"]?[member.name] ?? schema["additionalProperties"] else {
                    return ["\(place): unknown"]
                }
                return problems(of: member.value, as: schema, at: place)
            }
        case (let type?, _): return ["\(place): not a \(type)"]
        }
    }
}
