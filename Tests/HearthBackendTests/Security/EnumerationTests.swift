import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Who has an account", .inProcessAndLive)
struct EnumerationTests {
    @Test(
        arguments: [
            ("accounts:signInWithPassword", ["password": "wrong-password"]),
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"]),
            ("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"]),
            ("accounts:createAuthUri", ["continueUri": "http://localhost", "sessionId": "s"]),
        ] as [(String, [String: JSONValue])]
    )
    func `known, unknown, disabled and without a password answer alike`(
        _ operation: String,
        _ body: [String: JSONValue]
    ) async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("member@example.com")
        _ = try await client.admin(
            "accounts",
            ["email": "closed@example.com", "password": "x1y2z3", "disabled": true]
        )
        _ = try await client.admin("accounts", ["email": "nopass@example.com"])
        var answers: Set<String> = []
        // Names of one length: an answer repeats its address, and says how long it is.
        for name in ["member", "absent", "closed", "nopass"] {
            var request = body
            let email = "\(name)@example.com"
            request[operation == "accounts:createAuthUri" ? "identifier" : "email"] = .string(email)
            let answer = try await client.user(operation, JSONValue(request))
            let fields = answer.fields.all.filter { $0.name != "Date" }.map { "\($0.name): \($0.value)" }.joined(
                separator: "\n"
            )
            answers.insert("\(answer.status)\n\(fields)\n\(answer.text.replacing(email, with: "EMAIL"))")
        }
        #expect(answers.count == 1, "\(answers)")
    }

    @Test func `lenient tells, as the emulator does, until told otherwise`() async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "absent@example.com"]
        #expect(try await client.user("accounts:sendOobCode", body).error == "EMAIL_NOT_FOUND")
        let hide: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        _ = try await client.send(.patch, "/emulator/v1/projects/demo-test/config", hide)
        let answer = try await client.user("accounts:sendOobCode", body)
        #expect(answer.status == 200)
        #expect(answer["email"] == "absent@example.com")
    }

    @Test func `anyone who knows the password learns that the account is disabled`() async throws {
        let (_, client) = try await TestClient.strict()
        let body: JSONValue = ["email": "closed@example.com", "password": "secret1", "disabled": true]
        _ = try await client.admin("accounts", body)
        #expect(try await client.signIn("closed@example.com").error == "USER_DISABLED")
        #expect(try await client.signIn("closed@example.com", "wrong1").error == "INVALID_LOGIN_CREDENTIALS")
    }
}
