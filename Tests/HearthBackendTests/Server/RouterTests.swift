import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire
import Testing

@testable import HearthBackend

@Suite("Paths", .inProcessAndLive)
struct RouterTests {
    /// A route with a request that reaches it, whatever it then answers.
    private static func target(_ path: String) -> String {
        path.replacing("{targetProjectId}", with: "demo-test").replacing("{tenantId}", with: "t")
    }

    @Test func `every operation of allOperations is answered, exactly once`() async throws {
        let backend = try await TestBackend()
        let declared = allOperations.flatMap { $0.routes }
        #expect(Set(declared).count == declared.count)
        let client = TestClient(backend)
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        for route in declared {
            for path in Set([route.emulatorPath, route.path]) {
                let answer = try await client.send(route.method, Self.target(path) + "?key=k", nil, owner)
                // What is not there at a path that is has words of its own.
                #expect(answer.error != "Not Found", "\(route.method) \(path)")
            }
        }
    }

    @Test func `every answered operation is declared`() throws {
        let answered = try Routes.forInspection().handlers.flatMap(\.routes)
        #expect(Set(answered) == Set(allOperations.flatMap { $0.routes }))
        #expect(Set(answered).count == answered.count)
    }

    @Test(
        arguments: [
            (HTTPMethod.get, "/v1/accounts:nothing"), (.get, "/v1/accounts:signUp"), (.put, "/v1/accounts:signUp"),
            (.post, "/v1/projects/demo-test/accounts/extra"), (.post, "/v1/projects//accounts"),
            (.post, "/v1/projects/demo-test/accounts:nothing"), (.get, "/nothing"), (.get, "/../etc/passwd"),
            (.post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/nothing"),
            (HTTPMethod(rawValue: "get"), "/healthz"),
        ]
    )
    func `an unknown path has the envelope of every error`(_ method: HTTPMethod, _ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(method, path + "?key=k", nil, ["Authorization": "Bearer owner"])
        #expect(answer.status == 404)
        let expected: JSONValue = [
            "error": [
                "code": 404, "message": "Not Found", "status": "NOT_FOUND",
                "errors": [["message": "Not Found", "reason": "notFound", "domain": "global"]],
            ]
        ]
        #expect(answer.document == expected)
    }

    @Test func `an ordinary refusal has the envelope without a status`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signUp", ["email": "a@b.co"])
        let expected: JSONValue = [
            "error": [
                "code": 400, "message": "MISSING_PASSWORD",
                "errors": [["message": "MISSING_PASSWORD", "reason": "invalid", "domain": "global"]],
            ]
        ]
        #expect(answer.document == expected)
    }

    @Test func `the first generation's names do the same`() async throws {
        let client = TestClient(try await TestBackend())
        let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"
        let credentials: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        let user = try TestUser(try await client.send(.post, base + "signupNewUser?key=k", credentials))
        #expect(try await client.send(.post, base + "verifyPassword?key=k", credentials).status == 200)
        let token: JSONValue = ["idToken": .string(user.idToken)]
        #expect(try await client.send(.post, base + "getAccountInfo?key=k", token)["users"]?.array?.count == 1)
        #expect(try await client.send(.post, base + "setAccountInfo?key=k", token).status == 200)
        #expect(try await client.send(.post, base + "deleteAccount?key=k", token).status == 200)
    }

    @Test func `a path of a tenant keeps accounts apart`() async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = ["localId": "ada", "email": "ada@example.com"]
        #expect(try await client.admin("tenants/one/accounts", body).status == 200)
        #expect(try await client.admin("tenants/two/accounts", body).status == 200)
        #expect(try await client.admin("accounts:lookup", ["localId": ["ada"]])["users"] == nil)
        #expect(try await client.admin("tenants/one/accounts:delete", ["localId": "ada"]).status == 200)
        let left = try await client.admin("tenants/two/accounts:lookup", ["localId": ["ada"]])
        #expect(left["users"]?.array?.first?["tenantId"] == "two")
    }

    @Test func `says that it is ready`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.get, "/")["authEmulator"]?["ready"] == true)
        #expect(try await client.send(.get, "/healthz")["status"] == "ok")
        #expect(try await client.send(.get, "/readyz")["status"] == "ok")
        #expect(try await client.send(.head, "/healthz").status == 200)
    }
}
