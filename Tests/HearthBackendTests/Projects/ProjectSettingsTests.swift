import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// What the settings of a project do.
@Suite("Project settings", .inProcessAndLiveInLongRuns)
struct ProjectSettingsTests {
    private func client(
        _ config: JSONValue,
        _ profile: BackendConfiguration.Profile = .strict
    ) async throws -> (TestBackend, TestClient) {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let answer = try await client.config(.patch, config)
        #expect(answer.status == 200, "\(answer.error ?? "")")
        return (backend, client)
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `switch sign-in methods off`(_ profile: BackendConfiguration.Profile) async throws {
        let off: JSONValue = ["enabled": false]
        let (_, client) = try await client(
            ["signIn": ["anonymous": off, "email": off, "phoneNumber": off]],
            profile
        )
        #expect(try await client.user("accounts:signUp", [:]).error == "ADMIN_ONLY_OPERATION")
        let ada: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", ada).error == "OPERATION_NOT_ALLOWED")
        #expect(try await client.user("accounts:signInWithPassword", ada).error == "PASSWORD_LOGIN_DISABLED")
        let reset: JSONValue = ["oobCode": "x", "newPassword": "secret1"]
        #expect(try await client.user("accounts:resetPassword", reset).error == "PASSWORD_LOGIN_DISABLED")
        let link: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
        #expect(try await client.user("accounts:sendOobCode", link).error == "OPERATION_NOT_ALLOWED")
        let text: JSONValue = ["phoneNumber": "+15555550100"]
        #expect(try await client.user("accounts:sendVerificationCode", text).error == "OPERATION_NOT_ALLOWED")
        #expect(try await client.admin("accounts", ada).status == 200)
        _ = try await client.config(.patch, [:], mask: "signIn")
        #expect(try await client.user("accounts:signInWithPassword", ada).status == 200)
        #expect(try await client.user("accounts:signUp", [:]).status == 200)
    }

    @Test func `let a password be needed, so that links do not sign in`() async throws {
        let (_, client) = try await client(["signIn": ["email": ["enabled": true, "passwordRequired": true]]])
        _ = try await client.signUp("ada@example.com")
        let link: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
        #expect(try await client.user("accounts:sendOobCode", link).error == "OPERATION_NOT_ALLOWED")
        let use: JSONValue = ["email": "ada@example.com", "oobCode": "x"]
        #expect(try await client.user("accounts:signInWithEmailLink", use).error == "OPERATION_NOT_ALLOWED")
        let body: JSONValue = ["signIn": ["email": ["passwordRequired": false]]]
        _ = try await client.config(.patch, body, mask: "signIn.email.passwordRequired")
        #expect(try await client.signInWithLink("ada@example.com").status == 200)
    }

    @Test func `name numbers that get no text message`() async throws {
        let numbers: JSONValue = ["testPhoneNumbers": ["+15555550100": "123456"]]
        let (backend, client) = try await client(["signIn": ["phoneNumber": numbers]])
        let session = try await client.sendVerificationCode(to: "+15555550100")
        let wrong: JSONValue = ["sessionInfo": .string(session), "code": "654321"]
        #expect(try await client.user("accounts:signInWithPhoneNumber", wrong).error == "INVALID_CODE")
        let right: JSONValue = ["sessionInfo": .string(session), "code": "123456"]
        #expect(try await client.user("accounts:signInWithPhoneNumber", right)["phoneNumber"] == "+15555550100")
        #expect(backend.inbox.all.isEmpty)
    }

    @Test(
        arguments: [
            (
                ["allowlistOnly": ["allowedRegions": ["DE", "CA"]]], ["+4930123456", "+14165550100"],
                ["+12125550100", "+77011234567", "+9999999999"]
            ),
            (
                ["allowByDefault": ["disallowedRegions": ["US", "KZ"]]],
                ["+4930123456", "+79161234567", "+18765550100"],
                ["+12125550100", "+77011234567"]
            ),
        ] as [(JSONValue, [String], [String])]
    )
    func `allow text messages to some countries`(
        _ regions: JSONValue,
        _ allowed: [String],
        _ refused: [String]
    ) async throws {
        let (_, client) = try await client(["smsRegionConfig": regions], .lenient)
        for number in allowed {
            let answer = try await client.user("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
            #expect(answer.status == 200, "\(number)")
        }
        for number in refused {
            let answer = try await client.user("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
            let words = "SMS unable to be sent until this region enabled by the app developer."
            #expect(answer.error == "OPERATION_NOT_ALLOWED : \(words)", "\(number)")
        }
    }

    @Test func `leave signing up and deleting accounts to administrators`() async throws {
        let (_, client) = try await client([:])
        let ada = try await client.signUp("ada@example.com")
        let none: JSONValue = ["client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]]]
        #expect(try await client.config(.patch, none, mask: "client.permissions").status == 200)
        let bo: JSONValue = ["email": "bo@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", bo).error == "ADMIN_ONLY_OPERATION")
        #expect(try await client.signInWithLink("cy@example.com").error == "ADMIN_ONLY_OPERATION")
        #expect(try await client.signInWithPhone("+15555550100").error == "ADMIN_ONLY_OPERATION")
        let delete: JSONValue = ["idToken": .string(ada.idToken)]
        #expect(try await client.user("accounts:delete", delete).error == "ADMIN_ONLY_OPERATION")
        #expect(try await client.signIn("ada@example.com").status == 200)
        #expect(try await client.admin("accounts", bo).status == 200)
        #expect(try await client.admin("accounts:delete", ["localId": .string(ada.uid)]).status == 200)
    }

    @Test func `decide where links may lead, at once`() async throws {
        let (_, client) = try await client(["authorizedDomains": ["shop.example"]])
        func send(_ url: String) async throws -> TestClient.Answer {
            let body: JSONValue = [
                "requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": .string(url),
            ]
            return try await client.user("accounts:sendOobCode", body)
        }
        #expect(try await send("https://shop.example/home").status == 200)
        #expect(try await send("http://localhost/").error?.hasPrefix("UNAUTHORIZED_DOMAIN") == true)
        let shown = try await client.send(.get, "/v1/projects?key=k")
        #expect(shown["authorizedDomains"] == ["shop.example"])
        #expect(try await client.config(.patch, [:], mask: "authorizedDomains").status == 200)
        #expect(try await send("http://localhost/").status == 200)
    }

    @Test func `decide which second factors there are`() async throws {
        let (_, client) = try await client([:])
        var ada = try await client.signUpVerified("ada@example.com")
        ada = try await client.enrollPhone("+15555550100", ada)
        #expect(try await client.signIn("ada@example.com")["mfaPendingCredential"] != nil)
        let off: JSONValue = ["mfa": ["state": "DISABLED"]]
        #expect(try await client.config(.patch, off, mask: "mfa")["mfa"]?["state"] == "DISABLED")
        #expect(try await client.signIn("ada@example.com")["idToken"] != nil)
        let start: JSONValue = [
            "idToken": .string(ada.idToken), "phoneEnrollmentInfo": ["phoneNumber": "+15555550102"],
        ]
        let refused = try await client.user2("accounts/mfaEnrollment:start", start)
        #expect(refused.error == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
    }

    @Test func `decide how far an authenticator's clock may be off`() async throws {
        let app: JSONValue = ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 3]]
        let (backend, client) = try await client(["mfa": ["state": "ENABLED", "providerConfigs": [app]]])
        let user = try await client.signUpVerified("ada@example.com")
        let (authenticator, _) = try await client.enrollApp(user, at: backend.clock)
        let id = try await client.factors(of: user.uid)[0]
        func signIn(_ seconds: Int) async throws -> TestClient.Answer {
            let pending = try await client.signIn("ada@example.com")["mfaPendingCredential"] ?? .null
            let code = authenticator.code(at: backend.clock.now + .seconds(seconds))
            return try await client.user2(
                "accounts/mfaSignIn:finalize",
                [
                    "mfaPendingCredential": pending, "mfaEnrollmentId": .string(id),
                    "totpVerificationInfo": ["verificationCode": .string(code)],
                ]
            )
        }
        #expect(try await signIn(150).error == "INVALID_CODE")
        #expect(try await signIn(90).status == 200)
    }

    @Test func `decide where links begin, and in which language`() async throws {
        let (_, client) = try await client(
            ["notification": ["defaultLocale": "de", "sendEmail": ["callbackUri": "https://shop.example/do?x=1"]]]
        )
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true]
        let link = try await client.admin("accounts:sendOobCode", body)["oobLink"]?.text ?? ""
        #expect(link.hasPrefix("https://shop.example/do?x=1&mode=resetPassword&lang=de&oobCode="))
    }

