import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Mass assignment", .inProcessAndLive)
struct MassAssignmentTests {
    private static let extra: [String: JSONValue] = [
        "emailVerified": true, "phoneNumber": "+15555550100", "photoUrl": "p", "disabled": true, "createdAt": "1",
        "lastLoginAt": "1", "customAuth": true, "isPrivileged": true, "tokensValidAfterTime": "1",
        "providerUserInfo": [["providerId": "google.com", "rawId": "victim"]], "initialEmail": "victim@example.com",
        "password_hash": "eA==", "salt": "eA==",
    ]

    @Test func `signing up sets nothing that is an administrator's`() async throws {
        let client = TestClient(try await TestBackend())
        var body = Self.extra
        body["email"] = "ada@example.com"
        body["password"] = "secret1"
        let user = try TestUser(try await client.user("accounts:signUp", JSONValue(body)))
        try await expectOrdinary(user, client)
        let account = try await client.account(user.uid)
        #expect(account["photoUrl"] == nil)
    }

    @Test func `updating sets nothing that is an administrator's`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let other = try await client.signUp("bob@example.com")
        var body = Self.extra
        body["localId"] = .string(other.uid)
        #expect(try await client.update(user, body).status == 200)
        try await expectOrdinary(user, client)
        try await expectOrdinary(other, client)
    }

    @Test(
        arguments: [
            ["customAttributes": "{\"admin\":true}"], ["custom_attributes": "{\"admin\":true}"],
            ["disableUser": false],
        ] as [[String: JSONValue]]
    )
    func `what would give power is refused`(_ change: [String: JSONValue]) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        #expect(try await client.update(user, change).status == 400)
        try await expectOrdinary(user, client)
    }

    @Test func `a user cannot choose when their tokens become valid`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        _ = try await client.update(user, ["validSince": "1"])
        let since = try await client.account(user.uid)["validSince"]
        #expect(since == .string(String(backend.clock.now.seconds)))
    }

    private func expectOrdinary(_ user: TestUser, _ client: TestClient) async throws {
        let account = try await client.account(user.uid)
        #expect(account["emailVerified"] == false)
        for name in ["phoneNumber", "disabled", "mfaInfo", "customAttributes", "customAuth", "initialEmail"] {
            #expect(account[name] == nil, "\(name)")
        }
        #expect(account["createdAt"] != "1")
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
    }
}
