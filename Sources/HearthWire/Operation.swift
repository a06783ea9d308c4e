/// One call of the HTTP API: its routes, what goes in and what comes out.
///
/// The client and the backend both read the route from here, so that a path is spelled once.
package protocol Operation: SendableMetatype {
    /// What the caller sends: the body, the query and the parameters of the path together.
    associatedtype Request: Message
    /// What a successful call answers.
    associatedtype Response: Message
    /// Where the operation is served; the first route is the one that clients use.
    static var routes: [Route] { get }
}

/// The content of a request or a response.
///
/// Messages mirror the JSON and do nothing. Every member is optional, because the wire leaves out what is unset.
package protocol Message: Codable, Sendable, SchemaDescribed {
    /// An empty message.
    init()

    /// The name under which the schema of the message stands in a description, for example `SignUp.Request`.
    static var schemaName: String { get }
}

extension Message {
    /// A message filled in place: `SignUp.Request { $0.email = email }`.
    package init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }
}

/// A message without members, `{}`.
package struct EmptyMessage: Message, Hashable {
    package init() {}

    package init(from decoder: any Decoder) throws {
        try NoMembers.read(from: decoder)
    }
}

/// The names of a message without members.
enum NoMembers: CodingKey {
    /// Reads an object and ignores what it holds; the synthesized initializer of a type without members would take a
    /// number or a list as well.
    ///
    /// - Throws: `DecodingError` if there is no object.
    static func read(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoMembers.self)
    }
}
