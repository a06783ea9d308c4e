import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Blocking functions")
struct BlockingFunctionTests {
    private static let refused: JSONValue = ["error": ["message": "Staff only", "status": "PERMISSION_DENIED"]]
    private static let text = #"{"error":{"message":"Staff only","status":"PERMISSION_DENIED"}}"#

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `are asked before an account is stored and before its tokens are made`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let (backend, client, function) = try await FakeFunction.bench(profile)
        let user = try await client.signUp("ada@example.com", "correct horse 7")
        #expect(function.events == ["beforeCreate", "beforeSignIn"])
        let asked = try #require(function.asked.first)
        #expect(asked.request.origin == "https://functions.example.com")
        #expect(asked.request.target == "/hook?x=1")
        #expect(asked.request.fields["content-type"] == "application/json")
        #expect(asked.request.fields["authorization"] == nil)
        let claims = asked.claims
        #expect(claims["iss"] == "https://securetoken.google.com/demo-test")
        #expect(claims["aud"] == .string(TestClient.functionURL))
        #expect(claims["iat"] == .integer(backend.clock.now.seconds))
        #expect(claims["exp"] == .integer(backend.clock.now.seconds + 600))
        #expect(claims["event_id"]?.text.count == 16)
        #expect(claims["sign_in_method"] == "password")
        #expect(claims["sub"] == .string(user.uid))
        let record = try #require(claims["user_record"])
        #expect(record["uid"] == .string(user.uid))
        #expect(record["email"] == "ada@example.com")
        #expect(record["email_verified"] == false)
        #expect(record["custom_claims"] == [:])
        #expect(record["provider_data"]?.array != nil)
        #expect(record["metadata"]?["creation_time"] == .integer(backend.clock.now.milliseconds))
        #expect(record["password_hash"] == nil)
    }

    @Test func `get a token that the published keys verify, and that is no user's`() async throws {
        let (_, client, function) = try await FakeFunction.bench(.strict)
        _ = try await client.signUp("ada@example.com", "correct horse 7")
        let token = try #require(function.asked.last?.token)
        let jws = try CompactJWS(token)
        let keys = try await client.send(.get, "/.well-known/jwks.json")
        let key = try #require(keys["keys"]?.array?.first { $0["kid"] == jws.header["kid"] })
        let modulus = try #require(Base64.decode((key["n"]?.text ?? "").utf8))
        let exponent = try #require(Base64.decode((key["e"]?.text ?? "").utf8))
        let publicKey = try RSAPublicKey(modulus: modulus, exponent: exponent)
        #expect(jws.header["alg"] == "RS256" && publicKey.verifyRS256(jws.signature, over: jws.signedBytes))
        let lookUp = try await client.user("accounts:lookup", ["idToken": .string(token)])
        #expect(lookUp.error == "INVALID_ID_TOKEN")
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `refuse a new account, of which nothing stays`(_ profile: BackendConfiguration.Profile) async throws {
        let (_, client, function) = try await FakeFunction.bench(profile)
        function.answer("beforeCreate", Self.refused, status: 403)
        let body: JSONValue = ["email": "ada@example.com", "password": "correct horse 7"]
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.status == 400)
        #expect(
            answer.error
                == (profile == .strict
                    ? "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(Self.text)"
                    : "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(TestClient.functionURL) returned "
                        + "HTTP error 403: \(Self.text)))")
        )
        #expect(try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"] == nil)
        function.answer("beforeCreate", [:])
        #expect(try await client.user("accounts:signUp", body).status == 200)
    }

    @Test func `refuse a sign-in: a new account stays, and gets no tokens`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer("beforeSignIn", Self.refused, status: 403)
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.status == 400 && answer["idToken"] == nil && answer["refreshToken"] == nil)
        #expect(try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"]?.array?.count == 1)
        #expect(try await client.user("accounts:signInWithPassword", body).status == 400)
        function.answer("beforeSignIn", [:])
        #expect(try await client.user("accounts:signInWithPassword", body).status == 200)
    }

    @Test func `change an account before it is stored`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer(
            "beforeCreate",
            [
                "userRecord": [
                    "displayName": "Ada", "photoURL": "https://p.example/a.png", "emailVerified": true,
                    "customClaims": ["role": "staff"], "disabled": false, "sessionClaims": ["no": 1], "other": 1,
                    "updateMask": "displayName,photoURL,emailVerified,customClaims,disabled,sessionClaims,other",
                ]
            ]
        )
        let user = try await client.signUp("ada@example.com")
        let account = try await client.account(.string(user.uid))
        #expect(account["displayName"] == "Ada" && account["photoUrl"] == "https://p.example/a.png")
        #expect(account["emailVerified"] == true)
        #expect(account["customAttributes"] == #"{"role":"staff"}"#)
        let claims = try UnverifiedToken(user.idToken).unverifiedClaims
        #expect(claims["role"] == "staff" && claims["name"] == "Ada" && claims["no"] == nil)
        #expect(function.asked.last?.claims["user_record"]?["custom_claims"] == ["role": "staff"])
    }

    @Test func `give a session claims, which its refreshed tokens keep`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer(
            "beforeSignIn",
            [
                "userRecord": [
                    "sessionClaims": ["ip": "1.2.3.4", "role": "guest", "firebase": 7],
                    "customClaims": ["role": "staff"],
                    "updateMask": "sessionClaims,customClaims",
                ]
            ]
        )
        let user = try await client.signUp("ada@example.com")
        let claims = try UnverifiedToken(user.idToken).unverifiedClaims
        #expect(claims["ip"] == "1.2.3.4" && claims["role"] == "guest")
        #expect(claims["firebase"]?["sign_in_provider"] == "password")
        let refreshed = try await client.refresh(user.refreshToken)
        let again = try UnverifiedToken(refreshed["id_token"]?.text ?? "").unverifiedClaims
        #expect(again["ip"] == "1.2.3.4")
        function.answer("beforeSignIn", [:])
        #expect(try await client.signIn("ada@example.com").claims["ip"] == nil)
    }

    @Test(arguments: ["beforeCreate", "beforeSignIn"])
    func `disable an account, which is stored as it is then`(_ event: String) async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer(event, ["userRecord": ["disabled": true, "updateMask": "disabled"]])
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).error == "USER_DISABLED")
        #expect(function.events == (event == "beforeCreate" ? ["beforeCreate"] : ["beforeCreate", "beforeSignIn"]))
        let found = try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])
        #expect(found["users"]?.array?.first?["disabled"] == true)
        #expect(try await client.user("accounts:signInWithPassword", body).error == "USER_DISABLED")
    }

    @Test(
        arguments: [
            (
                ["userRecord": ["displayName": "A"]], 400,
                "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))"
            ),
            (
                ["userRecord": ["updateMask": ""]], 400,
                "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))"
            ),
            (["userRecord": ["customClaims": ["sub": 1], "updateMask": "customClaims"]], 400, "FORBIDDEN_CLAIM : sub"),
            (["userRecord": ["customClaims": "x", "updateMask": "customClaims"]], 400, "INVALID_CLAIMS"),
            (
                [
                    "userRecord": [
                        "customClaims": ["a": .string(String(repeating: "x", count: 1000))],
                        "updateMask": "customClaims",
                    ]
                ],
                400, "CLAIMS_TOO_LARGE"
            ),
            ([1], 500, "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response body is not valid JSON.))"),
        ] as [(JSONValue, Int, String)]
    )
    func `are refused for an answer that is not one`(_ answer: JSONValue, _ status: Int, _ words: String) async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer("beforeCreate", answer)
        let refusal = try await client.user(
            "accounts:signUp",
            ["email": "ada@example.com", "password": "secret1"]
        )
        #expect(refusal.status == status && refusal.error == words)
        #expect(try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"] == nil)
    }

    @Test(arguments: ["", "{", "\u{FEFF}{}", "null"])
    func `answer in JSON`(_ text: String) async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer { _, _ in HTTPResponse(status: 200, body: .bytes(Array(text.utf8))) }
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.status == 500)
        #expect(answer.error == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response body is not valid JSON.))")
        #expect(answer["error"]?["status"] == "INTERNAL")
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `that cannot be reached, or answer too late, refuse the sign-in`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let (backend, client, function) = try await FakeFunction.bench(profile)
        let place = profile == .strict ? "" : " to \(TestClient.functionURL)"
        let body: JSONValue = ["email": "ada@example.com", "password": "correct horse 7"]
        function.answer { _, _ throws(TransportError) in throw TransportError(.unreachable) }
        let lost = try await client.user("accounts:signUp", body)
        #expect(lost.status == 500)
        #expect(lost.error == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Failed to make request\(place).))")
        let clock = backend.clock
        function.answer { _, _ throws(TransportError) in
            // Time passes, and no answer comes until the caller gives up.
            await clock.untilATaskSleeps()
            clock.advance(by: .seconds(profile == .strict ? 7 : 60))
            try? await clock.sleep(for: .hours(9))
            throw TransportError(.cancelled)
        }
        let late = try await client.user("accounts:signUp", body)
        #expect(late.status == 500)
        #expect(late.error == "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Deadline exceeded making request\(place).))")
        #expect(try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"] == nil)
    }

    @Test func `are not followed elsewhere`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        function.answer { _, _ in
            HTTPResponse(status: 302, fields: ["Location": "http://169.254.169.254/"], body: .bytes([]))
        }
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).status == 400)
        #expect(function.asked.count == 1)
    }

    @Test func `are asked again if the account is another one by then`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        let user = try await client.signUp("ada@example.com")
        function.forget()
        let isFirst = Locked(true)
        function.answer { _, _ throws(TransportError) in
            let first = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if first {
                let change: JSONValue = ["localId": .string(user.uid), "displayName": "Grace"]
                _ = try? await client.admin("accounts:update", change)
            }
            return FakeFunction.json([:])
        }
        #expect(try await client.signIn("ada@example.com").status == 200)
        let names = function.asked.map { $0.claims["user_record"]?["display_name"]?.string }
        #expect(names == [nil, "Grace"])
    }

    @Test func `see two sign-ups of one address, of which one succeeds`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        let isFirst = Locked(true)
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
        function.answer { _, _ throws(TransportError) in
            let first = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            // While the function thinks, another caller takes the address.
            if first { _ = try? await client.user("accounts:signUp", body) }
            return FakeFunction.json([:])
        }
        #expect(try await client.user("accounts:signUp", body).error == "EMAIL_EXISTS")
        #expect(try await client.user("accounts:signInWithPassword", body).status == 200)
    }
}

