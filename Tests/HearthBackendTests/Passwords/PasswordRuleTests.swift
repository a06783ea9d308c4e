import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// Where a user chooses a password.
enum PasswordDoor: String, CaseIterable, Sendable {
    case signUp, linkToGuest, update, reset

    /// Offers a password there.
    func offer(_ password: String, _ client: TestClient) async throws -> TestClient.Answer {
        let password = JSONValue.string(password)
        switch self {
        case .signUp:
            return try await client.user("accounts:signUp", ["email": "new@example.com", "password": password])
        case .linkToGuest:
            let token = JSONValue.string(try await client.signUpGuest().idToken)
            let body: JSONValue = ["idToken": token, "email": "new@example.com", "password": password]
            return try await client.user("accounts:signUp", body)
        case .update:
            let user = try TestUser(try await client.signIn("ada@example.com"))
            return try await client.update(user, ["password": password])
        case .reset:
            let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
            return try await client.user("accounts:resetPassword", ["oobCode": .string(code), "newPassword": password])
        }
    }
}

@Suite("What counts as a password", .inProcessAndLive)
struct PasswordRuleTests {
    @Test(arguments: ["password", "Passw0rd!", "123456", "qwertyuiop", "ada@example.com", "Lovelace1815", "demotest1"])
    func `strict refuses what is guessed first, wherever a password is set`(_ password: String) async throws {
        let (_, client) = try await TestClient.strict { $0.acceptsCommonPasswords = false }
        let refusal = "WEAK_PASSWORD : Password is too easy to guess"
        let body: JSONValue = [
            "email": "ada@example.com", "displayName": "Ada Lovelace", "password": .string(password),
        ]
        #expect(try await client.user("accounts:signUp", body).error == refusal)
        let user = try await client.signUp("ada@example.com", "tin roof, rusted")
        #expect(try await client.update(user, ["displayName": "Ada Lovelace"]).status == 200)
        #expect(try await client.update(user, ["password": .string(password)]).error == refusal)
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        // A reset does not tell its caller the user's name by refusing it.
        if password != "Lovelace1815" { #expect(try await client.use(reset: code, password).error == refusal) }
        let change: JSONValue = ["localId": .string(user.uid), "password": .string(password)]
        #expect(try await client.admin("accounts:update", change).status == 200)
    }

    private static let all: JSONValue = [
        "minPasswordLength": 8, "maxPasswordLength": 12, "containsLowercaseCharacter": true,
        "containsUppercaseCharacter": true, "containsNumericCharacter": true, "containsNonAlphanumericCharacter": true,
    ]

    private static func client() async throws -> TestClient {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        return client
    }

    @Test(arguments: PasswordDoor.allCases)
    func `six characters do where no one asks for more`(_ door: PasswordDoor) async throws {
        let client = try await Self.client()
        let weak = try await door.offer("12345", client)
        #expect(weak.error == "WEAK_PASSWORD : Password should be at least 6 characters")
        let long = try await door.offer(String(repeating: "é", count: 2049), client)
        #expect(long.error == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password must contain at most 4096 bytes")
        #expect(try await door.offer("123456", client).status == 200)
    }

    @Test(
        arguments: PasswordDoor.allCases,
        [
            ("Secr1!", "Password must contain at least 8 characters"),
            ("Secret1!Secret1!", "Password may contain at most 12 characters"),
            ("SECRET1!", "Password must contain a lower case character"),
            ("secret1!", "Password must contain an upper case character"),
            ("Secrets!", "Password must contain a numeric character"),
            ("Secrets1", "Password must contain a non-alphanumeric character"),
            (
                "s1!", "Password must contain at least 8 characters, Password must contain an upper case character"
            ),
        ]
    )
    func `an enforced policy is enforced at every door`(
        _ door: PasswordDoor,
        _ example: (password: String, words: String)
    ) async throws {
        let client = try await Self.client()
        _ = try await client.enforcePasswords(Self.all)
        let refusal = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [\(example.words)]"
        #expect(try await door.offer(example.password, client).error == refusal)
        #expect(try await door.offer("Secret1!", client).status == 200)
    }

    @Test func `a policy that is off asks for nothing`() async throws {
        let client = try await Self.client()
        _ = try await client.enforcePasswords(Self.all)
        let off: JSONValue = ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]]
        _ = try await client.config(.patch, off, mask: "passwordPolicyConfig.passwordPolicyEnforcementState")
        #expect(try await PasswordDoor.signUp.offer("123456", client).status == 200)
    }

    @Test func `an administrator is not held to the policy`() async throws {
        let client = try await Self.client()
        _ = try await client.enforcePasswords(Self.all)
        #expect(try await client.admin("accounts", ["email": "b@example.com", "password": "123456"]).status == 200)
        let weak = try await client.admin("accounts", ["email": "c@example.com", "password": "12345"])
        #expect(weak.error == "WEAK_PASSWORD : Password should be at least 6 characters")
    }

    @Test func `old passwords sign in until a better one is asked for`() async throws {
        let client = try await Self.client()
        _ = try await client.enforcePasswords(["minPasswordLength": 10])
        #expect(try await client.signIn("ada@example.com").status == 200)
        _ = try await client.enforcePasswords(["minPasswordLength": 10], forceUpgrade: true)
        let words = "Missing password requirements: [Password must contain at least 10 characters]"
        #expect(try await client.signIn("ada@example.com").error == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : \(words)")
        // Who does not know the password learns nothing of it.
        #expect(try await client.signIn("ada@example.com", "wrong1").error == "INVALID_PASSWORD")
        let code = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
        let reset: JSONValue = ["oobCode": code, "newPassword": "long enough"]
        #expect(try await client.user("accounts:resetPassword", reset).status == 200)
        #expect(try await client.signIn("ada@example.com", "long enough").status == 200)
    }

    @Test func `the page of a mailed link says what is missing, and keeps the code`() async throws {
        let client = try await Self.client()
        _ = try await client.enforcePasswords(["minPasswordLength": 10])
        let answer = try await client.admin(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true]
        )
        let link = try #require(answer["oobLink"]?.text)
        let path = String(link[try #require(link.firstRange(of: "/emulator")).lowerBound...])
        #expect(try await client.send(.get, path, nil, ["Accept": "text/html"]).text.contains("minlength=\"10\""))
        let form = "application/x-www-form-urlencoded"
        let refused = try await client.send(.post, path, text: "newPassword=secret2", type: form)
        #expect(refused.status == 400 && refused.text.contains("<span>At least 10 characters</span>"))
        #expect(try await client.send(.post, path, text: "newPassword=long-enough", type: form).status == 200)
    }

    @Test(arguments: [true, false])
    func `wrong and unknown look the same if the configuration says so`(_ hides: Bool) async throws {
        let client = try await Self.client()
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(hides)]]
        _ = try await client.config(.patch, privacy, mask: "emailPrivacyConfig")
        let expected = hides ? ["INVALID_LOGIN_CREDENTIALS"] : ["INVALID_PASSWORD", "EMAIL_NOT_FOUND"]
        let wrong = try await client.signIn("ada@example.com", "wrong1").error
        let unknown = try await client.signIn("absent@example.com", "wrong1").error
        #expect(Set([wrong, unknown]) == Set(expected.map(Optional.some)))
        let reset: JSONValue = ["requestType": "PASSWORD_RESET", "email": "absent@example.com"]
        #expect(try await client.user("accounts:sendOobCode", reset).error == (hides ? nil : "EMAIL_NOT_FOUND"))
        let question: JSONValue = ["identifier": "ada@example.com", "continueUri": "http://localhost"]
        #expect((try await client.user("accounts:createAuthUri", question)["registered"] == nil) == hides)
    }
}
