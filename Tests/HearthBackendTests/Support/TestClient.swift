import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// Speaks to a backend as a client does: JSON in, JSON out.
struct TestClient: Sendable {
    let transport: any HTTPTransport
    var origin: String?
    var key = "fake-api-key"
    /// The address that requests seem to come from; over a socket, as a proxy of this machine says.
    var peer: String?

    /// Calls a backend: by function calls, or over the wire of the running test.
    init(_ backend: TestBackend) {
        guard let wire = TestWire.current else {
            transport = backend.transport
            return
        }
        transport = wire.transport
        do {
            origin = "http://\(try wire.address(of: backend))"
        } catch {
            Issue.record(error, "A server did not start.")
        }
    }

    init(_ transport: any HTTPTransport, origin: String) {
        self.transport = transport
        self.origin = origin
    }

    /// Starts a backend that behaves as production does, in emulator mode.
    static func strict(
        _ configure: (inout BackendConfiguration) -> Void = { _ in }
    ) async throws -> (TestBackend, TestClient) {
        let backend = try await TestBackend {
            $0.profile = .strict
            configure(&$0)
            // Over a socket, every client of a test has the address of this machine.
            if TestWire.current != nil { $0.trustedProxies.append("127.0.0.1") }
        }
        return (backend, TestClient(backend))
    }

    /// The same client at another address.
    func calling(from peer: String) -> TestClient {
        var client = self
        client.peer = peer
        return client
    }

    /// An answer with its document.
    struct Answer: Sendable {
        let status: Int
        let document: JSONValue
        let fields: HTTPFields
        let bytes: [UInt8]

        /// The error's words, or `nil` if the call succeeded.
        var error: String? { document["error"]?["message"]?.string }

        subscript(_ name: String) -> JSONValue? { document[name] }
    }

    /// Calls an operation as a user does: `accounts:signUp`.
    func user(_ operation: String, _ body: JSONValue) async throws -> Answer {
        try await send(.post, "/identitytoolkit.googleapis.com/v1/\(operation)?key=\(key)", body)
    }

    /// Calls an operation as an administrator does: `accounts:lookup`, below the project.
    func admin(
        _ operation: String,
        _ body: JSONValue? = nil,
        method: HTTPMethod = .post,
        project: String = "demo-test"
    ) async throws -> Answer {
        try await send(
            method,
            "/identitytoolkit.googleapis.com/v1/projects/\(project)/\(operation)",
            body,
            ["Authorization": "Bearer owner"]
        )
    }

    /// Trades a refresh token.
    func refresh(_ token: String) async throws -> Answer {
        try await send(
            .post,
            "/securetoken.googleapis.com/v1/token?key=\(key)",
            ["grantType": "refresh_token", "refreshToken": .string(token)]
        )
    }

    func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue? = nil,
        _ fields: HTTPFields = [:]
    ) async throws -> Answer {
        var request = HTTPRequest(method, origin: origin, target: target, fields: fields)
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(body)
        }
        return try await send(request)
    }

    /// Sends a body as it is.
    func send(
        _ method: HTTPMethod,
        _ target: String,
        text: String,
        type: String = "application/json",
        _ fields: HTTPFields = [:]
    ) async throws -> Answer {
        var request = HTTPRequest(method, origin: origin, target: target, fields: fields, body: Array(text.utf8))
        request.fields["Content-Type"] = type
        return try await send(request)
    }

    private func send(_ request: HTTPRequest) async throws -> Answer {
        var request = request
        if let peer, origin != nil {
            request.fields.append("X-Forwarded-For", peer)
        } else {
            request.peer = peer
        }
        return Answer(try await transport.send(request))
    }
}

extension TestClient.Answer {
    init(_ response: HTTPResponse) {
        status = response.status
        document = (try? JSON.parse(response.bytes)) ?? .null
        fields = response.fields
        bytes = response.bytes
    }

    /// The body as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONValue {
    /// The text, or an empty one.
    var text: String { string ?? "" }
}
