import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Revocation", .inProcessAndLive)
struct RevocationTests {
    /// What ends the sessions of a user.
    enum Event: String, CaseIterable, Sendable {
        case password, reset, email, revocation, disabling, deletion, batchDeletion

        var refusal: String {
            switch self {
            case .disabling: "USER_DISABLED"
            case .deletion, .batchDeletion: "USER_NOT_FOUND"
            default: "TOKEN_EXPIRED"
            }
        }

        func happen(to user: TestUser, _ client: TestClient, at now: UnixTime) async throws -> TestClient.Answer {
            let id = JSONValue.string(user.uid)
            switch self {
            case .password: return try await client.update(user, ["password": "secret2"])
            case .email: return try await client.update(user, ["email": "new@example.com"])
            case .reset:
                let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
                let body: JSONValue = ["oobCode": .string(code), "newPassword": "secret2"]
                return try await client.user("accounts:resetPassword", body)
            case .revocation:
                let since = JSONValue.string(String(now.seconds))
                return try await client.admin("accounts:update", ["localId": id, "validSince": since])
            case .disabling: return try await client.admin("accounts:update", ["localId": id, "disableUser": true])
            case .deletion: return try await client.admin("accounts:delete", ["localId": id])
            case .batchDeletion:
                return try await client.admin("accounts:batchDelete", ["localIds": [id], "force": true])
            }
        }
    }

    @Test(arguments: Event.allCases, [0, 1] as [Int64])
    func `strict ends every session, and says why`(_ event: Event, _ pause: Int64) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(pause))
        #expect(try await event.happen(to: user, client, at: backend.clock.now).status == 200)
        let refreshed = try await client.refresh(user.refreshToken)
        #expect(refreshed.error == event.refusal)
        backend.clock.advance(by: .hours(24))
        #expect(try await client.refresh(user.refreshToken).error == event.refusal)
    }

    @Test(arguments: [Event.password, .email])
    func `anyone who made the change stays signed in`(_ event: Event) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(1))
        let changed = try TestUser(try await event.happen(to: user, client, at: backend.clock.now))
        backend.clock.advance(by: .minutes(1))
        let refreshed = try TestUser(try await client.refresh(changed.refreshToken))
        #expect(try await client.lookUp(refreshed).status == 200)
        // Verifiers that look at auth_time must agree.
        let since = try await client.account(user.uid)["validSince"]?.string.flatMap { Int64($0) }
        #expect(try #require(claims(of: refreshed.idToken)["auth_time"]?.integer) >= #require(since))
    }

    @Test func `a token of the second of the revocation is good, an older one is not`() async throws {
        let (backend, client) = try await TestClient.strict()
        let old = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(1))
        let since = JSONValue.string(String(backend.clock.now.seconds))
        _ = try await client.admin("accounts:update", ["localId": .string(old.uid), "validSince": since])
        let new = try TestUser(try await client.signIn("ada@example.com"))
        #expect(try await client.lookUp(old).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(old.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.lookUp(new).status == 200)
        #expect(try await client.refresh(new.refreshToken).status == 200)
    }

    @Test func `an account made anew under an old identifier has none of the old sessions`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        _ = try await client.admin("accounts:delete", ["localId": .string(user.uid)])
        _ = try await client.admin("accounts", ["localId": .string(user.uid)])
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
    }

    @Test func `a guest's old refresh token gives no session of the user`() async throws {
        let (_, client) = try await TestClient.strict()
        let guest = try await client.signUpGuest()
        let body: JSONValue = ["idToken": .string(guest.idToken), "email": "a@b.co", "password": "secret1"]
        let user = try TestUser(try await client.user("accounts:signUp", body))
        #expect(user.uid == guest.uid)
        #expect(try await client.refresh(guest.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(user.refreshToken).status == 200)
    }

    @Test func `a token and someone else's credential make no token of either`() async throws {
        let client = TestClient(try await TestBackend())
        let victim = try await client.signUp("victim@example.com")
        let attacker = try await client.signUpGuest()
        let body: JSONValue = [
            "idToken": .string(attacker.idToken), "email": "victim@example.com", "password": "secret1",
        ]
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.error == "EMAIL_EXISTS")
        #expect(answer["idToken"] == nil)
        #expect(try await client.account(victim.uid)["email"] == "victim@example.com")
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `no one who is disabled gets a session`(_ profile: BackendConfiguration.Profile) async throws {
        let (_, client) = try await TestClient.strict { $0.profile = profile }
        let user = try await client.signUp("ada@example.com")
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await client.signIn("ada@example.com").error == "USER_DISABLED")
        #expect(try await client.lookUp(user).error == "USER_DISABLED")
        #expect(try await client.refresh(user.refreshToken).error == "USER_DISABLED")
        #expect(try await client.update(user, ["displayName": "x"]).error == "USER_DISABLED")
        let delete: JSONValue = ["idToken": .string(user.idToken)]
        #expect(try await client.user("accounts:delete", delete).error == "USER_DISABLED")
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "secret2"]
        let answer = try await client.user("accounts:resetPassword", reset)
        #expect(answer.error == (profile == .strict ? "INVALID_OOB_CODE" : nil))
        let token: JSONValue = ["token": .string("{\"uid\":\"\(user.uid)\"}")]
        #expect(try await client.user("accounts:signInWithCustomToken", token)["idToken"] == nil)
    }
}
