import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// An attacker who once was in, or was there first, and what is left to them in the strict profile.
@Suite("An account that is taken back", .inProcessAndLive)
struct TakeoverTests {
    private static let owner = "ada@example.com"

    /// What takes an account back.
    enum Rescue: String, CaseIterable, Sendable {
        case reset, password, verification, revocation, disabling

        func happen(to user: TestUser, _ backend: TestBackend, _ client: TestClient) async throws {
            let id = JSONValue.string(user.uid)
            let answer: TestClient.Answer
            switch self {
            case .reset:
                let code = try await client.code("PASSWORD_RESET", ["email": .string(owner)])
                answer = try await client.use(reset: code, "owner's new")
            case .password: answer = try await client.update(user, ["password": "owner's new"])
            case .verification:
                let code = try await client.code("VERIFY_EMAIL", ["email": .string(owner)])
                answer = try await client.use(code: code)
            case .revocation:
                let since = JSONValue.string(String(backend.clock.now.seconds))
                answer = try await client.admin("accounts:update", ["localId": id, "validSince": since])
            case .disabling:
                answer = try await client.admin("accounts:update", ["localId": id, "disableUser": true])
                _ = try await client.admin("accounts:update", ["localId": id, "disableUser": false])
            }
            #expect(answer.status == 200, "\(answer.error ?? "")")
        }
    }

