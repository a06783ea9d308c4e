import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import NotesAPI
import Testing

/// A service of notes, the backend whose tokens it trusts, and people who use both.
struct Fixture: Sendable {
    let backend: TestBackend
    let service: NotesService
    let reports = Locked<[String]>([])

    init(_ storage: NotesStorage = .memory) async throws {
        let backend = try await TestBackend()
        self.backend = backend
        service = try await NotesService(
            storage,
            verifier: try Self.verifier(of: backend),
            now: { backend.clock.now },
            report: { [reports] line in reports.withLock { $0.append(line) } }
        )
    }

    static func verifier(of backend: TestBackend) throws -> TokenVerifier {
        try .hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport,
            now: { backend.clock.now }
        )
    }

    /// Creates an account at the backend and returns its token.
    func token(_ email: String) async throws -> String {
        try await account("accounts:signUp", ["email": .string(email), "password": "secret1"])
    }

    /// Calls the backend as a user does, and returns the token in its answer.
    func account(_ operation: String, _ body: JSONValue) async throws -> String {
        let request = HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/\(operation)?key=k",
            body: JSON.serialize(body)
        )
        let answer = try JSON.parse(try await backend.transport.send(request).bytes)
        return try #require(answer["idToken"]?.string)
    }

    /// Calls the service.
    func call(
        _ method: HTTPMethod,
        _ target: String,
        _ token: String?,
        _ body: JSONValue? = nil
    ) async throws -> Answer {
        var request = HTTPRequest(method, target: target)
        if let token { request.fields["Authorization"] = "Bearer \(token)" }
        if let body { request.body = JSON.serialize(body) }
        return Answer(await service.handle(request))
    }
}

/// An answer with its document.
struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let document: JSONValue

    init(_ response: HTTPResponse) {
        status = response.status
        fields = response.fields
        document = (try? JSON.parse(response.bytes)) ?? .null
    }

    subscript(_ name: String) -> JSONValue? { document[name] }

    /// The titles of a page of notes.
    var titles: [String] {
        (document["notes"]?.array ?? []).compactMap { $0["title"]?.string }
    }
}
