import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Mailed codes", .inProcessAndLive)
struct CodeIssuerTests {
    @Test(
        arguments: [
            ("PASSWORD_RESET", 60), ("EMAIL_SIGNIN", 15), ("VERIFY_EMAIL", 24 * 60),
            ("VERIFY_AND_CHANGE_EMAIL", 24 * 60),
        ] as [(String, Int64)]
    )
    func `a code ends at its minute, and then says so`(_ type: String, _ minutes: Int64) async throws {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let names: [String: JSONValue] = ["email": "ada@example.com", "newEmail": "new@example.com"]
        let code = JSONValue.string(try await client.code(type, names))
        backend.clock.advance(by: .minutes(minutes) - .milliseconds(1))
        #expect(try await client.user("accounts:resetPassword", ["oobCode": code]).status == 200)
        backend.clock.advance(by: .milliseconds(1))
        #expect(try await client.user("accounts:resetPassword", ["oobCode": code]).error == "EXPIRED_OOB_CODE")
        let use: JSONValue = ["oobCode": code, "newPassword": "secret2"]
        #expect(try await client.user("accounts:resetPassword", use).error == "EXPIRED_OOB_CODE")
        #expect(try await client.user("accounts:update", ["oobCode": code]).error == "EXPIRED_OOB_CODE")
        #expect(try await client.user("accounts:update", ["oobCode": "x"]).error == "INVALID_OOB_CODE")
    }

    @Test func `codes never end in lenient`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        backend.clock.advance(by: .hours(24 * 365))
        #expect(try await reset(code, client).status == 200)
    }

    @Test func `using one code makes the older ones void`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let first = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let second = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let verify = try await client.code("VERIFY_EMAIL", ["email": "ada@example.com"])
        #expect(try await reset(second, client).status == 200)
        #expect(try await reset(first, client).error == "INVALID_OOB_CODE")
        // The reset has proved the address.
        #expect(try await client.user("accounts:update", ["oobCode": .string(verify)]).error == "INVALID_OOB_CODE")
    }

    @Test func `changing the password makes a reset void`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        #expect(try await client.update(user, ["password": "secret2"]).status == 200)
        #expect(try await reset(code, client).error == "INVALID_OOB_CODE")
    }

    @Test func `a reset of the old address is void after the address changed`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        #expect(try await client.update(user, ["email": "new@example.com"]).status == 200)
        // Neither the account nor anyone who takes the address next can be reset by it.
        _ = try await client.signUp("ada@example.com", "another")
        #expect(try await reset(code, client).error == "INVALID_OOB_CODE")
        #expect(try await client.signIn("ada@example.com", "another").status == 200)
    }

    @Test func `a code of one tenant or project is nothing in another`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let tenant = try await client.makeTenant()
        _ = try await client.signUp("ada@example.com", tenant: tenant)
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com", "tenantId": .string(tenant)])
        #expect(try await reset(code, client).error == "INVALID_OOB_CODE")
        let body: JSONValue = ["oobCode": .string(code), "newPassword": "secret2", "tenantId": .string(tenant)]
        #expect(try await client.user("accounts:resetPassword", body).status == 200)
        #expect(try await client.signIn("ada@example.com", "secret1").status == 200)
    }

    @Test func `a changed address is told to the old one, which can undo it once`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUpVerified("ada@example.com")
        let code = try await client.code(
            "VERIFY_AND_CHANGE_EMAIL",
            ["email": "ada@example.com", "newEmail": "thief@example.com"]
        )
        let changed = try await client.user("accounts:update", ["oobCode": .string(code)])
        #expect(changed["email"] == "thief@example.com")
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
        let mail = try await backend.inbox.next(.recoverEmail, to: "ada@example.com")
        let undo: JSONValue = ["oobCode": .string(mail.code)]
        #expect(try await client.user("accounts:update", undo)["email"] == "ada@example.com")
        #expect(try await client.user("accounts:update", undo).error == "INVALID_OOB_CODE")
        // The thief may have chosen the password: a new one is needed.
        #expect(try await client.signIn("ada@example.com").error == "INVALID_LOGIN_CREDENTIALS")
        let new = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        #expect(try await reset(new, client).status == 200)
        #expect(try await client.signIn("ada@example.com", "secret2")["localId"] == .string(user.uid))
    }

    @Test func `a recovery is of the account whose address it was, not of another with the same first one`()
        async throws
    {
        let (backend, client) = try await TestClient.strict()
        let first = try await client.signUp("shared@example.com")
        _ = try await client.update(first, ["email": "first@example.com"])
        let second = try await client.signUp("shared@example.com")
        _ = try await client.update(second, ["email": "second@example.com"])
        _ = try await backend.inbox.next(.recoverEmail, to: "shared@example.com")
        let mail = try await backend.inbox.next(.recoverEmail, to: "shared@example.com")
        let answer = try await client.user("accounts:update", ["oobCode": .string(mail.code)])
        #expect(answer["localId"] == .string(second.uid))
    }

    @Test func `a reset goes to the address of the account, not to another spelling of it`() async throws {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "\u{FF41}da@example.com"]
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
        #expect(backend.inbox.all.map(\.to) == ["ada@example.com"])
    }

    @Test(arguments: ["disabled@example.com", "absent@example.com"])
    func `strict mails nothing to who is disabled, and does not say so`(_ email: String) async throws {
        let (backend, client) = try await TestClient.strict()
        let disabled: JSONValue = ["email": "disabled@example.com", "disabled": true]
        _ = try await client.admin("accounts", disabled)
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": .string(email)]
        let answer = try await client.user("accounts:sendOobCode", body)
        #expect(answer["email"] == .string(email))
        #expect(backend.inbox.all.isEmpty)
    }

    @Test(
        arguments: [
            "https://allowed.example@evil.example/", "//evil.example", "javascript:alert(1)", "data:text/html,x",
            "https:\\\\evil.example", "https://allowed.example\\@evil.example", "https://allowed.example.evil.example",
            "https://evil.example/?https://allowed.example", "https://аllowed.example", "https://allowed.example:x/",
            "https://allowed.example%00.evil.example", "https://evil.example#allowed.example",
            "ftp://allowed.example", "https://", "https:///allowed.example", "https://allowed.example\u{0}",
            "https://allowed.example/\r\nSet-Cookie:x", "http://allowed.example", "https://allowed.example:8443/",
        ]
    )
    func `strict leads back to allowed hosts only`(_ url: String) async throws {
        let (backend, client) = try await TestClient.strict { $0.authorizedDomains = ["allowed.example"] }
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = [
            "requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": .string(url),
        ]
        let answer = try await client.user("accounts:sendOobCode", body)
        #expect(answer.status == 400)
        #expect(
            answer.error == "UNAUTHORIZED_DOMAIN : Domain not whitelisted by project"
                || answer.error?.hasPrefix("INVALID_CONTINUE_URI") == true
        )
        #expect(backend.inbox.all.isEmpty)
    }

    @Test(
        arguments: [
            "https://allowed.example", "https://ALLOWED.example/a?b=c#d", "http://old.example:8080/a",
            "http://localhost:3000",
        ]
    )
    func `an allowed host is allowed in any case, and on the ports that are listed`(_ url: String) async throws {
        let (_, client) = try await TestClient.strict {
            $0.authorizedDomains = ["allowed.example", "http://old.example:8080", "localhost"]
        }
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = [
            "requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": .string(url),
        ]
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
    }

    private func reset(_ code: String, _ client: TestClient) async throws -> TestClient.Answer {
        try await client.user("accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    }
}
