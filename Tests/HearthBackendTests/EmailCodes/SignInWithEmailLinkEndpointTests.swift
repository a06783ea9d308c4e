import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signInWithEmailLink", .inProcessAndLive)
struct SignInWithEmailLinkEndpointTests {
    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `creates an account whose address is proved`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let answer = try await client.signInWithLink("ada@example.com")
        #expect(answer["kind"] == "identitytoolkit#EmailLinkSigninResponse")
        #expect(answer["email"] == "ada@example.com" && answer["isNewUser"] == true && answer["expiresIn"] == "3600")
        let user = try TestUser(answer)
        #expect(answer["localId"]?.text == user.uid)
        let claims = try claims(of: user.idToken)
        #expect(claims["email_verified"] == true && claims["firebase"]?["sign_in_provider"] == "password")
        let account = try await client.account(user.uid)
        #expect(account["emailLinkSignin"] == true && account["emailVerified"] == true)
        #expect(account["passwordHash"] == nil)
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
    }

    @Test(arguments: ["/www.googleapis.com/identitytoolkit/v3/relyingparty/emailLinkSignin?key=x"])
    func `is served under the first generation's name`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let code = try await client.code("EMAIL_SIGNIN", ["email": "ada@example.com"])
        let answer = try await client.send(.post, path, ["email": "Ada@Example.com", "oobCode": .string(code)])
        #expect(answer["isNewUser"] == true)
    }

    @Test func `signs in to the account of the address`() async throws {
        let (_, client) = try await TestClient.strict()
        let first = try TestUser(try await client.signInWithLink("ada@example.com"))
        let answer = try await client.signInWithLink("ada@example.com")
        #expect(answer["isNewUser"] == false && answer["localId"]?.text == first.uid)
        #expect(try await client.refresh(first.refreshToken).status == 200)
    }

    @Test func `keeps a password whose owner has proved the address`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUpVerified("ada@example.com")
        #expect(try await client.signInWithLink("ada@example.com")["localId"]?.text == user.uid)
        #expect(try await client.signIn("ada@example.com").status == 200)
    }

    @Test func `gives an account whose address no one had proved to its owner alone`() async throws {
        let (_, client) = try await TestClient.strict()
        let attacker = try await client.signUp("victim@example.com", "attacker's password")
        _ = try await client.signInWithPhone("+15555550100", ["idToken": .string(attacker.idToken)])
        _ = try await client.admin(
            "accounts:update",
            [
                "localId": .string(attacker.uid),
                "linkProviderUserInfo": ["providerId": "google.com", "rawId": "attacker"],
                "mfa": ["enrollments": [["phoneInfo": "+15555550101", "mfaEnrollmentId": "theirs"]]],
            ]
        )
        let victim = try TestUser(try await client.signInWithLink("victim@example.com"))
        #expect(victim.uid == attacker.uid)
        let account = try await client.account(victim.uid)
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
        #expect(account["passwordHash"] == nil && account["phoneNumber"] == nil && account["mfaInfo"] == nil)
        #expect(try await client.refresh(attacker.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.signIn("victim@example.com", "attacker's password").status == 400)
        #expect(try await client.signInWithPhone("+15555550100")["isNewUser"] == true)
        #expect(try await client.lookUp(victim).status == 200)
    }

    @Test func `adds the address to a guest's account`() async throws {
        let (_, client) = try await TestClient.strict()
        let guest = try await client.signUpGuest()
        let answer = try await client.signInWithLink("ada@example.com", ["idToken": .string(guest.idToken)])
        #expect(answer["localId"]?.text == guest.uid && answer["isNewUser"] == false)
        #expect(try await client.account(guest.uid)["email"] == "ada@example.com")
        #expect(try await client.refresh(guest.refreshToken).error == "TOKEN_EXPIRED")
    }

    @Test func `refuses an address that is another account's`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let guest = try await client.signUpGuest()
        let answer = try await client.signInWithLink("ada@example.com", ["idToken": .string(guest.idToken)])
        #expect(answer.error == "EMAIL_EXISTS")
    }

    @Test func `lets the old mailbox undo that its address is replaced`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try TestUser(try await client.signInWithLink("old@example.com"))
        let linked = try TestUser(
            try await client.signInWithLink("new@example.com", ["idToken": .string(user.idToken)])
        )
        #expect(linked.uid == user.uid)
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
        let mail = try await backend.inbox.next(.recoverEmail, to: "old@example.com")
        #expect(try await client.user("accounts:update", ["oobCode": .string(mail.code)]).status == 200)
        #expect(try await client.account(user.uid)["email"] == "old@example.com")
    }

    @Test func `refuses to add an address long after the sign-in`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(6))
        let answer = try await client.signInWithLink("new@example.com", ["idToken": .string(user.idToken)])
        #expect(answer.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `refuses a disabled account`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let user = try await client.signUp("ada@example.com")
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await client.signInWithLink("ada@example.com").error == "USER_DISABLED")
    }

    @Test(
        arguments: [
            (["oobCode": "x"], "MISSING_EMAIL"),
            (["email": "absent", "oobCode": "x"], "INVALID_EMAIL"),
            (["email": "ada@example.com"], "MISSING_OOB_CODE"),
            (["email": "ada@example.com", "oobCode": "x"], "INVALID_OOB_CODE"),
            (["email": "ada@example.com", "oobCode": "x", "idToken": "x"], "INVALID_ID_TOKEN"),
        ] as [(JSONValue, String)]
    )
    func `refuses what is no link`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.user("accounts:signInWithEmailLink", body).error == error)
    }

    @Test func `refuses another address, and a code for something else`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let link = try await client.code("EMAIL_SIGNIN", ["email": "ada@example.com"])
        let reset = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        func use(_ code: String, _ email: String) async throws -> TestClient.Answer {
            try await client.user("accounts:signInWithEmailLink", ["oobCode": .string(code), "email": .string(email)])
        }
        #expect(
            try await use(link, "eve@example.com").error
                == "INVALID_EMAIL : The email provided does not match the sign-in email address."
        )
        #expect(try await use(reset, "ada@example.com").error == "INVALID_OOB_CODE")
        #expect(try await use(link, "ada@example.com").status == 200)
        #expect(try await use(link, "ada@example.com").error == "INVALID_OOB_CODE")
    }

    @Test func `takes no other spelling of an account's address for it`() async throws {
        let (backend, client) = try await TestClient.strict()
        // One letter in two forms: one key, but two mailboxes.
        _ = try await client.signUpVerified("σοφος@example.com")
        #expect(try await client.signInWithLink("σοφοσ@example.com").error == "INVALID_OOB_CODE")
        // A full-width letter is the same mailbox, and the mail goes there.
        let ada = try await client.signUpVerified("ada@example.com")
        #expect(try await client.signInWithLink("ａda@example.com")["localId"] == .string(ada.uid))
        let mail: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "ａda@example.com"]
        #expect(try await client.user("accounts:sendOobCode", mail).status == 200)
        #expect(backend.inbox.all.last?.to == "ada@example.com")
    }

    @Test(arguments: [(Duration.minutes(15) - .seconds(1), nil), (.minutes(15), "EXPIRED_OOB_CODE")])
    func `ends after a quarter of an hour`(_ age: Duration, _ error: String?) async throws {
        let (backend, client) = try await TestClient.strict()
        let code = try await client.code("EMAIL_SIGNIN", ["email": "ada@example.com"])
        backend.clock.advance(by: age)
        let body: JSONValue = ["oobCode": .string(code), "email": "ada@example.com"]
        #expect(try await client.user("accounts:signInWithEmailLink", body).error == error)
    }

    @Test func `is used once by fifty at the same time`() async throws {
        let (_, client) = try await TestClient.strict()
        let code = try await client.code("EMAIL_SIGNIN", ["email": "ada@example.com"])
        let body: JSONValue = ["oobCode": .string(code), "email": "ada@example.com"]
        let errors = try await atOnce(50) { try await client.user("accounts:signInWithEmailLink", body).error }
        #expect(errors.filter { $0 == nil }.count == 1)
        #expect(errors.filter { $0 == "INVALID_OOB_CODE" }.count == 49)
    }

    @Test func `can be turned off`() async throws {
        let client = TestClient(try await TestBackend { $0.allowsEmailLinkSignIn = false })
        #expect(try await client.signInWithLink("ada@example.com").error == "OPERATION_NOT_ALLOWED")
    }

    @Test func `asks for the second factor`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.enrollPhone("+15555550100", try await client.signUpVerified("ada@example.com"))
        let answer = try await client.signInWithLink("ada@example.com")
        #expect(answer["idToken"] == nil && answer["mfaPendingCredential"]?.text.isEmpty == false)
        #expect(answer["mfaInfo"]?.array?.first?["phoneInfo"] == "+*******0100")
        #expect(answer["mfaInfo"]?.array?.first?["unobfuscatedPhoneInfo"] == nil)
        #expect(answer["localId"]?.text == user.uid)
    }
}
