import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Scripted faults")
struct FaultTests {
    private static let path = "/emulator/v1/projects/demo-test/faults"

    @Test func `an operation fails as often as it should, and no other does`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        backend.fail(next: 2, of: .signInWithPassword, with: .error("QUOTA_EXCEEDED : Exceeded quota."))
        for _ in 0..<2 {
            #expect(try await client.signIn("ada@example.com").error == "QUOTA_EXCEEDED : Exceeded quota.")
            _ = try await client.signUpGuest()
        }
        #expect(try await client.signIn("ada@example.com").status == 200)
    }

    @Test func `several faults strike in the order in which they were asked for`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        backend.fail(next: .signUp, with: .status(503, retryAfter: .seconds(30)))
        backend.fail(next: .any, with: .error("OPERATION_NOT_ALLOWED"))
        let busy = try await client.user("accounts:signUp", [:])
        #expect(busy.status == 503 && busy.fields["retry-after"] == "30" && busy.bytes.isEmpty)
        #expect(try await client.user("accounts:signUp", [:]).error == "OPERATION_NOT_ALLOWED")
        #expect(try await client.user("accounts:signUp", [:]).status == 200)
    }

    @Test(arguments: [(Fault.offline, TransportError.Kind.unreachable, 200), (.drop, .connectionLost, 400)])
    func `what is lost has happened or not`(_ fault: Fault, _ kind: TransportError.Kind, _ again: Int) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        backend.fail(next: .signUp, with: fault)
        let error = await #expect(throws: TransportError.self) { try await client.signUp("ada@example.com") }
        #expect(error?.kind == kind)
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).status == again)
    }

    @Test func `a delay ends when the clock was moved far enough`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        backend.fail(next: .signUp, with: .delay(.seconds(2)))
        async let answer = client.user("accounts:signUp", [:])
        await backend.clock.untilATaskSleeps()
        backend.clock.advance(by: .seconds(2))
        #expect(try await answer.status == 200)
    }

    @Test func `backends do not share their faults`() async throws {
        let backend = try await TestBackend()
        backend.fail(next: .any, with: .offline)
        #expect(try await TestClient(try await TestBackend()).user("accounts:signUp", [:]).status == 200)
    }

    @Test func `what was not met can be forgotten`() async throws {
        let backend = try await TestBackend()
        backend.fail(next: .any, with: .offline)
        backend.backend.forgetFaults()
        #expect(try await TestClient(backend).user("accounts:signUp", [:]).status == 200)
    }

    @Test(arguments: ["SignUp", "accounts:signUp", "signupNewUser", "accounts"])
    func `an operation has several names`(_ name: String) throws {
        #expect(try OperationName.operation(name) == .signUp)
    }

    @Test(arguments: ["", "accounts:signup", "faults", "ListFaults", "inbox"])
    func `a fault of no operation, or of a control, is refused`(_ name: String) {
        #expect(throws: BackendError.self) { try OperationName.operation(name) }
    }

    @Test func `faults are scripted over the wire, listed and cleared`() async throws {
        let client = TestClient(try await TestBackend())
        let fault: JSONValue = ["kind": "ERROR", "message": "QUOTA_EXCEEDED"]
        let added = try await client.send(.post, Self.path, ["operation": "token", "count": 2, "fault": fault])
        let expected: JSONValue = ["faults": [["operation": "ExchangeRefreshToken", "count": 2, "fault": fault]]]
        #expect(added.document == expected)
        #expect(try await client.refresh("x").error == "QUOTA_EXCEEDED")
        #expect(try await client.send(.get, Self.path)["faults"]?.array?.first?["count"] == 1)
        #expect(try await client.send(.delete, Self.path).document == [:])
        #expect(try await client.send(.get, Self.path).document == ["faults": []])
        #expect(try await client.refresh("x").error == "INVALID_REFRESH_TOKEN")
    }

    @Test func `a fault of one project leaves the others alone`() async throws {
        let client = TestClient(try await TestBackend())
        let fault: JSONValue = ["operation": "*", "fault": ["kind": "OFFLINE"]]
        _ = try await client.send(.post, "/emulator/v1/projects/demo-other/faults", fault)
        #expect(try await client.user("accounts:signUp", [:]).status == 200)
        await #expect(throws: TransportError.self) {
            try await client.admin("accounts:lookup", ["localId": ["x"]], project: "demo-other")
        }
    }

    @Test(
        arguments: [
            [:], ["operation": "nothing", "fault": ["kind": "DROP"]], ["operation": "token"],
            ["operation": "token", "fault": ["kind": "EXPLODE"]], ["operation": "token", "fault": ["kind": "ERROR"]],
            ["operation": "token", "fault": ["kind": "STATUS", "status": 200]],
            ["operation": "token", "fault": ["kind": "STATUS", "status": 503, "retryAfterSeconds": -1]],
            ["operation": "token", "fault": ["kind": "DELAY", "delayMilliseconds": -1]],
            ["operation": "token", "count": 0, "fault": ["kind": "DROP"]],
        ] as [JSONValue]
    )
    func `refuses a script that makes no sense`(_ body: JSONValue) async throws {
        let answer = try await TestClient(try await TestBackend()).send(.post, Self.path, body)
        #expect(answer.status == 400)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test(arguments: [HTTPMethod.get, .post, .delete])
    func `there are no controls in production`(_ method: HTTPMethod) async throws {
        let backend = try await TestBackend {
            $0.profile = .strict
            $0.isEmulator = false
        }
        let client = TestClient(backend)
        for end in ["faults", "clock", "inbox"] {
            #expect(try await client.send(method, "/emulator/v1/projects/demo-test/\(end)", [:]).status == 404)
        }
        #expect(try await client.send(.get, "/emulator/openapi.json").status == 404)
    }
}