    @Test func `decide whether there are tenants`() async throws {
        let (_, client) = try await client(["multiTenant": ["allowTenants": false]])
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.post, "/v2/projects/demo-test/tenants", ["displayName": "staff"], owner)
        #expect(answer.error?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }

    @Test(
        arguments: [
            (["mfa": ["state": "PERHAPS"]], "INVALID_CONFIG : mfa.state"),
            (["mfa": ["state": "MANDATORY"]], "INVALID_CONFIG : mfa.state MANDATORY is not offered"),
            (["mfa": ["enabledProviders": ["FAX"]]], "INVALID_CONFIG : mfa.enabledProviders"),
            (["mfa": ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 11]]]]], "INVALID_CONFIG : mfa"),
            (["smsRegionConfig": ["allowByDefault": [:], "allowlistOnly": [:]]], "INVALID_CONFIG : smsRegionConfig"),
            (
                ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["Germany"]]]],
                "INVALID_CONFIG : smsRegionConfig"
            ),
            (["authorizedDomains": ["https://shop.example"]], "INVALID_CONFIG : authorizedDomains"),
            (["authorizedDomains": ["shop.example/x"]], "INVALID_CONFIG : authorizedDomains"),
            (["signIn": ["phoneNumber": ["testPhoneNumbers": ["5": "123456"]]]], "INVALID_TESTING_PHONE_NUMBER"),
            (["signIn": ["phoneNumber": ["testPhoneNumbers": ["+15555550100": "1"]]]], "INVALID_TESTING_PHONE_NUMBER"),
            (["notification": ["sendEmail": ["callbackUri": "javascript:alert(1)"]]], "INVALID_CONFIG : notification"),
            (
                ["notification": ["sendEmail": ["smtp": ["host": "x"]]]],
                "INVALID_CONFIG : notification.sendEmail.smtp is not"
            ),
            (["quota": ["signUpQuotaConfig": ["quota": "5"]]], "INVALID_CONFIG : quota is not offered"),
            (["monitoring": ["requestLogging": ["enabled": true]]], "INVALID_CONFIG : monitoring is not offered"),
            (["autodeleteAnonymousUsers": true], "INVALID_CONFIG : autodeleteAnonymousUsers is not offered"),
            (["recaptchaConfig": ["useAccountDefender": true]], "INVALID_CONFIG : recaptchaConfig.useAccountDefender"),
            (["signIn": ["email": "yes"]], "Invalid value at 'signIn.email'"),
        ] as [(JSONValue, String)]
    )
    func `are refused in strict where nothing would act on them`(_ body: JSONValue, _ words: String) async throws {
        let (_, client) = try await TestClient.strict()
        let answer = try await client.config(.patch, body)
        #expect(answer.status == 400 && answer.error?.hasPrefix(words) == true, "\(answer.error ?? "")")
    }
}
