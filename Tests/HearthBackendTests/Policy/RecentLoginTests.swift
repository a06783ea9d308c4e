import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Recent sign-in", .inProcessAndLive)
struct RecentLoginTests {
    private static let changes: [JSONValue] = [
        ["email": "new@example.com"], ["password": "secret2"], ["deleteProvider": ["password"]],
        ["deleteAttribute": ["PASSWORD"]], ["deleteAttribute": ["EMAIL"]],
    ]

    @Test(arguments: changes)
    func `strict refuses to change a sign-in method after five minutes`(_ change: JSONValue) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(5) + .seconds(1))
        let old = try await self.change(change, user, client)
        #expect(old.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        // A refreshed token is of the same sign-in.
        let refreshed = try TestUser(try await client.refresh(user.refreshToken))
        #expect(try await self.change(change, refreshed, client).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let again = try TestUser(try await client.signIn("ada@example.com"))
        #expect(try await self.change(change, again, client).status == 200)
    }

    @Test(arguments: changes)
    func `five minutes are recent`(_ change: JSONValue) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(5))
        #expect(try await self.change(change, user, client).status == 200)
    }

    @Test(arguments: changes)
    func `lenient never asks`(_ change: JSONValue) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .hours(24))
        #expect(try await self.change(change, user, client).status == 200)
    }

    @Test func `deleting an account and proving a new address ask too`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(6))
        let token = JSONValue.string(user.idToken)
        #expect(
            try await client.user("accounts:delete", ["idToken": token]).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        )
        let body: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "n@example.com",
        ]
        let answer = try await client.user("accounts:sendOobCode", body)
        #expect(answer.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await client.update(user, ["displayName": "Ada"]).status == 200)
    }

    @Test func `linking a password asks, unless the account is a guest's`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        let guest = try await client.signUpGuest()
        backend.clock.advance(by: .minutes(6))
        func link(_ user: TestUser, _ email: JSONValue) async throws -> TestClient.Answer {
            let body: JSONValue = ["idToken": .string(user.idToken), "email": email, "password": "secret2"]
            return try await client.user("accounts:signUp", body)
        }
        #expect(try await link(user, "other@example.com").error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await link(guest, "guest@example.com").status == 200)
    }

    @Test func `a proved address is changed only by proving the next one`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "emailVerified": true])
        let change = try await client.update(user, ["email": "new@example.com"])
        #expect(change.error == "EMAIL_CHANGE_NEEDS_VERIFICATION")
        let body: JSONValue = ["idToken": .string(user.idToken), "email": "new@example.com", "password": "secret2"]
        #expect(try await client.user("accounts:signUp", body).error == "EMAIL_CHANGE_NEEDS_VERIFICATION")
    }

    private func change(_ change: JSONValue, _ user: TestUser, _ client: TestClient) async throws -> TestClient.Answer {
        var members: [String: JSONValue] = [:]
        for member in change.object?.members ?? [] { members[member.name] = member.value }
        return try await client.update(user, members)
    }
}
