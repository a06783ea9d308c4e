import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The emulator's controls", .inProcessAndLive)
struct EmulatorControlEndpointTests {
    private static let base = "/emulator/v1/projects/demo-test"

    @Test func `clears the accounts and their sessions, and keeps the codes`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let inTenant = try await client.signUp("ada@example.com", tenant: "t")
        let code = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
        let answer = try await client.send(.delete, Self.base + "/accounts")
        #expect(answer.document == [:])
        #expect(try await client.lookUp(user).error == "USER_NOT_FOUND")
        #expect(try await client.refresh(user.refreshToken).error == "INVALID_REFRESH_TOKEN")
        #expect(try await client.lookUp(inTenant).status == 200)
        _ = try await client.signUp("ada@example.com")
        let reset: JSONValue = ["oobCode": code, "newPassword": "secret2"]
        #expect(try await client.user("accounts:resetPassword", reset).status == 200)
        #expect(try await client.send(.delete, Self.base + "/tenants/t/accounts").status == 200)
        #expect(try await client.lookUp(inTenant).error == "USER_NOT_FOUND")
    }

    @Test func `takes a body with DELETE, and any credential or none`() async throws {
        let client = TestClient(try await TestBackend())
        let path = Self.base + "/accounts"
        #expect(try await client.send(.delete, path, [:]).status == 200)
        #expect(try await client.send(.delete, path, nil, ["Authorization": "Bearer something"]).status == 200)
    }

    @Test func `shows and changes the switches that are named`() async throws {
        let client = TestClient(try await TestBackend())
        let path = Self.base + "/config"
        func expect(_ answer: TestClient.Answer, duplicates: Bool, privacy: Bool) {
            let expected: JSONValue = [
                "signIn": ["allowDuplicateEmails": .bool(duplicates)],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(privacy)],
            ]
            #expect(answer.document == expected)
        }
        expect(try await client.send(.get, path), duplicates: false, privacy: false)
        let duplicates: JSONValue = ["signIn": ["allowDuplicateEmails": true]]
        expect(try await client.send(.patch, path, duplicates), duplicates: true, privacy: false)
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        expect(try await client.send(.patch, path, privacy), duplicates: true, privacy: true)
        expect(try await client.send(.get, path), duplicates: true, privacy: true)
    }

    @Test func `hides addresses in strict until someone decides otherwise`() async throws {
        let (_, client) = try await TestClient.strict()
        let answer = try await client.send(.get, Self.base + "/config")
        #expect(answer["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    }

    @Test func `lists the codes that wait, oldest first`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let used = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        _ = try await client.user("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "b@example.com"])
        _ = try await client.user(
            "accounts:sendOobCode",
            [
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .string(user.idToken),
                "newEmail": "new@example.com",
            ]
        )
        let reset: JSONValue = ["oobCode": .string(used), "newPassword": "secret2"]
        _ = try await client.user("accounts:resetPassword", reset)
        let list = try #require(try await client.send(.get, Self.base + "/oobCodes")["oobCodes"]?.array)
        #expect(list.map { $0["requestType"]?.text } == ["EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"])
        #expect(list.map { $0["email"]?.text } == ["b@example.com", "ada@example.com"])
        #expect(list.map { $0["newEmail"]?.string } == [nil, "new@example.com"])
        #expect(list.allSatisfy { $0["oobLink"]?.text.contains($0["oobCode"]?.text ?? "-") == true })
    }

    @Test func `several accounts may have one address once that is allowed`() async throws {
        let client = TestClient(try await TestBackend())
        let allow: JSONValue = ["signIn": ["allowDuplicateEmails": true]]
        _ = try await client.send(.patch, Self.base + "/config", allow)
        #expect(try await client.admin("accounts", ["localId": "one", "email": "ada@example.com"]).status == 200)
        #expect(try await client.admin("accounts", ["localId": "two", "email": "ada@example.com"]).status == 200)
        _ = try await client.admin("accounts:delete", ["localId": "one"])
        let found = try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])
        #expect(found["users"]?.array?.map { $0["localId"]?.text } == ["two"])
    }
}
