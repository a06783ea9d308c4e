import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:sendOobCode", .inProcessAndLiveInLongRuns)
struct SendCodeEndpointTests {
    @Test(
        arguments: [
            ("PASSWORD_RESET", Mail.Kind.passwordReset, "ada@example.com", "resetPassword"),
            ("VERIFY_EMAIL", .verifyEmail, "ada@example.com", "verifyEmail"),
            ("EMAIL_SIGNIN", .emailSignIn, "ada@example.com", "signIn"),
            ("VERIFY_AND_CHANGE_EMAIL", .verifyAndChangeEmail, "new@example.com", "verifyAndChangeEmail"),
        ]
    )
    func `mails a code to the mailbox that it proves`(
        _ type: String,
        _ kind: Mail.Kind,
        _ mailbox: String,
        _ mode: String
    ) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        let answer = try await client.user(
            "accounts:sendOobCode",
            [
                "requestType": .string(type), "email": "Ada@example.com", "idToken": .string(user.idToken),
                "newEmail": "New@example.com", "continueUrl": "http://localhost/done?a=1&b=2",
            ]
        )
        #expect(answer["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse")
        #expect(answer["email"] == "ada@example.com")
        #expect(answer["oobCode"] == nil)
        #expect(answer["oobLink"] == nil)
        let mail = try await backend.inbox.next(kind, to: mailbox)
        #expect(mail.link.hasPrefix("\(client.origin ?? "http://127.0.0.1:9099")/emulator/action?"))
        let query = HTTPRequest(.get, target: mail.link).query
        #expect(query["mode"] == mode)
        #expect(query["oobCode"] == mail.code)
        #expect(query["continueUrl"] == "http://localhost/done?a=1&b=2")
        #expect(query["apiKey"]?.isEmpty == false)
        #expect(query["lang"] == "en")
    }

    @Test(
        arguments: [
            ([:], 400, "MISSING_REQ_TYPE"),
            (["requestType": "OOB_REQ_TYPE_UNSPECIFIED"], 400, "MISSING_REQ_TYPE"),
            (["requestType": "PASSWORD_RESET"], 400, "MISSING_EMAIL"),
            (["requestType": "PASSWORD_RESET", "email": "x"], 400, "INVALID_EMAIL"),
            (["requestType": "PASSWORD_RESET", "email": "absent@example.com"], 400, "EMAIL_NOT_FOUND"),
            (["requestType": "EMAIL_SIGNIN"], 400, "MISSING_EMAIL"),
            (["requestType": "VERIFY_EMAIL", "email": "ada@example.com"], 400, "INVALID_ID_TOKEN"),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "n@example.com"], 400, "MISSING_ID_TOKEN"),
            (["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "T"], 400, "MISSING_NEW_EMAIL"),
            (
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "T", "newEmail": "x"], 400,
                "INVALID_NEW_EMAIL"
            ),
            (
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "T", "newEmail": "bob@example.com"], 400,
                "EMAIL_EXISTS"
            ),
            (["requestType": "VERIFY_EMAIL", "idToken": "G"], 400, "MISSING_EMAIL"),
            (
                ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true], 400,
                "INSUFFICIENT_PERMISSION"
            ),
            (
                ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": "nowhere"], 400,
                "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
            ),
            (["requestType": "RECOVER_EMAIL", "email": "ada@example.com"], 501, "RECOVER_EMAIL"),
        ] as [(JSONValue, Int, String)]
    )
    func `refuses what is incomplete or not allowed`(
        _ body: JSONValue,
        _ status: Int,
        _ error: String
    ) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        let guest = try await client.signUpGuest()
        _ = try await client.signUp("bob@example.com")
        var members = try #require(body.object)
        if members["idToken"] == "T" { members["idToken"] = .string(user.idToken) }
        if members["idToken"] == "G" { members["idToken"] = .string(guest.idToken) }
        let answer = try await client.user("accounts:sendOobCode", .object(members))
        #expect(answer.status == status)
        #expect(answer.error == error)
        #expect(backend.inbox.all.isEmpty)
    }

    @Test(arguments: ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
    func `refuses an administrator an address that no one has`(_ type: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin(
            "accounts:sendOobCode",
            [
                "requestType": .string(type), "email": "absent@example.com", "newEmail": "new@example.com",
                "returnOobLink": true,
            ]
        )
        #expect(answer.error == "USER_NOT_FOUND")
    }

    @Test func `hands an administrator the code and the link, and mails nothing`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        let answer = try await client.admin(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true]
        )
        #expect(answer["oobCode"]?.text.isEmpty == false)
        #expect(answer["oobLink"]?.text.contains("oobCode=\(answer["oobCode"]?.text ?? "-")") == true)
        #expect(backend.inbox.all.isEmpty)
    }

    @Test(arguments: [("VERIFY_EMAIL", 4), ("PASSWORD_RESET", 1), ("EMAIL_SIGNIN", 6)])
    func `reads what a code is for by its index`(_ type: String, _ index: Int64) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        let answer = try await client.user(
            "accounts:sendOobCode",
            ["requestType": .integer(index), "email": "ada@example.com", "idToken": .string(user.idToken)]
        )
        #expect(answer.status == 200)
        #expect(backend.inbox.all.map(\.kind.rawValue) == [type])
    }

    @Test func `names the language that the client asked for`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        _ = try await client.send(
            .post,
            "/v1/accounts:sendOobCode?key=k",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"],
            ["X-Firebase-Locale": "fr"]
        )
        let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")
        #expect(HTTPRequest(.get, target: mail.link).query["lang"] == "fr")
    }
}
