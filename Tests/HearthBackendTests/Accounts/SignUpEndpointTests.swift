import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signUp", .inProcessAndLiveInLongRuns)
struct SignUpEndpointTests {
    @Test func `creates an account with a password`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signUp", ["email": "Ada@Example.com", "password": "secret1"])
        #expect(answer.status == 200)
        #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
        #expect(answer["email"] == "ada@example.com")
        #expect(answer["localId"]?.text.count == 28)
        #expect(answer["expiresIn"] == "3600")
        #expect(answer["idToken"]?.text.split(separator: ".").count == 3)
        #expect(answer["refreshToken"]?.text.isEmpty == false)
        #expect(answer.document.object?.names.contains("displayName") == false)
    }

    @Test func `creates a guest`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signUp", ["returnSecureToken": true])
        let names = ["kind", "localId", "idToken", "refreshToken", "expiresIn"]
        #expect(Set(answer.document.object?.names ?? []) == Set(names))
        let account = try await client.account(answer["localId"]?.text ?? "")
        #expect(account["email"] == nil)
        #expect(account["providerUserInfo"] == nil)
    }

    @Test(
        arguments: [
            (["email": "x", "password": "secret1"], "INVALID_EMAIL"),
            (["email": "", "password": ""], "INVALID_EMAIL"),
            (["email": "a@b.co"], "MISSING_PASSWORD"),
            (["email": "a@b.co", "password": ""], "MISSING_PASSWORD"),
            (["password": "secret1"], "MISSING_EMAIL"),
            (["email": "a@b.co", "password": "short"], "WEAK_PASSWORD : Password should be at least 6 characters"),
            (["localId": "mine"], "UNEXPECTED_PARAMETER : User ID"),
            (["email": "taken@b.co", "password": "secret1"], "EMAIL_EXISTS"),
            (["email": "TAKEN@b.co", "password": "short"], "EMAIL_EXISTS"),
            (["idToken": "nonsense", "email": "a@b.co", "password": "secret1"], "INVALID_ID_TOKEN"),
            (
                ["targetProjectId": "demo-test"],
                "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            ),
        ] as [(JSONValue, String)]
    )
    func `refuses what cannot become an account`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.user("accounts:signUp", ["email": "taken@b.co", "password": "secret1"])
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test(
        arguments: [
            (["localId": "taken"], "DUPLICATE_LOCAL_ID"),
            (["email": "taken@b.co"], "EMAIL_EXISTS"),
            (["email": "x"], "INVALID_EMAIL"),
            (["phoneNumber": "+15555550100"], "PHONE_NUMBER_EXISTS"),
            (["phoneNumber": "15555550100"], "INVALID_PHONE_NUMBER : Invalid format."),
            (["email": "a@b.co", "password": "short"], "WEAK_PASSWORD : Password should be at least 6 characters"),
            (["mfaInfo": [["phoneInfo": "5550100"]]], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
            (["localId": "x", "idToken": "y"], "INVALID_ID_TOKEN"),
        ] as [(JSONValue, String)]
    )
    func `refuses what an administrator cannot create`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let taken: JSONValue = ["localId": "taken", "email": "taken@b.co", "phoneNumber": "+15555550100"]
        #expect(try await client.admin("accounts", taken).status == 200)
        let answer = try await client.admin("accounts", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func `gives an administrator every member and no tokens`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin(
            "accounts",
            [
                "localId": "ada", "email": "ada@example.com", "emailVerified": true, "password": "secret1",
                "displayName": "Ada", "photoUrl": "https://example.com/a.png", "phoneNumber": "+15555550100",
                "disabled": true, "mfaInfo": [["phoneInfo": "+15555550101", "displayName": "work"]],
            ]
        )
        #expect(answer["localId"] == "ada")
        #expect(answer["idToken"] == nil)
        #expect(answer["refreshToken"] == nil)
        #expect(answer["expiresIn"] == nil)
        let account = try await client.account("ada")
        #expect(account["emailVerified"] == true)
        #expect(account["disabled"] == true)
        #expect(account["photoUrl"] == "https://example.com/a.png")
        #expect(account["phoneNumber"] == "+15555550100")
        #expect(account["mfaInfo"]?.array?.first?["phoneInfo"] == "+15555550101")
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password", "phone"])
    }

    @Test func `an administrator may create an account without anything`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin("accounts", [:])
        #expect(answer["localId"]?.text.count == 28)
        #expect(answer["email"] == nil)
    }

    @Test func `turns a guest into a user with the same identifier`() async throws {
        let client = TestClient(try await TestBackend())
        let guest = try await client.signUpGuest()
        let answer = try await client.user(
            "accounts:signUp",
            ["idToken": .string(guest.idToken), "email": "a@b.co", "password": "secret1"]
        )
        let user = try TestUser(answer)
        #expect(user.uid == guest.uid)
        #expect(try claims(of: user.idToken)["firebase"]?["sign_in_provider"] == "password")
        #expect(try claims(of: user.idToken)["provider_id"] == nil)
        #expect(try await client.signIn("a@b.co")["localId"] == .string(guest.uid))
    }

    @Test func `links an address once`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("a@b.co")
        let answer = try await client.user(
            "accounts:signUp",
            ["idToken": .string(user.idToken), "email": "a@b.co", "password": "secret2"]
        )
        #expect(answer.error == "EMAIL_EXISTS")
    }
}
