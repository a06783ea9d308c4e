import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:lookup", .inProcessAndLiveInLongRuns)
struct LookUpAccountEndpointTests {
    @Test func `shows users themselves, without their hash`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        let answer = try await client.lookUp(user)
        #expect(answer["kind"] == "identitytoolkit#GetAccountInfoResponse")
        let shown = try #require(answer["users"]?.array)
        #expect(shown.count == 1)
        let account = try #require(shown.first)
        #expect(account["localId"] == .string(user.uid))
        #expect(account["email"] == "ada@example.com")
        #expect(account["emailVerified"] == false)
        #expect(account["passwordHash"] == "UkVEQUNURUQ=")
        #expect(account["salt"] == nil)
        let now = String(backend.clock.now.milliseconds)
        #expect(account["createdAt"] == .string(now))
        #expect(account["lastLoginAt"] == .string(now))
        #expect(account["validSince"] == .string(String(backend.clock.now.seconds)))
        #expect(account["lastRefreshAt"]?.text.hasSuffix("Z") == true)
        #expect(account["passwordUpdatedAt"]?.double == Double(backend.clock.now.milliseconds))
        let provider = try #require(account["providerUserInfo"]?.array?.first)
        #expect(provider["providerId"] == "password")
        #expect(provider["federatedId"] == "ada@example.com")
        #expect(provider["rawId"] == "ada@example.com")
    }

    @Test func `leaves out what is not there`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.lookUp(try await client.signUpGuest())
        let account = try #require(answer["users"]?.array?.first?.object)
        #expect(Set(account.names) == ["localId", "createdAt", "lastLoginAt", "lastRefreshAt"])
        #expect(!answer.text.contains("null"))
    }

    @Test(
        arguments: [
            ([:], "MISSING_ID_TOKEN"),
            (["idToken": "nonsense"], "INVALID_ID_TOKEN"),
            (["idToken": "a.b.c"], "INVALID_ID_TOKEN"),
            (["localId": ["someone"]], "MISSING_ID_TOKEN"),
        ] as [(JSONValue, String)]
    )
    func `refuses users without a token`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:lookup", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func `refuses tokens of accounts that are gone, disabled or revoked`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let gone = try await client.signUp("gone@example.com")
        let disabled = try await client.signUp("disabled@example.com")
        let revoked = try await client.signUp("revoked@example.com")
        _ = try await client.admin("accounts:delete", ["localId": .string(gone.uid)])
        _ = try await client.admin("accounts:update", ["localId": .string(disabled.uid), "disableUser": true])
        let since = JSONValue.string(String(backend.clock.now.seconds + 1))
        _ = try await client.admin("accounts:update", ["localId": .string(revoked.uid), "validSince": since])
        #expect(try await client.lookUp(gone).error == "USER_NOT_FOUND")
        #expect(try await client.lookUp(disabled).error == "USER_DISABLED")
        #expect(try await client.lookUp(revoked).error == "TOKEN_EXPIRED")
    }

    @Test func `finds accounts for an administrator by everything that identifies them`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "one", "email": "one@example.com"])
        _ = try await client.admin("accounts", ["localId": "two", "phoneNumber": "+15555550100"])
        let link: JSONValue = ["providerId": "google.com", "rawId": "g-3"]
        _ = try await client.admin("accounts", ["localId": "three"])
        _ = try await client.admin("accounts:update", ["localId": "three", "linkProviderUserInfo": link])
        let answer = try await client.admin(
            "accounts:lookup",
            [
                "localId": ["one", "absent"], "email": ["ONE@example.com", "absent@example.com"],
                "phoneNumber": ["+15555550100"], "federatedUserId": [link],
            ]
        )
        #expect(answer["users"]?.array?.map { $0["localId"]?.text } == ["one", "two", "three"])
    }

    @Test func `leaves out the list when no one was found`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin("accounts:lookup", ["localId": ["absent"]])
        #expect(answer.status == 200)
        #expect(answer.document.object?.names == ["kind"])
    }
}