    @Test(arguments: Rescue.allCases)
    func `a change of address that was asked for before a rescue is void after it`(_ rescue: Rescue) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        let ask: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .string(user.idToken), "newEmail": "thief@example.com",
        ]
        #expect(try await client.user("accounts:sendOobCode", ask).status == 200)
        let mail = try await backend.inbox.next(.verifyAndChangeEmail, to: "thief@example.com")
        try await rescue.happen(to: user, backend, client)
        #expect(try await client.use(code: mail.code).error == "INVALID_OOB_CODE")
        #expect(try await client.account(user.uid)["email"] == .string(Self.owner))
    }

    @Test func `a recovery by an address that was never proved is void once the next one is`() async throws {
        for rescue in [Rescue.reset, .verification] {
            let (backend, client) = try await TestClient.strict()
            let attacker = try await client.signUp("attacker@example.com")
            let changed = try TestUser(try await client.update(attacker, ["email": .string(Self.owner)]))
            let mail = try await backend.inbox.next(.recoverEmail, to: "attacker@example.com")
            try await rescue.happen(to: changed, backend, client)
            #expect(try await client.use(code: mail.code).error == "INVALID_OOB_CODE")
            #expect(try await client.account(attacker.uid)["email"] == .string(Self.owner))
        }
    }

    @Test func `a reset of an account that no one has proved leaves nothing of what was prepared`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let authenticator = SoftwareAuthenticator()
        let attacker = try await client.signUp(Self.owner, "attacker's")
        let enrolled = try TestUser(try await client.enrollPasskey(attacker, authenticator))
        let factors: JSONValue = ["enrollments": [["phoneInfo": "+15555550102", "mfaEnrollmentId": "f1"]]]
        let change: JSONValue = [
            "localId": .string(attacker.uid), "phoneNumber": "+15555550101", "mfa": factors,
            "linkProviderUserInfo": ["providerId": "google.com", "rawId": "attacker"],
        ]
        #expect(try await client.admin("accounts:update", change).status == 200)
        let code = try await client.code("PASSWORD_RESET", ["email": .string(Self.owner)])
        #expect(try await client.use(reset: code, "owner's new").status == 200)
        let account = try await client.account(attacker.uid)
        for name in ["phoneNumber", "mfaInfo", "passkeyInfo"] { #expect(account[name] == nil, "\(name)") }
        #expect(account["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } == ["password"])
        #expect(try await client.signInWithPasskey(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        for user in [attacker, enrolled] { #expect(try await client.refresh(user.refreshToken).status == 400) }
    }

    @Test(
        arguments: [
            ["validSince": "1"], ["emailVerified": true], ["phoneNumber": "+15555550100"], ["createdAt": "1"],
            ["lastLoginAt": "1"], ["mfa": ["enrollments": []]], ["localId": "another"],
        ] as [[String: JSONValue]]
    )
    func `a user cannot set what is an administrator's, nor get a fresh session by it`(
        _ change: [String: JSONValue]
    ) async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        backend.clock.advance(by: .minutes(30))
        let answer = try await client.update(user, change)
        #expect(answer.error == "INSUFFICIENT_PERMISSION")
        #expect(answer["idToken"] == nil && answer["refreshToken"] == nil)
    }

    @Test func `only a proved credential makes a session young`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        let start = backend.clock.now.seconds
        backend.clock.advance(by: .minutes(4))
        let moved = try TestUser(try await client.update(user, ["email": "ada2@example.com"]))
        #expect(try claims(of: moved.idToken)["auth_time"]?.integer == start)
        backend.clock.advance(by: .minutes(2))
        let again = try await client.update(moved, ["email": "ada3@example.com"])
        #expect(again.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test(arguments: [Rescue.reset, .revocation, .password])
    func `a token of the second of a rescue is void`(_ rescue: Rescue) async throws {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.signUp(Self.owner)
        let thief = try TestUser(try await client.signIn(Self.owner))
        let user = try TestUser(try await client.signIn(Self.owner))
        try await rescue.happen(to: user, backend, client)
        #expect(try await client.lookUp(thief).error == "TOKEN_EXPIRED")
        #expect(try await client.update(thief, ["password": "thief's"]).error == "TOKEN_EXPIRED")
        let cookie: JSONValue = ["idToken": .string(thief.idToken), "validDuration": "3600"]
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test:createSessionCookie?key=k"
        #expect(try await client.send(.post, path, cookie, ["Authorization": "Bearer owner"]).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(thief.refreshToken).error == "TOKEN_EXPIRED")
    }

    /// How a guest becomes a user.
    enum Upgrade: String, CaseIterable, Sendable {
        case password, link, phone, passkey, provider
    }

    @Test(arguments: Upgrade.allCases)
    func `a guest's token is void after the guest became a user, however old`(_ upgrade: Upgrade) async throws {
        let bench = try await ProviderBench()
        let client = bench.client
        let guest = try await client.signUpGuest()
        // A guest cannot sign in again: the rule of the recent sign-in does not hold.
        bench.backend.clock.advance(by: .minutes(30))
        let answer: TestClient.Answer
        switch upgrade {
        case .password:
            let body: JSONValue = [
                "idToken": .string(guest.idToken), "email": .string(Self.owner), "password": "owner's",
            ]
            answer = try await client.user("accounts:signUp", body)
        case .link: answer = try await client.signInWithLink(Self.owner, ["idToken": .string(guest.idToken)])
        case .phone: answer = try await client.signInWithPhone("+15555550100", ["idToken": .string(guest.idToken)])
        case .passkey:
            let authenticator = SoftwareAuthenticator()
            answer = try await client.enrollPasskey(guest, authenticator)
        case .provider:
            let token = try bench.token("google.com", ["email": "ada@gmail.com", "email_verified": true])
            answer = try await bench.signIn("google.com", token: token, idToken: guest.idToken)
        }
        let user = try TestUser(answer)
        #expect(user.uid == guest.uid)
        let change = try await client.update(guest, ["email": "thief@example.com", "password": "thief's"])
        #expect(change.error == "TOKEN_EXPIRED")
        #expect(try await client.lookUp(guest).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(guest.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.lookUp(user).status == 200)
    }

    @Test func `a guest of any age can be deleted`() async throws {
        let (backend, client) = try await TestClient.strict()
        let guest = try await client.signUpGuest()
        backend.clock.advance(by: .minutes(50))
        let answer = try await client.user("accounts:delete", ["idToken": .string(guest.idToken)])
        #expect(answer.status == 200, "\(answer.error ?? "")")
    }

    @Test func `the owner's recovery outlives the thief's, and brings the owner's sign-in methods back`() async throws {
        let bench = try await ProviderBench()
        let (backend, client) = (bench.backend, bench.client)
        let user = try await client.signUp(Self.owner, "owner's")
        let google = try bench.token("google.com", sub: "owner", ["email": "ada@gmail.com", "email_verified": true])
        let linked = try TestUser(try await bench.signIn("google.com", token: google, idToken: user.idToken))
        let verify = try await client.code("VERIFY_EMAIL", ["email": .string(Self.owner)])
        #expect(try await client.use(code: verify).status == 200)

        // The thief adds a passkey and a provider, and moves the address twice.
        let thief = SoftwareAuthenticator()
        let first = try TestUser(try await client.enrollPasskey(linked, thief))
        _ = try await bench.signIn(
            "facebook.com",
            token: try bench.token("facebook.com", sub: "thief"),
            idToken: first.idToken
        )
        for (from, to) in [(Self.owner, "t1@example.com"), ("t1@example.com", "t2@example.com")] {
            let body: [String: JSONValue] = ["email": .string(from), "newEmail": .string(to)]
            let code = try await client.code("VERIFY_AND_CHANGE_EMAIL", body)
            #expect(try await client.use(code: code)["email"] == .string(to))
        }
        let theirs = try await backend.inbox.next(.recoverEmail, to: "t1@example.com")
        let owners = try await backend.inbox.next(.recoverEmail, to: Self.owner)
        #expect(try await client.use(code: theirs.code)["email"] == "t1@example.com")
        let reset = try await client.code("PASSWORD_RESET", ["email": "t1@example.com"])
        #expect(try await client.use(reset: reset, "thief's").status == 200)

        #expect(try await client.use(code: owners.code)["email"] == .string(Self.owner))
        let account = try await client.account(user.uid)
        #expect(account["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } == ["google.com"])
        #expect(account["passkeyInfo"] == nil && account["passwordHash"] == nil)
        #expect(try await client.signIn(Self.owner, "thief's").status == 400)
        #expect(try await client.signInWithPasskey(thief).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        let new = try await client.code("PASSWORD_RESET", ["email": .string(Self.owner)])
        #expect(try await client.use(reset: new, "owner's new").status == 200)
    }

    @Test func `a recovery voids those that were issued after it`() async throws {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.signUpVerified(Self.owner)
        for (from, to) in [(Self.owner, "t1@example.com"), ("t1@example.com", "t2@example.com")] {
            let body: [String: JSONValue] = ["email": .string(from), "newEmail": .string(to)]
            #expect(try await client.use(code: try await client.code("VERIFY_AND_CHANGE_EMAIL", body)).status == 200)
        }
        let theirs = try await backend.inbox.next(.recoverEmail, to: "t1@example.com")
        let owners = try await backend.inbox.next(.recoverEmail, to: Self.owner)
        #expect(try await client.use(code: owners.code).status == 200)
        #expect(try await client.use(code: theirs.code).error == "INVALID_OOB_CODE")
    }

    @Test func `a recycled address belongs to its new owner alone`() async throws {
        let bench = try await ProviderBench()
        let claims: JSONValue = ["email": "ada@gmail.com", "email_verified": true]
        let old = try TestUser(
            try await bench.signIn("google.com", token: bench.token("google.com", sub: "old", claims))
        )
        #expect(try await bench.client.update(old, ["password": "old owner's"]).status == 200)
        let session = try TestUser(try await bench.client.signIn("ada@gmail.com", "old owner's"))
        let answer = try await bench.signIn("google.com", token: bench.token("google.com", sub: "new", claims))
        #expect(answer["emailRecycled"] == true)
        #expect(try await bench.client.signIn("ada@gmail.com", "old owner's").status == 400)
        #expect(try await bench.client.lookUp(session).error == "TOKEN_EXPIRED")
        #expect(try await bench.client.refresh(session.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await bench.client.lookUp(try TestUser(answer)).status == 200)
    }

    @Test func `a password from before the owner clicked a link is gone when the owner comes in`() async throws {
        let bench = try await ProviderBench()
        let client = bench.client
        let attacker = try await client.signUp("ada@gmail.com", "attacker's")
        let code = try await client.code("VERIFY_EMAIL", ["email": "ada@gmail.com"])
        #expect(try await client.use(code: code).status == 200)
        // The click alone cannot be told from that of a user who has just signed up: it keeps what is there.
        #expect(try await client.lookUp(attacker).status == 200)
        let token = try bench.token("google.com", ["email": "ada@gmail.com", "email_verified": true])
        let owner = try TestUser(try await bench.signIn("google.com", token: token))
        #expect(owner.uid == attacker.uid)
        #expect(try await client.signIn("ada@gmail.com", "attacker's").status == 400)
        #expect(try await client.lookUp(attacker).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(attacker.refreshToken).error == "TOKEN_EXPIRED")
    }

    @Test func `a password stays when the signed-in user made the click`() async throws {
        let bench = try await ProviderBench()
        let client = bench.client
        let user = try await client.signUp("ada@gmail.com", "the owner's")
        let code = try await client.code("VERIFY_EMAIL", ["email": "ada@gmail.com"])
        let click: JSONValue = ["oobCode": .string(code), "idToken": .string(user.idToken)]
        #expect(try await client.user("accounts:update", click).status == 200)
        let token = try bench.token("google.com", ["email": "ada@gmail.com", "email_verified": true])
        #expect(try await bench.signIn("google.com", token: token)["localId"] == .string(user.uid))
        #expect(try await client.signIn("ada@gmail.com", "the owner's").status == 200)
    }

    @Test func `a token of a deleted account is nothing in one that is made anew with its identifier`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        let id = JSONValue.string(user.uid)
        _ = try await client.admin("accounts:delete", ["localId": id])
        _ = try await client.admin("accounts", ["localId": id, "email": "bob@example.com", "password": "bob's own"])
        #expect(try await client.lookUp(user).error == "TOKEN_EXPIRED")
        #expect(try await client.update(user, ["password": "thief's"]).error == "TOKEN_EXPIRED")
    }

    @Test(arguments: ["displayName", "photoUrl"])
    func `a profile text that no token can carry is refused`(_ name: String) async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        let (fits, tooLong) = (String(repeating: "é", count: 1024), String(repeating: "é", count: 1024) + "x")
        #expect(try await client.update(user, [name: .string(tooLong)]).status == 400)
        let change: JSONValue = ["localId": .string(user.uid), "displayName": .string(tooLong)]
        #expect(try await client.admin("accounts:update", change).status == 400)
        #expect(try await client.admin("accounts", [name: .string(tooLong)] as JSONValue).status == 400)
        #expect(try await client.update(user, [name: .string(fits)]).status == 200)
        let refreshed = try TestUser(try await client.refresh(user.refreshToken))
        #expect(try await client.lookUp(refreshed).status == 200)
    }

    @Test func `an administrator's clock may be a little behind`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp(Self.owner)
        let since = JSONValue.string(String((backend.clock.now - .seconds(5)).seconds))
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "validSince": since])
        #expect(try await client.lookUp(user).error == "TOKEN_EXPIRED")
    }

    @Test func `unlinking a provider keeps the session that asked, and ends the others`() async throws {
        let bench = try await ProviderBench()
        let client = bench.client
        let user = try await client.signUp(Self.owner)
        let linked = try TestUser(
            try await bench.signIn(
                "facebook.com",
                token: try bench.token("facebook.com", sub: "u1"),
                idToken: user.idToken
            )
        )
        let other = try TestUser(try await client.signIn(Self.owner))
        #expect(try await client.update(linked, ["deleteProvider": ["facebook.com"]]).status == 200)
        #expect(try await client.lookUp(linked).status == 200)
        #expect(try await client.refresh(linked.refreshToken).status == 200)
        #expect(try await client.lookUp(other).error == "TOKEN_EXPIRED")
    }
}

extension TestClient {
    /// Uses a mailed code, as the page behind the link does.
    func use(code: String) async throws -> Answer {
        try await user("accounts:update", ["oobCode": .string(code)])
    }

    /// Sets a new password with a mailed code.
    func use(reset code: String, _ password: String) async throws -> Answer {
        try await user("accounts:resetPassword", ["oobCode": .string(code), "newPassword": .string(password)])
    }
}
