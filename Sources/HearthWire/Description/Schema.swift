package import HearthCore
package import HearthJSON

/// A type whose JSON can be described as a [JSON Schema](https://json-schema.org/draft/2020-12).
package protocol SchemaDescribed: SendableMetatype {
    /// The schema; a message refers to its own by name, so that it is written once.
    static var schema: JSONValue { get }
}

extension String: SchemaDescribed {
    package static var schema: JSONValue { ["type": "string"] }
}

extension Bool: SchemaDescribed {
    package static var schema: JSONValue { ["type": "boolean"] }
}

extension Int: SchemaDescribed {
    package static var schema: JSONValue { ["type": "integer"] }
}

extension Double: SchemaDescribed {
    package static var schema: JSONValue { ["type": "number"] }
}

extension DecimalString: SchemaDescribed {
    package static var schema: JSONValue { ["type": "string", "format": "int64", "pattern": "^-?[0-9]+$"] }
}

extension JSONValue: SchemaDescribed {
    package static var schema: JSONValue { [:] }
}

extension Secret: SchemaDescribed where Value: SchemaDescribed {
    package static var schema: JSONValue { Value.schema }
}

extension Array: SchemaDescribed where Element: SchemaDescribed {
    package static var schema: JSONValue { ["type": "array", "items": Element.schema] }
}

extension Dictionary: SchemaDescribed where Key == String, Value: SchemaDescribed {
    package static var schema: JSONValue { ["type": "object", "additionalProperties": Value.schema] }
}

extension WireEnum {
    /// Text: the known names are examples, because the other side may have more.
    package static var schema: JSONValue {
        ["type": "string", "examples": .array(names.map { .string($0) })]
    }
}

extension Message {
    package static var schema: JSONValue { ["$ref": .string("#/components/schemas/\(schemaName)")] }

    /// The type's own name.
    package static var schemaName: String {
        let name = String(reflecting: Self.self)
        return String(name[(name.firstIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)...])
    }
}
