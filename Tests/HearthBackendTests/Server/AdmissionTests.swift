import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("What is decided before a body is read", .inProcessAndLive)
struct AdmissionTests {
    private static let signUp = "/v1/accounts:signUp?key=k"
    private static let importPath = "/v1/projects/demo-test/accounts:batchCreate"
    private static let owner: HTTPFields = ["Authorization": "Bearer owner"]

    /// A JSON body of so many bytes.
    private static func body(_ count: Int) -> String {
        #"{"x":""# + String(repeating: "a", count: count - 8) + #""}"#
    }

    @Test func `a user's body may have 64 KiB`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.post, Self.signUp, text: Self.body(64 << 10)).status == 200)
        let answer = try await client.send(.post, Self.signUp, text: Self.body(64 << 10 + 1))
        #expect(answer.status == 413)
        #expect(answer.error == "Request payload size exceeds the limit: 65536 bytes.")
    }

    @Test func `an import may have 16 MiB, and an administrator's other calls one`() async throws {
        let client = TestClient(try await TestBackend())
        let large = Self.body(1 << 20 + 1)
        let lookup = "/v1/projects/demo-test/accounts:lookup"
        #expect(try await client.send(.post, lookup, text: large, Self.owner).status == 413)
        #expect(try await client.send(.post, Self.importPath, text: large, Self.owner).error == "MISSING_USER_ACCOUNT")
        let tooLarge = Self.body(16 << 20 + 1)
        #expect(try await client.send(.post, Self.importPath, text: tooLarge, Self.owner).status == 413)
    }

    @Test(
        arguments: [
            ("/v1/accounts:signUp", 403), (importPath, 401), ("/v1/nothing?key=k", 404),
        ]
    )
    func `a caller without the right hears of that, whatever the body is`(_ path: String, _ status: Int) async throws {
        let client = TestClient(try await TestBackend())
        for text in ["{", Self.body(64 << 10 + 1), ""] {
            #expect(try await client.send(.post, path, text: text).status == status)
        }
    }

    @Test func `a form or a query has a bounded number of parameters`() async throws {
        let client = TestClient(try await TestBackend())
        let type = "application/x-www-form-urlencoded"
        let some = (1...999).map { "a\($0)" }.joined(separator: "&")
        let token = "/v1/token?key=k"
        #expect(try await client.send(.post, token, text: some, type: type).error == "MISSING_GRANT_TYPE")
        let answer = try await client.send(.post, token, text: some + "&b&c", type: type)
        #expect(answer.status == 400)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test(
        arguments: [
            (#"{"idToken":"a","id_token":"b"}"#, "application/json"),
            (#"{"users":[{"localId":1,"local_id":2}]}"#, "application/json"),
            ("idToken=a&id_token=b", "application/x-www-form-urlencoded"),
            ("idToken=a&idToken=a", "application/x-www-form-urlencoded"),
        ]
    )
    func `two spellings of one name are refused`(_ text: String, _ type: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, "/v1/accounts:lookup?key=k", text: text, type: type)
        #expect(answer.status == 400)
        #expect(answer.error?.contains("more than once") == true)
    }

    @Test func `a password in the query is not read`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let path = "/v1/accounts:signInWithPassword?key=k&password=secret1"
        let answer = try await client.send(.post, path, ["email": "ada@example.com"])
        #expect(answer.error == "MISSING_PASSWORD")
    }

    @Test func `the query still says which page or which members are meant`() async throws {
        let client = TestClient(try await TestBackend())
        let list = try await client.send(.get, "/v1/projects/demo-test/accounts:batchGet?maxResults=1", nil, Self.owner)
        #expect(list.status == 200)
        let path = "/v2/projects/demo-test/config?updateMask=signIn.allowDuplicateEmails"
        let config = try await client.send(.patch, path, ["signIn": ["allowDuplicateEmails": true]], Self.owner)
        #expect(config["signIn"]?["allowDuplicateEmails"] == true)
    }

    @Test(
        arguments: [
            "//v1//projects/demo-test/accounts:lookup", "/v1//projects/demo-test/accounts:lookup",
            "/v1/projects/demo-test//accounts:lookup", "//v1/projects/demo-test/accounts:lookup",
            "/v1/projects/demo-test/accounts:lookup/", "/./v1/projects/demo-test/accounts:lookup",
        ]
    )
    func `a path with empty segments leads nowhere`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.post, path, [:], Self.owner).status == 404)
    }

    @Test(arguments: ["/v1/accounts:signUp?key=k", "/v1/accounts:nothing?key=k", "/v1/accounts:signUp"])
    func `no answer is kept by a cache or taken for another type`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, path, [:])
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["x-content-type-options"] == "nosniff")
    }

    @Test func `production administers the projects that it was given`() async throws {
        let secret = "0123456789abcdef0123456789abcdef"
        let (_, client) = try await TestClient.strict {
            $0.isEmulator = false
            $0.administratorToken = Secret(secret)
        }
        let fields: HTTPFields = ["Authorization": "Bearer \(secret)"]
        let lookup: JSONValue = ["localId": ["a"]]
        let own = try await client.send(.post, "/v1/projects/demo-test/accounts:lookup", lookup, fields)
        #expect(own.status == 200)
        let foreign = try await client.send(.post, "/v1/projects/another/accounts:lookup", lookup, fields)
        #expect(foreign.error == "PROJECT_NOT_FOUND")
        #expect(try await client.send(.get, "/another/.well-known/openid-configuration").status == 404)
        #expect(try await client.send(.get, "/demo-test/.well-known/openid-configuration").status == 200)
    }

    @Test(arguments: ["http://auth.example", "auth.example", "ftp://auth.example"])
    func `production is not reached over plain HTTP`(_ url: String) async throws {
        await #expect(throws: BackendError.self) {
            try await TestBackend {
                $0.profile = .strict
                $0.isEmulator = false
                $0.publicURL = url
            }
        }
    }
}
