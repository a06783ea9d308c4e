import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("an account that someone prepared for its victim", .inProcessAndLive)
struct PrehijackingTests {
    static let victim = "victim@gmail.com"
    private let authenticator = SoftwareAuthenticator()

    /// The attacker's account, with every sign-in method that can be prepared.
    private func prepare(_ bench: ProviderBench) async throws -> (account: JSONValue, refreshToken: String) {
        let account = try await bench.client.user(
            "accounts:signUp",
            ["email": .string(Self.victim), "password": "attacker's"]
        )
        let id = try #require(account["localId"])
        let linked = try await bench.signIn(
            "facebook.com",
            token: try bench.token("facebook.com", sub: "attacker"),
            idToken: account["idToken"]?.text
        )
        #expect(linked["localId"] == id)
        let change: JSONValue = [
            "localId": id, "phoneNumber": "+15550000001",
            "mfa": ["enrollments": [["phoneInfo": "+15550000002", "mfaEnrollmentId": "f1"]]],
        ]
        let updated = try await bench.client.admin("accounts:update", change)
        #expect(updated.status == 200)
        let user = try TestUser(linked)
        #expect(try await bench.client.enrollPasskey(user, authenticator).status == 200)
        return (id, linked["refreshToken"]?.text ?? "")
    }

    @Test func `is the victim's alone once the victim has proved the address`() async throws {
        let bench = try await ProviderBench()
        let (id, refreshToken) = try await prepare(bench)
        bench.backend.clock.advance(by: .seconds(5))
        let token = try bench.token("google.com", ["email": .string(Self.victim), "email_verified": true])
        let answer = try await bench.signIn("google.com", token: token)
        #expect(answer["localId"] == id)

        let account = try await bench.client.account(id)
        #expect(account["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } == ["google.com"])
        #expect(account["passwordHash"] == nil)
        #expect(account["salt"] == nil)
        #expect(account["phoneNumber"] == nil)
        #expect(account["mfaInfo"] == nil)
        #expect(account["passkeyInfo"] == nil)
        #expect(account["emailVerified"] == true)

        #expect(try await bench.client.refresh(refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await bench.client.refresh(answer["refreshToken"]?.text ?? "").status == 200)
        let password = try await bench.client.user(
            "accounts:signInWithPassword",
            ["email": .string(Self.victim), "password": "attacker's"]
        )
        #expect(password.error == "INVALID_LOGIN_CREDENTIALS")
        let passkey = try await bench.client.signInWithPasskey(authenticator)
        #expect(passkey.error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        let facebook = try await bench.signIn(
            "facebook.com",
            token: try bench.token("facebook.com", sub: "attacker")
        )
        #expect(facebook["localId"] != id)
    }

    @Test func `cannot be called back by the address that it had before`() async throws {
        let bench = try await ProviderBench()
        let attacker = "attacker@example.com"
        let account = try await bench.client.user(
            "accounts:signUp",
            ["email": .string(attacker), "password": "attacker's"]
        )
        let change: JSONValue = ["idToken": account["idToken"] ?? .null, "email": .string(Self.victim)]
        #expect(try await bench.client.user("accounts:update", change).status == 200)
        let mail = try await bench.backend.inbox.next(.recoverEmail, to: attacker)
        let token = try bench.token("google.com", ["email": .string(Self.victim), "email_verified": true])
        let answer = try await bench.signIn("google.com", token: token)
        #expect(answer["localId"] == account["localId"])
        let recovery = try await bench.client.user("accounts:update", ["oobCode": .string(mail.code)])
        #expect(recovery.error == "INVALID_OOB_CODE")
        #expect(try await bench.client.account(account["localId"])["email"] == .string(Self.victim))
    }

    @Test(
        arguments: [
            ("google.com", ["email": "victim@gmail.com"], false),
            ("google.com", ["email": "victim@gmail.com", "email_verified": false], false),
            ("google.com", ["email": "victim@gmail.com", "email_verified": "false"], false),
            ("google.com", ["email": "victim@gmail.com", "email_verified": 1], false),
            ("google.com", ["email": "victim@gmail.com", "email_verified": true], true),
            ("google.com", ["email": "victim@shop.example", "email_verified": true], false),
            ("google.com", ["email": "victim@shop.example", "email_verified": true, "hd": "other.example"], false),
            ("google.com", ["email": "victim@shop.example", "email_verified": true, "hd": "shop.example"], true),
            ("apple.com", ["email": "victim@shop.example", "email_verified": "true"], true),
            ("apple.com", ["email": "victim@shop.example", "email_verified": true], true),
            ("apple.com", ["email": "victim@shop.example", "email_verified": "false"], false),
            ("facebook.com", ["email": "victim@gmail.com", "email_verified": true], false),
            ("facebook.com", ["email": "victim@gmail.com"], false),
            ("microsoft.com", ["email": "victim@outlook.com", "email_verified": true], true),
            ("microsoft.com", ["email": "victim@gmail.com", "email_verified": true], false),
            ("oidc.staff", ["email": "victim@shop.example", "email_verified": true], true),
            ("oidc.wild", ["email": "victim@shop.example", "email_verified": true], false),
        ] as [(String, JSONValue, Bool)]
    )
    func `is opened by the provider's word only where that is final`(
        _ provider: String,
        _ claims: JSONValue,
        _ isFinal: Bool
    ) async throws {
        let bench = try await ProviderBench()
        let owner = try await bench.client.user(
            "accounts:signUp",
            ["email": claims["email"] ?? .null, "password": "the owner's"]
        )
        let answer = try await bench.signIn(provider, token: try bench.token(provider, claims))
        #expect(answer.status == 200)
        if isFinal {
            #expect(answer["localId"] == owner["localId"])
            #expect(answer["idToken"] != nil)
        } else {
            #expect(answer["needConfirmation"] == true)
            #expect(answer["idToken"] == nil)
            #expect(answer["localId"] == nil)
            #expect(try await bench.client.account(owner["localId"])["emailVerified"] == false)
        }
    }
}
