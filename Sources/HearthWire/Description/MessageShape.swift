package import HearthJSON

/// Which members a message has, and the messages in it: what a mask may name, and what a document may hold.
package enum MessageShape {
    /// Finds the member that a path of a mask means.
    ///
    /// A list and a map are one member: what follows them in the path is cut off.
    ///
    /// - Parameters:
    ///   - path: The names, the outermost first.
    ///   - type: The message that the path begins in.
    /// - Returns: The path to the member, or `nil` if there is no such member.
    package static func resolve(_ path: [String], in type: any Message.Type) -> [String]? {
        guard let name = path.first, let member = member(name, of: type) else { return nil }
        let rest = Array(path.dropFirst())
        guard !rest.isEmpty else { return path }
        if let message = member as? any Message.Type { return resolve(rest, in: message).map { [name] + $0 } }
        return member is any CollectionDescribed.Type || member == JSONValue.self ? [name] : nil
    }

    /// The paths of what a document holds and a message does not have.
    package static func unknownMembers(of document: JSONObject, as type: any Message.Type) -> [String] {
        document.members.flatMap { entry -> [String] in
            guard let found = member(entry.name, of: type) else { return [entry.name] }
            let inner = (found as? any CollectionDescribed.Type)?.element ?? found
            guard let message = inner as? any Message.Type else { return [] }
            let objects = entry.value.array?.compactMap(\.object) ?? [entry.value.object].compactMap(\.self)
            return objects.flatMap { unknownMembers(of: $0, as: message) }.map { "\(entry.name).\($0)" }
        }
    }

    /// The names of a message's members.
    package static func members(of type: any Message.Type) -> [String] {
        func list<Content: Message>(_ type: Content.Type) -> [String] {
            (try? MemberList(of: type))?.members.map(\.name) ?? []
        }
        return list(type)
    }

    private static func member(_ name: String, of type: any Message.Type) -> (any SchemaDescribed.Type)? {
        func find<Content: Message>(_ type: Content.Type) -> (any SchemaDescribed.Type)? {
            (try? MemberList(of: type))?.members.first { $0.name == name }?.type
        }
        return find(type)
    }
}

/// A list or a map, which a mask names as a whole.
package protocol CollectionDescribed {
    /// What it holds.
    static var element: any SchemaDescribed.Type { get }
}

extension Array: CollectionDescribed where Element: SchemaDescribed {
    package static var element: any SchemaDescribed.Type { Element.self }
}

extension Dictionary: CollectionDescribed where Key == String, Value: SchemaDescribed {
    package static var element: any SchemaDescribed.Type { Value.self }
}
