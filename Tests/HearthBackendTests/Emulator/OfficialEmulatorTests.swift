import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// What the official emulator answers where it is unlike production: its words come from its own source and suites.
@Suite("As the official emulator", .inProcessAndLive)
struct OfficialEmulatorTests {
    private static let factor: JSONValue = ["phoneInfo": "+15555550100", "displayName": "work"]

    private static func provider(_ token: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        var body = more
        body["requestUri"] = "http://localhost"
        body["postBody"] = .string("providerId=google.com&id_token=\(PercentEncoding.encode(token))")
        return JSONValue(body)
    }

    // MARK: Second factors that a user names

    @Test func `second factors that a user names take effect in lenient, and are refused in strict`() async throws {
        let lenient = TestClient(try await TestBackend())
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1", "mfaInfo": [Self.factor]]
        let user = try TestUser(try await lenient.user("accounts:signUp", body))
        #expect(try await lenient.account(user.uid)["mfaInfo"]?.array?.first?["phoneInfo"] == "+15555550100")
        let enrollment: JSONValue = ["mfaEnrollmentId": "two", "phoneInfo": "+15555550102"]
        let changed = try await lenient.update(user, ["mfa": ["enrollments": [enrollment]]])
        #expect(changed.status == 200)
        #expect(try await lenient.factors(of: user.uid) == ["two"])
        let (_, strict) = try await TestClient.strict()
        let refused = try await strict.user("accounts:signUp", body)
        #expect(refused.status == 400 && refused.error?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
        let bo = try await strict.signUp("bo@example.com")
        let update = try await strict.update(bo, ["mfa": ["enrollments": [enrollment]]])
        #expect(update.error?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
    }

