import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("AdminError")
struct AdminErrorTests {
    @Test func `has the service's own word`() async throws {
        let admin = try await Fixture().admin
        _ = try await admin.createUser(NewUser { $0.email = "ada@example.com" })
        let error = await #expect(throws: AdminError.self) {
            try await admin.createUser(NewUser { $0.email = "ada@example.com" })
        }
        #expect(error?.code == .emailExists)
        #expect(error?.httpStatus == 400)
    }

    @Test(
        arguments: [
            (400, #"{"error":{"message":"WEAK_PASSWORD : At least 6"}}"#, .weakPassword, "At least 6"),
            (400, #"{"error":{"message":"SOMETHING_NEW"}}"#, AdminError.Code(rawValue: "SOMETHING_NEW"), nil),
            (
                401, #"{"error":{"message":"Request had invalid: x","status":"UNAUTHENTICATED"}}"#, .unauthenticated,
                "Request had invalid: x"
            ),
            (502, "<html>", .unexpectedAnswer, nil),
            (200, "<html>", .unexpectedAnswer, nil),
            (200, "[]", .unexpectedAnswer, nil),
        ] as [(Int, String, AdminError.Code, String?)]
    )
    func `is read off the answer`(_ status: Int, _ body: String, _ code: AdminError.Code, _ detail: String?)
        async throws
    {
        let project = try #require(ProjectID(rawValue: "p"))
        let admin = AdminAuth.emulator(project: project, transport: CannedTransport(status: status, body))
        let uid = try #require(UserID(rawValue: "u"))
        let error = await #expect(throws: AdminError.self) { try await admin.user(uid) }
        #expect(error?.code == code)
        #expect(error?.detail == detail)
        #expect(error?.httpStatus == status)
    }

    @Test func `says that no answer arrived`() async throws {
        let project = try #require(ProjectID(rawValue: "p"))
        let transport = CannedTransport(.failure(TransportError(.unreachable)))
        let admin = AdminAuth.emulator(project: project, transport: transport)
        let error = await #expect(throws: AdminError.self) {
            for try await _ in admin.users {}
        }
        #expect(error?.code == .noAnswer)
        #expect(error?.transport == .unreachable)
    }

    @Test(arguments: [
        "http://identity.example.com", "http://127.0.0.1.example.com", "https://a@b", "ftp://x", "", "https://",
    ])
    func `comes before a secret would travel in the clear`(_ origin: String) throws {
        let project = try #require(ProjectID(rawValue: "p"))
        let transport = CannedTransport(status: 200, "{}")
        let error = #expect(throws: AdminError.self) {
            try AdminAuth.server(origin: origin, project: project, token: "t", transport: transport)
        }
        #expect(error?.code == .insecureOrigin)
    }

    @Test func `does not print the credential`() async throws {
        let project = try #require(ProjectID(rawValue: "p"))
        let transport = CannedTransport(.failure(TransportError(.connectionLost)))
        let admin = try AdminAuth.server(
            origin: "https://x.example",
            project: project,
            token: "squeamish",
            transport: transport
        )
        let error = await #expect(throws: AdminError.self) { try await admin.createUser() }
        #expect(!"\(admin)\(String(describing: error))".contains("squeamish"))
        #expect(transport.requests.withLock { $0.first?.fields["Authorization"] } == "Bearer squeamish")
    }
}
