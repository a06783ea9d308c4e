import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signInWithPassword", .inProcessAndLiveInLongRuns)
struct SignInWithPasswordEndpointTests {
    @Test func `starts a session`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        _ = try await client.update(user, ["displayName": "Ada", "photoUrl": "https://example.com/a"])
        let answer = try await client.signIn("ADA@example.com")
        #expect(answer["kind"] == "identitytoolkit#VerifyPasswordResponse")
        #expect(answer["registered"] == true)
        #expect(answer["localId"] == .string(user.uid))
        #expect(answer["email"] == "ada@example.com")
        #expect(answer["displayName"] == "Ada")
        #expect(answer["profilePicture"] == "https://example.com/a")
        #expect(answer["expiresIn"] == "3600")
        #expect(answer["mfaPendingCredential"] == nil)
        #expect(try TestUser(answer).refreshToken != user.refreshToken)
    }

    @Test(
        arguments: [
            ([:], 400, "MISSING_EMAIL"),
            (["email": "nonsense", "password": "secret1"], 400, "INVALID_EMAIL"),
            (["email": "ada@example.com"], 400, "MISSING_PASSWORD"),
            (["email": "ada@example.com", "password": ""], 400, "MISSING_PASSWORD"),
            (["email": "bob@example.com", "password": "secret1"], 400, "EMAIL_NOT_FOUND"),
            (["email": "ada@example.com", "password": "secret2"], 400, "INVALID_PASSWORD"),
            (["email": "nopassword@example.com", "password": "secret1"], 400, "INVALID_PASSWORD"),
            (["email": "disabled@example.com", "password": "secret1"], 400, "USER_DISABLED"),
            (
                ["email": "ada@example.com", "password": "secret1", "captchaChallenge": "x"], 501,
                "captchaChallenge is no longer in use."
            ),
            (
                ["email": "ada@example.com", "password": "secret1", "idToken": "x"], 501,
                "idToken / pendingIdToken is no longer in use and unsupported by this server."
            ),
        ] as [(JSONValue, Int, String)]
    )
    func `refuses in lenient with what is wrong`(_ body: JSONValue, _ status: Int, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        _ = try await client.admin("accounts", ["email": "nopassword@example.com"])
        let disabled: JSONValue = ["email": "disabled@example.com", "password": "secret1", "disabled": true]
        _ = try await client.admin("accounts", disabled)
        let answer = try await client.user("accounts:signInWithPassword", body)
        #expect(answer.status == status)
        #expect(answer.error == error)
    }

    @Test func `says only that something is wrong once addresses are hidden`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let hiding: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        let answer = try await client.send(.patch, "/emulator/v1/projects/demo-test/config", hiding)
        #expect(answer.status == 200)
        #expect(try await client.signIn("ada@example.com", "wrong1").error == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await client.signIn("bob@example.com", "wrong1").error == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test func `does not let in who has a second factor`() async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = [
            "email": "ada@example.com", "emailVerified": true, "password": "secret1",
            "mfaInfo": [["phoneInfo": "+15555550101"]],
        ]
        _ = try await client.admin("accounts", body)
        let answer = try await client.signIn("ada@example.com")
        #expect(answer["idToken"] == nil && answer["refreshToken"] == nil)
        #expect(answer["mfaPendingCredential"]?.text.isEmpty == false)
        #expect(answer["mfaInfo"]?.array?.first?["phoneInfo"] == "+*******0101")
    }
}