@Suite("Which sign-ins ask functions")
struct BlockingEventTests {
    @Test func `a password, and no guest, no link of a password, no administrator, no custom token, no refresh`()
        async throws
    {
        let (_, client, function) = try await FakeFunction.bench()
        let guest = try TestUser(try await client.user("accounts:signUp", [:]))
        #expect(function.events.isEmpty)
        let link: JSONValue = [
            "idToken": .string(guest.idToken), "email": "guest@example.com", "password": "secret1",
        ]
        #expect(try await client.user("accounts:signUp", link).status == 200)
        _ = try await client.admin("accounts", ["email": "made@example.com", "password": "secret1"])
        _ = try await client.user("accounts:signInWithCustomToken", ["token": "{\"uid\":\"ada\"}"])
        _ = try await client.refresh(guest.refreshToken)
        #expect(function.events.isEmpty)
        _ = try await client.signIn("made@example.com")
        #expect(function.events == ["beforeSignIn"])
    }

    @Test func `a mailed link`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        let code = try await client.code("EMAIL_SIGNIN", ["email": "ada@example.com"])
        let body: JSONValue = ["email": "ada@example.com", "oobCode": .string(code)]
        function.answer("beforeCreate", ["error": "no"], status: 403)
        #expect(try await client.user("accounts:signInWithEmailLink", body).status == 400)
        function.answer("beforeCreate", [:])
        let answer = try await client.user("accounts:signInWithEmailLink", body)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(function.events == ["beforeCreate", "beforeCreate", "beforeSignIn"])
        #expect(Set(function.asked.compactMap { $0.claims["sign_in_method"]?.string }) == ["emailLink"])
        #expect(function.asked.last?.claims["sub"] == answer["localId"])
    }

    @Test func `a provider, with what it handed out if the project wants it`() async throws {
        let (_, client, function) = try await FakeFunction.bench(forward: ["idToken": true, "accessToken": true])
        let token = #"{"sub":"g1","email":"ada@gmail.com","email_verified":true,"name":"Ada"}"#
        let answer = try await client.signIn("google.com", idToken: token, form: ["access_token": "a1"])
        #expect(answer.status == 200)
        #expect(function.events == ["beforeCreate", "beforeSignIn"])
        for asked in function.asked {
            #expect(asked.claims["sign_in_method"] == "google.com")
            #expect(asked.claims["oauth_id_token"] == .string(token))
            #expect(asked.claims["oauth_access_token"] == "a1")
            #expect(asked.claims["oauth_refresh_token"] == nil)
            #expect(asked.claims["raw_user_info"]?.string?.contains("g1") == true)
            #expect(asked.claims["user_record"]?["provider_data"]?.array?.first?["provider_id"] == "google.com")
            #expect(asked.claims["sub"] == answer["localId"])
        }
        try await client.setTriggers(["beforeSignIn"])
        function.forget()
        _ = try await client.signIn("google.com", idToken: token)
        #expect(function.events == ["beforeSignIn"])
        #expect(function.asked.first?.claims["oauth_id_token"] == nil)
    }

    @Test func `a tenant's users`() async throws {
        let (_, client, function) = try await FakeFunction.bench()
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1", "tenantId": "one"]
        #expect(try await client.user("accounts:signUp", body).status == 200)
        #expect(function.asked.first?.claims["tenant_id"] == "one")
        #expect(function.asked.first?.claims["user_record"]?["tenant_id"] == "one")
    }

    @Test func `a telephone`() async throws {
        let (backend, client, function) = try await FakeFunction.bench(triggers: [
            "beforeCreate", "beforeSignIn", "beforeSendSms",
        ])
        let sent = try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(function.events == ["beforeSendSms"])
        #expect(function.asked.first?.claims["phone_number"] == "+15555550100")
        #expect(function.asked.first?.claims["sms_type"] == "SIGN_IN_OR_SIGN_UP")
        let text = try await backend.inbox.nextText(to: "+15555550100")
        let body: JSONValue = ["sessionInfo": sent["sessionInfo"] ?? .null, "code": .string(text.code)]
        #expect(try await client.user("accounts:signInWithPhoneNumber", body).status == 200)
        #expect(function.events == ["beforeSendSms", "beforeCreate", "beforeSignIn"])
        #expect(function.asked.last?.claims["sign_in_method"] == "phone")
    }

    @Test func `a message that is about to be sent, which the function may stop`() async throws {
        let (backend, client, function) = try await FakeFunction.bench(triggers: ["beforeSendEmail", "beforeSendSms"])
        _ = try await client.signUp("ada@example.com")
        let reset: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        #expect(try await client.user("accounts:sendOobCode", reset).status == 200)
        #expect(function.asked.last?.claims["email"] == "ada@example.com")
        #expect(function.asked.last?.claims["email_type"] == "PASSWORD_RESET")
        _ = try await backend.inbox.next(.passwordReset, to: "ada@example.com")
        function.answer("beforeSendEmail", ["recaptchaActionOverride": "BLOCK"])
        let blocked = try await client.user("accounts:sendOobCode", reset)
        #expect(blocked.error?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true)
        function.answer("beforeSendSms", ["error": "no"], status: 429)
        let sms = try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(sms.error?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true)
    }
}
