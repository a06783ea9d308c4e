import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:update", .inProcessAndLiveInLongRuns)
struct UpdateAccountEndpointTests {
    @Test func `changes and clears a profile`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let set = try await client.update(user, ["displayName": "Ada", "photoUrl": "https://example.com/a"])
        #expect(set["kind"] == "identitytoolkit#SetAccountInfoResponse")
        #expect(set["localId"] == .string(user.uid))
        #expect(set["displayName"] == "Ada")
        #expect(set["photoUrl"] == "https://example.com/a")
        #expect(set["email"] == "ada@example.com")
        #expect(set["emailVerified"] == false)
        #expect(set["passwordHash"] == "UkVEQUNURUQ=")
        #expect(set["idToken"] == nil)
        let cleared = try await client.update(user, ["deleteAttribute": ["DISPLAY_NAME", 4]])
        #expect(cleared["displayName"] == nil)
        #expect(cleared["photoUrl"] == nil)
    }

    @Test func `a new password gives new tokens and voids the old identity token`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(2))
        let changed = try TestUser(try await client.update(user, ["password": "secret2"]))
        #expect(try await client.lookUp(user).error == "TOKEN_EXPIRED")
        #expect(try await client.lookUp(changed).status == 200)
        #expect(try await client.refresh(changed.refreshToken).status == 200)
        #expect(try await client.signIn("ada@example.com", "secret1").error == "INVALID_PASSWORD")
        #expect(try await client.signIn("ada@example.com", "secret2").status == 200)
    }

    @Test func `a new password in the second of the sign-up gives new tokens too`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        #expect(try TestUser(try await client.update(user, ["password": "secret2"])).uid == user.uid)
    }

    @Test func `a new address is unproved, and the old one is told`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "emailVerified": true])
        let answer = try await client.update(user, ["email": "Countess@Example.com"])
        #expect(answer["email"] == "countess@example.com")
        #expect(answer["emailVerified"] == false)
        #expect(answer["idToken"] != nil)
        let mail = try await backend.inbox.next(.recoverEmail, to: "ada@example.com")
        let recovered = try await client.user("accounts:update", ["oobCode": .string(mail.code)])
        #expect(recovered["email"] == "ada@example.com")
        #expect(recovered["emailVerified"] == true)
        #expect(try await client.user("accounts:update", ["oobCode": .string(mail.code)]).error == "INVALID_OOB_CODE")
    }

    @Test func `takes away sign-in methods`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let id = JSONValue.string(user.uid)
        _ = try await client.admin(
            "accounts:update",
            [
                "localId": id, "phoneNumber": "+15555550100",
                "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g-1", "email": "a@gmail.com"],
            ]
        )
        let answer = try await client.update(user, ["deleteProvider": ["google.com", "phone"]])
        #expect(answer["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
        let last = try await client.update(user, ["deleteProvider": ["password"]])
        #expect(last["providerUserInfo"] == nil)
        #expect(last["email"] == "ada@example.com")
        #expect(try await client.signIn("ada@example.com").error == "INVALID_PASSWORD")
    }

    @Test(
        arguments: [
            ([:], 400, "INVALID_REQ_TYPE : Unsupported request parameters."),
            (["localId": "someone"], 400, "INVALID_REQ_TYPE : Unsupported request parameters."),
            (["idToken": "nonsense"], 400, "INVALID_ID_TOKEN"),
            (["oobCode": "nonsense"], 400, "INVALID_OOB_CODE"),
            (["idToken": "T", "customAttributes": "{}"], 400, "INSUFFICIENT_PERMISSION"),
            (["idToken": "T", "disableUser": true], 400, "OPERATION_NOT_ALLOWED"),
            (["idToken": "T", "email": "x"], 400, "INVALID_EMAIL"),
            (["idToken": "T", "email": "taken@example.com"], 400, "EMAIL_EXISTS"),
            (
                ["idToken": "T", "password": "short"], 400,
                "WEAK_PASSWORD : Password should be at least 6 characters"
            ),
            (["idToken": "T", "provider": ["google.com"]], 501, "provider is not implemented yet."),
            (["idToken": "T", "deleteAttribute": ["PROVIDER"]], 501, "deleteAttribute: PROVIDER"),
            (["idToken": "T", "deleteAttribute": ["RAW_USER_INFO"]], 501, "deleteAttribute: RAW_USER_INFO"),
        ] as [(JSONValue, Int, String)]
    )
    func `refuses a user what is not theirs or not right`(
        _ body: JSONValue,
        _ status: Int,
        _ error: String
    ) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        _ = try await client.signUp("taken@example.com")
        var members = try #require(body.object)
        if members["idToken"] == "T" { members["idToken"] = .string(user.idToken) }
        let answer = try await client.user("accounts:update", .object(members))
        #expect(answer.status == status)
        #expect(answer.error == error)
    }

    @Test(
        arguments: [
            ([:], "MISSING_LOCAL_ID"),
            (["localId": "absent", "displayName": "x"], "USER_NOT_FOUND"),
            (["localId": "ada", "customAttributes": "{\"a\""], "INVALID_CLAIMS"),
            (["localId": "ada", "customAttributes": "[]"], "INVALID_CLAIMS"),
            (["localId": "ada", "customAttributes": "{\"sub\":1}"], "FORBIDDEN_CLAIM : sub"),
            (["localId": "ada", "phoneNumber": "x"], "INVALID_PHONE_NUMBER : Invalid format."),
            (["localId": "ada", "phoneNumber": "+15555550199"], "PHONE_NUMBER_EXISTS"),
            (["localId": "ada", "email": "bob@example.com"], "EMAIL_EXISTS"),
            (["localId": "ada", "linkProviderUserInfo": ["rawId": "1"]], "MISSING_PROVIDER_ID"),
            (["localId": "ada", "linkProviderUserInfo": ["providerId": "google.com"]], "MISSING_RAW_ID"),
            (
                ["localId": "ada", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "bob"]],
                "FEDERATED_USER_ID_ALREADY_LINKED"
            ),
            (
                ["localId": "ada", "mfa": ["enrollments": [["phoneInfo": "+15555550101", "mfaEnrollmentId": ""]]]],
                "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."
            ),
            (
                [
                    "localId": "ada",
                    "mfa": [
                        "enrollments": [
                            ["phoneInfo": "+15555550101", "mfaEnrollmentId": "e"],
                            ["phoneInfo": "+15555550102", "mfaEnrollmentId": "e"],
                        ]
                    ],
                ], "DUPLICATE_MFA_ENROLLMENT_ID"
            ),
        ] as [(JSONValue, String)]
    )
    func `refuses an administrator what is not right`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "ada"])
        let bob: JSONValue = ["localId": "bob", "email": "bob@example.com", "phoneNumber": "+15555550199"]
        _ = try await client.admin("accounts", bob)
        let link: JSONValue = ["providerId": "google.com", "rawId": "bob"]
        _ = try await client.admin("accounts:update", ["localId": "bob", "linkProviderUserInfo": link])
        let answer = try await client.admin("accounts:update", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func `an administrator changes what a user cannot`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "ada", "email": "ada@example.com"])
        let answer = try await client.admin(
            "accounts:update",
            [
                "localId": "ada", "emailVerified": true, "phoneNumber": "+15555550100", "disableUser": true,
                "customAttributes": "{\"role\":\"admin\"}", "createdAt": "1000", "lastLoginAt": 2000,
                "validSince": "1234",
                "mfa": ["enrollments": [["mfaEnrollmentId": "one", "phoneInfo": "+15555550101"]]],
            ]
        )
        #expect(answer.status == 200)
        #expect(answer["idToken"] == nil)
        let account = try await client.account("ada")
        #expect(account["emailVerified"] == true)
        #expect(account["disabled"] == true)
        #expect(account["customAttributes"] == "{\"role\":\"admin\"}")
        #expect(account["createdAt"] == "1000")
        #expect(account["lastLoginAt"] == "2000")
        #expect(account["validSince"] == "1234")
        #expect(account["mfaInfo"]?.array?.count == 1)
        _ = try await client.admin("accounts:update", ["localId": "ada", "mfa": [:], "disableUser": false])
        let without = try await client.account("ada")
        #expect(without["mfaInfo"] == nil)
        #expect(without["disabled"] == nil)
    }

    @Test(arguments: [("VERIFY_EMAIL", "ada@example.com"), ("VERIFY_AND_CHANGE_EMAIL", "new@example.com")])
    func `a mailed code proves an address`(_ type: String, _ email: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let code = try await client.code(type, ["email": "ada@example.com", "newEmail": "new@example.com"])
        let answer = try await client.user("accounts:update", ["oobCode": .string(code)])
        #expect(answer["email"] == .string(email))
        #expect(answer["emailVerified"] == true)
        #expect(answer["newEmail"]?.string == (type == "VERIFY_EMAIL" ? nil : "new@example.com"))
        #expect(try await client.signIn(email)["localId"] == .string(user.uid))
    }

    @Test(arguments: ["PASSWORD_RESET", "EMAIL_SIGNIN"])
    func `a code for something else is refused and kept`(_ type: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let code = JSONValue.string(try await client.code(type, ["email": "ada@example.com"]))
        #expect(try await client.user("accounts:update", ["oobCode": code]).error == "INVALID_OOB_CODE")
        #expect(try await client.user("accounts:resetPassword", ["oobCode": code]).status == 200)
    }
}
