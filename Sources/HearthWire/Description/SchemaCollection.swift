internal import HearthJSON

/// The schemas of messages, and of the messages in them, each once.
struct SchemaCollection {
    private(set) var schemas = JSONObject()

    /// Adds the schema of a message and those that it refers to.
    ///
    /// - Throws: `DecodingError` if a member cannot be described.
    mutating func add<Content: Message>(_ type: Content.Type) throws {
        guard schemas[Content.schemaName] == nil else { return }
        // The name is taken first: a message may contain itself.
        schemas[Content.schemaName] = .null
        var properties = JSONObject()
        for member in try MemberList(of: type).members {
            properties[member.name] = member.type.schema
            for message in Self.messages(in: member.type) { try add(message) }
        }
        schemas[Content.schemaName] = ["type": "object", "properties": .object(properties)]
    }

    private static func messages(in type: any SchemaDescribed.Type) -> [any Message.Type] {
        if let message = type as? any Message.Type { return [message] }
        return (type as? any SchemaContainer.Type).map { messages(in: $0.content) } ?? []
    }
}

/// A type around others that are described on their own.
private protocol SchemaContainer {
    static var content: any SchemaDescribed.Type { get }
}

extension Array: SchemaContainer where Element: SchemaDescribed {
    fileprivate static var content: any SchemaDescribed.Type { Element.self }
}

extension Dictionary: SchemaContainer where Key == String, Value: SchemaDescribed {
    fileprivate static var content: any SchemaDescribed.Type { Value.self }
}
