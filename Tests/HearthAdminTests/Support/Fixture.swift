import HearthAdmin
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// A backend, its administrator, and clients who sign in.
struct Fixture: Sendable {
    static let origin = "http://127.0.0.1:9099"

    let backend: TestBackend
    let admin: AdminAuth
    let verifier: TokenVerifier

    init(configure: (inout BackendConfiguration) -> Void = { _ in }) async throws {
        let backend = try await TestBackend(configure: configure)
        self.backend = backend
        admin = .emulator(project: backend.project, transport: backend.transport, now: { backend.clock.now })
        verifier = try TokenVerifier.hearth(
            origin: Self.origin,
            project: backend.project,
            transport: backend.transport,
            now: { backend.clock.now }
        )
    }

    /// Creates a user with a password, and signs in.
    func signUp(_ email: String, password: String = "secret1") async throws -> String {
        try await tokens("accounts:signUp", ["email": .string(email), "password": .string(password)])
    }

    /// Signs in with a password.
    func signIn(_ email: String, password: String = "secret1") async throws -> String {
        try await tokens("accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
    }

    /// Calls an operation as a user does, and takes the ID token out of the answer.
    func tokens(_ operation: String, _ body: JSONValue) async throws -> String {
        try #require(try await call(operation, body)["idToken"]?.string)
    }

    /// Calls an operation as a user does.
    func call(_ operation: String, _ body: JSONValue) async throws -> JSONValue {
        let request = HTTPRequest(
            .post,
            origin: Self.origin,
            target: "/identitytoolkit.googleapis.com/v1/\(operation)?key=k",
            fields: ["Content-Type": "application/json"],
            body: JSON.serialize(body)
        )
        return try JSON.parse(try await backend.transport.send(request).bytes)
    }
}

/// Answers every request alike, and remembers them.
struct CannedTransport: HTTPTransport {
    let requests = Locked<[HTTPRequest]>([])
    let answer: Result<HTTPResponse, TransportError>

    init(_ answer: Result<HTTPResponse, TransportError>) {
        self.answer = answer
    }

    init(status: Int, _ body: String) {
        answer = .success(HTTPResponse(status: status, body: .bytes(Array(body.utf8))))
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        return try answer.get()
    }
}