    @Test func `an administrator's list of factors needs identifiers, and null is no list`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpVerified("ada@example.com")
        func update(_ mfa: JSONValue) async throws -> TestClient.Answer {
            try await client.admin("accounts:update", ["localId": .string(user.uid), "mfa": mfa])
        }
        #expect(
            try await update(["enrollments": [["mfaEnrollmentId": "one", "phoneInfo": "+15555550100"]]]).status == 200
        )
        let nameless = try await update(["enrollments": [Self.factor]])
        #expect(nameless.error == "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.")
        let null = try await update(["enrollments": nil])
        #expect(null.status == 400 && null.document["error"]?["status"] == "INVALID_ARGUMENT")
        #expect(try await client.factors(of: user.uid) == ["one"])
        #expect(try await update([:]).status == 200)
        #expect(try await client.account(user.uid)["mfaInfo"] == nil)
    }

    @Test func `an empty list is shown after the last factor is withdrawn`() async throws {
        let client = TestClient(try await TestBackend())
        var user = try await client.signUpVerified("ada@example.com")
        user = try await client.enrollPhone("+15555550100", user)
        let id = try await client.factors(of: user.uid)[0]
        let body: JSONValue = ["idToken": .string(user.idToken), "mfaEnrollmentId": .string(id)]
        #expect(try await client.user2("accounts/mfaEnrollment:withdraw", body).status == 200)
        #expect(try await client.account(user.uid)["mfaInfo"] == [])
        let bo = try await client.signUp("bo@example.com")
        #expect(try await client.account(bo.uid)["mfaInfo"] == nil)
    }

    // MARK: Providers that a user links by name

    @Test func `a user links a provider by name in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let link: JSONValue = ["providerId": "google.com", "rawId": "g1"]
        #expect(try await client.update(user, ["linkProviderUserInfo": link]).status == 200)
        let providers = try await client.account(user.uid)["providerUserInfo"]?.array
        #expect(providers?.contains { $0["rawId"] == "g1" } == true)
        let half = try await client.update(user, ["linkProviderUserInfo": ["providerId": "google.com"]])
        #expect(half.error == "MISSING_RAW_ID")
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await client.update(user, ["linkProviderUserInfo": link]).error == "USER_DISABLED")
        let (_, strict) = try await TestClient.strict()
        let bo = try await strict.signUp("bo@example.com")
        #expect(try await strict.update(bo, ["linkProviderUserInfo": link]).error == "INSUFFICIENT_PERMISSION")
    }

    // MARK: Tokens that tests write by hand

    // {"alg":"none","typ":"JWT"}.{"sub":"abc","email":"ada@example.com","email_verified":true}
    private static let head =
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"
        + ".eyJzdWIiOiJhYmMiLCJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlfQ"

    @Test(arguments: [".", ".signature", ".fake-signature", ".x"])
    func `takes a provider's token whatever stands in place of the signature`(_ end: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signInWithIdp", Self.provider(Self.head + end))
        #expect(answer["email"] == "ada@example.com")
    }

    @Test(arguments: [".", ".signature", ".fake-signature", ".x"])
    func `takes a custom token whatever stands in place of the signature`(_ end: String) async throws {
        let client = TestClient(try await TestBackend())
        let payload: JSONObject = [
            "uid": "ada",
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
        ]
        let token = try TokenMint.unsigned.mint(payload).reveal() + end.dropFirst()
        let answer = try await client.user("accounts:signInWithCustomToken", ["token": .string(token)])
        #expect(answer["isNewUser"] == true)
    }

    @Test(
        arguments: [
            ("nonsense", "Auth Emulator only accepts strict JSON or JWTs as fake id_tokens."),
            (head + ".a.b", "Auth Emulator only accepts strict JSON or JWTs as fake id_tokens."),
            (head + ".a b", "Auth Emulator only accepts strict JSON or JWTs as fake id_tokens."),
            ("{sub:1}", "Auth Emulator failed to parse fake id_token as strict JSON."),
        ]
    )
    func `repeats a token that it cannot read`(_ token: String, _ reason: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signInWithIdp", Self.provider(token))
        #expect(answer.error == "INVALID_IDP_RESPONSE : Unable to parse id_token: \(token) ((\(reason)))")
    }

    @Test func `a strict emulator takes what Admin SDKs leave unsigned, and production does not`() async throws {
        let (backend, client) = try await TestClient.strict()
        let now = backend.clock.now.seconds
        let account: JSONValue = "firebase-auth-emulator@example.com"
        let payload: JSONObject = [
            "iss": account, "sub": account, "uid": "ada", "iat": .integer(now), "exp": .integer(now + 3600),
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
        ]
        let token = try TokenMint.unsigned.mint(payload).reveal()
        let body: JSONValue = ["token": .string(token)]
        #expect(try TestUser(try await client.user("accounts:signInWithCustomToken", body)).uid == "ada")
        let production = try await TestBackend {
            $0.isEmulator = false
            $0.profile = .strict
        }
        let answer = try await TestClient(production).user("accounts:signInWithCustomToken", body)
        #expect(answer.error == "CREDENTIAL_MISMATCH")
        backend.clock.advance(by: .hours(1))
        let late = try await client.user("accounts:signInWithCustomToken", body)
        #expect(late.error?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }

    // MARK: Members

    @Test func `reads names with capitals`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        #expect(try await client.update(user, ["photoURL": "https://a.example/1"])["photoUrl"] == "https://a.example/1")
        let twice = try await client.update(user, ["photoURL": "a", "photo_url": "b"])
        #expect(twice.status == 400 && twice.error?.contains("'photoUrl' is given more than once") == true)
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `null clears a name and a picture`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let user = try await client.signUp("ada@example.com")
        _ = try await client.update(user, ["displayName": "Ada", "photoUrl": "https://a.example/1"])
        let name = try await client.update(user, ["displayName": nil])
        #expect(name["displayName"] == nil && name["photoUrl"] != nil)
        #expect(try await client.update(user, ["photoUrl": nil])["photoUrl"] == nil)
        #expect(try await client.account(user.uid)["photoUrl"] == nil)
        #expect(try await client.update(user, ["displayName": nil, "deleteAttribute": "x"]).status == 400)
    }

    @Test func `shows a SAML user's name as it was written, and finds the account in any case`() async throws {
        let client = TestClient(try await TestBackend())
        let token = PercentEncoding.encode(#"{"sub":"s1"}"#)
        let saml = PercentEncoding.encode(#"{"assertion":{"subject":{"nameId":"Ada@Example.com"}}}"#)
        let body: JSONValue = [
            "requestUri": "http://localhost",
            "postBody": .string("providerId=saml.staff&id_token=\(token)&SAMLResponse=\(saml)"),
        ]
        let first = try await client.user("accounts:signInWithIdp", body)
        #expect(first["email"] == "Ada@Example.com" && first["isNewUser"] == true)
        let found = try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])
        #expect(found["users"]?.array?.first?["localId"] == first["localId"])
    }

    // MARK: Imports

    @Test(
        arguments: [
            (
                ["customAttributes": .string(#"{"a":""# + String(repeating: "x", count: 1000) + #""}"#)],
                "Custom claims provided are too large."
            ),
            (["customAttributes": "[]"], "Invalid custom claims provided."),
            (["customAttributes": #"{"iss":"x"}"#], "Custom claims provided include a reserved claim."),
            (
                ["providerUserInfo": [["federatedId": "x"]]],
                "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))"
            ),
            (["providerUserInfo": [["providerId": "google.com"]]], "federatedId or (providerId & rawId) is required"),
            // The first of several reasons counts.
            (
                ["providerUserInfo": [[:]], "phoneNumber": "5", "email": "x"],
                "federatedId or (providerId & rawId) is required"
            ),
            (["phoneNumber": "5", "email": "x"], "phone number format is invalid"),
            (
                ["email": "a@b.c", "emailVerified": true, "mfaInfo": [["phoneInfo": "5"]]],
                "Phone number format is invalid"
            ),
            (
                ["email": "a@b.c", "emailVerified": true, "mfaInfo": [["displayName": "x"]]],
                "Second factor not supported."
            ),
        ] as [([String: JSONValue], String)]
    )
    func `says why it does not import an account`(_ user: [String: JSONValue], _ reason: String) async throws {
        let client = TestClient(try await TestBackend())
        var user = user
        user["localId"] = "one"
        let answer = try await client.admin("accounts:batchCreate", ["users": [JSONValue(user)]])
        #expect(answer["error"] == [["index": 0, "message": .string(reason)]])
    }

    @Test func `an empty tenant is none, as the official tools name the project's own accounts`() async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = ["kind": "x", "users": [["localId": "one", "email": "ada@example.com"]]]
        #expect(try await client.admin("tenants//accounts:batchCreate", body).status == 200)
        #expect(try await client.account("one")["tenantId"] == nil)
    }

    // MARK: Mailed codes

    @Test func `a change of address names what is missing, and uses its code up when the address is taken`()
        async throws
    {
        let client = TestClient(try await TestBackend())
        let bare = try await client.user("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL"])
        #expect(bare.error == "MISSING_NEW_EMAIL")
        _ = try await client.signUp("ada@example.com")
        let more: [String: JSONValue] = ["email": "ada@example.com", "newEmail": "new@example.com"]
        let code = try await client.code("VERIFY_AND_CHANGE_EMAIL", more)
        let other = try await client.signUp("new@example.com")
        #expect(try await client.user("accounts:update", ["oobCode": .string(code)]).error == "EMAIL_EXISTS")
        _ = try await client.admin("accounts:delete", ["localId": .string(other.uid)])
        #expect(try await client.user("accounts:update", ["oobCode": .string(code)]).error == "INVALID_OOB_CODE")
    }

    @Test func `links have their own domain, which strict lets nothing replace`() async throws {
        let (_, strict) = try await TestClient.strict { $0.publicURL = "https://id.example.com" }
        _ = try await strict.signUp("ada@example.com")
        func send(_ client: TestClient, _ domain: String) async throws -> TestClient.Answer {
            let body: JSONValue = [
                "requestType": "PASSWORD_RESET", "email": "ada@example.com", "linkDomain": .string(domain),
            ]
            return try await client.user("accounts:sendOobCode", body)
        }
        #expect(try await send(strict, "ID.example.com").status == 200)
        #expect(try await send(strict, "evil.example").error?.hasPrefix("INVALID_HOSTING_LINK_DOMAIN") == true)
        let lenient = TestClient(try await TestBackend())
        _ = try await lenient.signUp("ada@example.com")
        #expect(try await send(lenient, "evil.example").status == 200)
    }

    // MARK: Accounts

    @Test func `an account that an administrator made has not signed in yet in strict`() async throws {
        for (profile, hasSignedIn) in [(BackendConfiguration.Profile.lenient, true), (.strict, false)] {
            let client = TestClient(try await TestBackend { $0.profile = profile })
            let made = try await client.admin("accounts", ["email": "ada@example.com", "password": "secret1"])
            let uid = made["localId"]?.text ?? ""
            #expect(try await (client.account(uid)["lastLoginAt"] != nil) == hasSignedIn)
            _ = try await client.signIn("ada@example.com")
            #expect(try await client.account(uid)["lastLoginAt"] != nil)
        }
    }

    @Test func `a user proves a new address first where addresses are hidden`() async throws {
        let (_, client) = try await TestClient.strict { $0.acceptsUnprovedAddresses = false }
        let user = try await client.signUp("ada@example.com")
        _ = try await client.signUp("taken@example.com")
        for email: JSONValue in ["new@example.com", "taken@example.com"] {
            #expect(try await client.update(user, ["email": email]).error == "EMAIL_CHANGE_NEEDS_VERIFICATION")
        }
        #expect(try await client.update(user, ["email": "ADA@example.com", "displayName": "Ada"]).status == 200)
        let guest = try await client.signUpGuest()
        #expect(try await client.update(guest, ["email": "guest@example.com"]).status == 200)
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]
        #expect(try await client.config(.patch, privacy, mask: "emailPrivacyConfig").status == 200)
        #expect(try await client.update(user, ["email": "new@example.com"]).status == 200)
    }
}
