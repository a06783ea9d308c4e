import HearthAuth
import HearthBackend
import HearthCore
import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("TestBackend with Firestore")
struct TestFirestoreTests {
    private static let documents = "/v1/projects/demo-test/databases/(default)/documents"
    private static let own = """
        service cloud.firestore { match /databases/{d}/documents {
          match /notes/{id} { allow read, write: if request.auth.uid == id; }
        } }
        """

    private func send(
        _ backend: TestBackend,
        _ method: HTTPMethod,
        _ path: String,
        _ body: String = "",
        token: String? = nil,
        fields: HTTPFields = [:]
    ) async throws -> (status: Int, text: String) {
        var request = HTTPRequest(method, target: Self.documents + path, fields: fields, body: Array(body.utf8))
        if let token { request.fields["Authorization"] = "Bearer \(token)" }
        let response = try await backend.transport.send(request)
        return (response.status, String(decoding: response.bytes, as: UTF8.self))
    }

    private func signUp(_ backend: TestBackend) async throws -> (auth: Auth, user: User, token: String) {
        let auth = Auth(backend)
        let user = try await auth.signInAnonymously().user
        return (auth, user, try await user.idToken().reveal())
    }

    @Test func `answers both services by one transport`() async throws {
        let backend = try await TestBackend()
        let (_, user, token) = try await signUp(backend)
        let put = try await send(
            backend,
            .patch,
            "/notes/\(user.uid)",
            #"{"fields": {"text": {"stringValue": "hi"}}}"#,
            token: token
        )
        #expect(put.status == 200)
        #expect(try await send(backend, .get, "/notes/\(user.uid)").text.contains(#""hi""#))
    }

    @Test func `lets the rules decide by the identity service's tokens`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(Self.own)
        let (_, user, token) = try await signUp(backend)
        let note = "/notes/\(user.uid)"
        #expect(try await send(backend, .patch, note, "{}", token: token).status == 200)
        #expect(try await send(backend, .get, note).status == 403)
        #expect(try await send(backend, .get, "/notes/other", token: token).status == 403)
        #expect(try await send(backend, .get, note, token: "owner").status == 200)
    }

    @Test func `refuses a token that the identity service did not sign`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(Self.own)
        let (_, user, token) = try await signUp(backend)
        var parts = token.split(separator: ".").map(String.init)
        parts[2] = (parts[2].hasPrefix("A") ? "B" : "A") + parts[2].dropFirst()
        let forged = try await send(backend, .get, "/notes/\(user.uid)", token: parts.joined(separator: "."))
        #expect(forged.status == 401)
        #expect(forged.text.contains("UNAUTHENTICATED"))
    }

    @Test(arguments: [true, false])
    func `stops believing a token when its time is over, under strict rules`(isEmulator: Bool) async throws {
        let backend = try await TestBackend {
            $0.profile = .strict
            $0.isEmulator = isEmulator
        }
        try await backend.setFirestoreRules(Self.own)
        let (_, user, token) = try await signUp(backend)
        let note = "/notes/\(user.uid)"
        #expect(try await send(backend, .patch, note, "{}", token: token).status == 200)
        backend.clock.advance(by: .hours(2))
        #expect(try await send(backend, .get, note, token: token).status == 401)
    }

    @Test func `accepts verified tokens alone outside of emulator mode`() async throws {
        let backend = try await TestBackend {
            $0.profile = .strict
            $0.isEmulator = false
            $0.administratorToken = Secret("an-administrator-token-of-32-bytes")
        }
        let (_, _, token) = try await signUp(backend)
        #expect(try await send(backend, .get, "/notes/1", token: "owner").status == 401)
        #expect(try await send(backend, .get, "/notes/1", token: token).status == 403)
        #expect(try await send(backend, .get, "/notes/1").status == 403)
        let found = try await send(backend, .get, "/notes/1", token: "an-administrator-token-of-32-bytes")
        #expect(found.status == 404)
    }

    @Test func `stamps documents by the clock of the test`() async throws {
        let backend = try await TestBackend()
        backend.clock.advance(by: UnixTime(seconds: 2_000_000_000) - backend.clock.now)
        let put = try await send(backend, .patch, "/notes/1", "{}")
        #expect(put.text.contains("2033-05-18T03:33:2"))
    }

    @Test func `refuses an administrator's rights to a page of another origin`() async throws {
        let backend = try await TestBackend()
        let fields: HTTPFields = ["Origin": "https://evil.example"]
        #expect(try await send(backend, .get, "/notes/1", token: "owner", fields: fields).status == 403)
    }

    @Test func `keeps the documents of two backends apart`() async throws {
        let (first, second) = (try await TestBackend(), try await TestBackend())
        _ = try await send(first, .patch, "/notes/1", "{}")
        #expect(try await send(first, .get, "/notes/1").status == 200)
        #expect(try await send(second, .get, "/notes/1").status == 404)
    }
}
