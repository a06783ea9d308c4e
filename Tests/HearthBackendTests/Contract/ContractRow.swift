import HearthBackend
import HearthHTTP
import HearthJSON
import HearthWire
import Testing

/// What one request of an operation is answered.
struct ContractRow: Sendable {
    /// Who asks.
    enum Asker: Sendable {
        /// An app, with the project's API key.
        case app
        /// An administrator.
        case owner
        /// A program without any credential.
        case anyone
        /// The bearer of a token that means nothing.
        case stranger
    }

    /// The answer.
    enum Answer: Sendable {
        /// Status 200, and an answer with these members.
        case gives([String])
        /// A refusal; a text that ends with `…` is the beginning of the error's.
        case says(String, status: Int)
    }

    /// What is special about the request.
    let what: String
    /// The one profile in which it is answered so; `nil` for both.
    let profile: BackendConfiguration.Profile?
    /// Who asks; `nil` for the caller that the operation is for.
    let asker: Asker?
    let answer: Answer
    let ask: @Sendable (ContractWorld) async throws -> ContractRequest

    /// A request that succeeds.
    init(
        _ what: String,
        _ profile: BackendConfiguration.Profile? = nil,
        by asker: Asker? = nil,
        gives members: String...,
        ask: @escaping @Sendable (ContractWorld) async throws -> ContractRequest
    ) {
        (self.what, self.profile, self.asker, self.ask) = (what, profile, asker, ask)
        answer = .gives(members)
    }

    /// A request that is refused.
    init(
        _ what: String,
        _ profile: BackendConfiguration.Profile? = nil,
        by asker: Asker? = nil,
        says error: String,
        status: Int = 400,
        ask: @escaping @Sendable (ContractWorld) async throws -> ContractRequest = { _ in [:] }
    ) {
        (self.what, self.profile, self.asker, self.ask) = (what, profile, asker, ask)
        answer = .says(error, status: status)
    }
}

/// A body, and what the request says beside it.
struct ContractRequest: Sendable, ExpressibleByDictionaryLiteral {
    var body: JSONObject
    /// The values of the path's parameters.
    var path: [String: String] = [:]
    /// The query, without the API key.
    var query = ""

    init(dictionaryLiteral elements: (String, JSONValue)...) {
        body = JSONObject()
        for (name, value) in elements { body[name] = value }
    }

    /// The same request at another place.
    func at(_ path: [String: String] = [:], _ query: String = "") -> ContractRequest {
        var request = self
        request.path = path
        request.query = query
        return request
    }
}

/// The rows of an operation.
struct ContractGroup: Sendable {
    let operation: any HearthWire.Operation.Type
    /// Which of the operation's routes is asked.
    let route: Route
    let rows: [ContractRow]

    init<Described: HearthWire.Operation>(_ operation: Described.Type, route: Int = 0, _ rows: [ContractRow]) {
        self.operation = operation
        self.route = operation.routes[route]
        self.rows = rows
    }
}

/// A row as it is played.
struct ContractCase: Sendable, CustomTestStringConvertible {
    let group: ContractGroup
    let row: ContractRow
    let profile: BackendConfiguration.Profile

    var testDescription: String { "\(group.operation), \(profile): \(row.what)" }

    /// Every row, once for each profile in which it holds.
    static let all: [ContractCase] = ContractTable.groups.flatMap { group in
        group.rows.flatMap { row in
            [BackendConfiguration.Profile.lenient, .strict].filter { row.profile == nil || row.profile == $0 }.map {
                ContractCase(group: group, row: row, profile: $0)
            }
        }
    }
}
