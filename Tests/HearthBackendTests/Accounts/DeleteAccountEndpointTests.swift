import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:delete", .inProcessAndLive)
struct DeleteAccountEndpointTests {
    @Test func `removes the account of a token, and frees its address`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let answer = try await client.user("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(answer.document == ["kind": "identitytoolkit#DeleteAccountResponse"])
        #expect(try await client.refresh(user.refreshToken).error == "INVALID_REFRESH_TOKEN")
        let next = try await client.signUp("ada@example.com")
        #expect(next.uid != user.uid)
    }

    @Test func `refuses users without a token`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        #expect(try await client.user("accounts:delete", [:]).error == "MISSING_ID_TOKEN")
        #expect(
            try await client.user("accounts:delete", ["localId": .string(user.uid)]).error == "MISSING_ID_TOKEN"
        )
        #expect(try await client.lookUp(user).status == 200)
    }

    @Test func `removes any account for an administrator`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        #expect(try await client.admin("accounts:delete", [:]).error == "MISSING_LOCAL_ID")
        #expect(try await client.admin("accounts:delete", ["localId": "absent"]).error == "USER_NOT_FOUND")
        #expect(try await client.admin("accounts:delete", ["localId": .string(user.uid)]).status == 200)
        #expect(try await client.lookUp(user).error == "USER_NOT_FOUND")
    }
}
