import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// A project's functions: what they were asked, and what they answer.
final class FakeFunction: HTTPTransport {
    typealias Answer = @Sendable (_ event: String, _ claims: JSONObject) async throws(TransportError) -> HTTPResponse

    struct Asked: Sendable {
        let request: HTTPRequest
        let token: String
        let claims: JSONObject

        var event: String { claims["event_type"]?.text ?? "" }
    }

    private struct State: Sendable {
        var asked: [Asked] = []
        var answer: Answer = { _, _ in FakeFunction.json([:]) }
    }

    private let state = Locked(State())

    var asked: [Asked] { state.withLock { $0.asked } }
    var events: [String] { asked.map(\.event) }

    func answer(_ answer: @escaping Answer) {
        state.withLock { $0.answer = answer }
    }

    /// Answers one event with a document, and all others with nothing.
    func answer(_ event: String, _ document: JSONValue, status: Int = 200) {
        answer { asked, _ in asked == event ? Self.json(document, status: status) : Self.json([:]) }
    }

    func forget() {
        state.withLock { $0.asked = [] }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let token = (try? JSON.parse(request.body))?["data"]?["jwt"]?.string ?? ""
        let claims = (try? UnverifiedToken(token))?.unverifiedClaims ?? JSONObject()
        let answer = state.withLock { state in
            state.asked.append(Asked(request: request, token: token, claims: claims))
            return state.answer
        }
        return try await answer(claims["event_type"]?.text ?? "", claims)
    }

    static func json(_ document: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: .bytes(JSON.serialize(document)))
    }

    /// A backend whose project asks functions.
    static func bench(
        _ profile: BackendConfiguration.Profile = .lenient,
        triggers: [String] = ["beforeCreate", "beforeSignIn"],
        forward: JSONValue = [:]
    ) async throws -> (TestBackend, TestClient, FakeFunction) {
        let function = FakeFunction()
        let backend = try await TestBackend(outbound: function) { $0.profile = profile }
        let client = TestClient(backend)
        try await client.setTriggers(triggers, forward: forward)
        return (backend, client, function)
    }
}

extension TestClient {
    static let functionURL = "https://functions.example.com/hook?x=1"

    /// Configures the project's functions.
    func setTriggers(
        _ events: [String],
        forward: JSONValue = [:],
        url: String = functionURL
    ) async throws {
        var triggers = JSONObject()
        for event in events { triggers[event] = ["functionUri": .string(url)] }
        let config: JSONValue = ["triggers": .object(triggers), "forwardInboundCredentials": forward]
        let answer = try await setFunctions(config)
        try #require(answer.status == 200, "\(answer.text)")
    }

    func setFunctions(_ functions: JSONValue) async throws -> Answer {
        try await config(.patch, ["blockingFunctions": functions], mask: "blockingFunctions")
    }
}
