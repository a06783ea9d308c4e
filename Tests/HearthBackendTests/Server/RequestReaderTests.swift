import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Bodies, queries and paths", .inProcessAndLive)
struct RequestReaderTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    @Test(
        arguments: [
            "{", "{\"a\":1,}", "\u{FEFF}{}", "{\"email\":\"a@b.co\",\"email\":\"c@d.co\"}", "nonsense",
            "{\"a\":\"\\ud800\"}", "{} {}", String(repeating: "[", count: 10_000),
        ]
    )
    func `refuses what is not JSON`(_ text: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, Self.signUp, text: text)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix("Invalid JSON payload received. ") == true)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
        #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "parseError")
    }

    @Test(arguments: ["[]", "null", "1", "\"text\"", "[{\"email\":\"a@b.co\"}]"])
    func `refuses a body that is no object`(_ text: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, Self.signUp, text: text)
        #expect(answer.status == 400)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test(
        arguments: [
            ("accounts:signUp", ["email": [:]]),
            ("accounts:signUp", ["returnSecureToken": "perhaps"]),
            ("accounts:update", ["deleteAttribute": "EMAIL"]),
            ("accounts:update", ["deleteAttribute": [99]]),
            ("accounts:update", ["createdAt": "yesterday"]),
            ("accounts:sendOobCode", ["requestType": 99]),
        ] as [(String, JSONValue)]
    )
    func `refuses a member of another type, and names it`(_ operation: String, _ body: JSONValue) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user(operation, body)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix("Invalid value at '") == true)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test func `takes snake case and camel case, at every depth`() async throws {
        let client = TestClient(try await TestBackend())
        let user: JSONValue = [
            "local_id": "ada", "display_name": "Ada", "photo_url": "https://example.com/a",
            "provider_user_info": [["provider_id": "google.com", "raw_id": "g-1"]],
        ]
        let answer = try await client.admin("accounts:batchCreate", ["users": [user], "allow_overwrite": true])
        #expect(answer["error"] == [])
        let account = try await client.account("ada")
        #expect(account["displayName"] == "Ada")
        #expect(account["photoUrl"] == "https://example.com/a")
        #expect(account["providerUserInfo"]?.array?.first?["rawId"] == "g-1")
    }

    @Test func `takes numbers for text, text for numbers, and null for nothing`() async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = ["email": "ada@example.com", "password": 123_456, "displayName": nil, "unknown": [1]]
        #expect(try await client.user("accounts:signUp", body).status == 200)
        #expect(try await client.signIn("ada@example.com", "123456").status == 200)
        let list = try await client.admin("accounts:batchGet?maxResults=1", method: .get)
        #expect(list["users"]?.array?.count == 1)
    }

    @Test func `an empty body is an empty object`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.post, Self.signUp).status == 200)
    }

    @Test func `the path decides the project and the tenant`() async throws {
        let client = TestClient(try await TestBackend())
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let path = "/v1/projects/demo-test/tenants/one/accounts"
        let answer = try await client.send(.post, path, ["tenantId": "two"], owner)
        #expect(answer.error == "TENANT_ID_MISMATCH")
        let created = try await client.send(.post, path, ["localId": "ada", "targetProjectId": "other"], owner)
        #expect(created.status == 200)
        let found = try await client.admin("tenants/one/accounts:lookup", ["localId": ["ada"]])
        #expect(found["users"]?.array?.first?["tenantId"] == "one")
    }

    @Test func `answers are indented, in UTF-8, and no answer is null`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signUp", [:])
        #expect(answer.fields["content-type"] == "application/json; charset=utf-8")
        #expect(answer.text.hasPrefix("{\n  \"kind\": "))
        #expect(!answer.text.contains("null"))
    }
}
