import HearthJSON
import Testing

@testable import HearthWire

/// Every message of the API with a document in which each of its members is set.
struct GoldenMessage: CustomTestStringConvertible, Sendable {
    let name: String
    let type: any Message.Type

    var testDescription: String { name }

    /// Requests and answers of all operations.
    static let all: [GoldenMessage] = allOperations.flatMap { operation in
        func pair<Op: HearthWire.Operation>(_ operation: Op.Type) -> [GoldenMessage] {
            [
                GoldenMessage(name: "\(operation).request", type: Op.Request.self),
                GoldenMessage(name: "\(operation).response", type: Op.Response.self),
            ]
        }
        return pair(operation)
    }

    /// The document.
    func document() throws -> JSONObject {
        let bytes = try #require(try GoldenFiles.bytes(name), "there is no Golden/\(name).json")
        return try #require(try JSON.parse(bytes).object)
    }

    /// What is written of the message that is read of a document.
    func rewritten(_ document: JSONObject, coercion: JSON.Coercion = .none) throws -> JSONValue {
        let type = type
        return try Self.rewrite(document, as: type, coercion)
    }

    private static func rewrite<Content: Message>(
        _ document: JSONObject,
        as type: Content.Type,
        _ coercion: JSON.Coercion
    ) throws -> JSONValue {
        try JSON.parse(JSON.encode(JSON.decode(type, from: .object(document), coercion: coercion)))
    }
}
