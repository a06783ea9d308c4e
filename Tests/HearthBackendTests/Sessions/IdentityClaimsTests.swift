import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Identity tokens", .inProcessAndLiveInLongRuns)
struct IdentityClaimsTests {
    @Test func `a guest's token says so, and nothing that it does not know`() async throws {
        let backend = try await TestBackend()
        let user = try await TestClient(backend).signUpGuest()
        let now = backend.clock.now.seconds
        let expected: JSONValue = [
            "provider_id": "anonymous", "auth_time": .integer(now), "user_id": .string(user.uid),
            "firebase": ["identities": [:], "sign_in_provider": "anonymous"], "iat": .integer(now),
            "exp": .integer(now + 3600), "aud": "demo-test", "iss": "https://securetoken.google.com/demo-test",
            "sub": .string(user.uid),
        ]
        #expect(.object(try claims(of: user.idToken)) == expected)
    }

    @Test func `a password's token names the address`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let claims = try claims(of: user.idToken)
        #expect(claims["email"] == "ada@example.com")
        #expect(claims["email_verified"] == false)
        #expect(claims["provider_id"] == nil)
        #expect(claims["phone_number"] == nil)
        #expect(claims["name"] == nil)
        let firebase: JSONValue = ["identities": ["email": ["ada@example.com"]], "sign_in_provider": "password"]
        #expect(claims["firebase"] == firebase)
    }

    @Test func `identities are those of every provider, whatever was used`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        for raw in ["g-1", "a-1"] {
            let provider = raw == "g-1" ? "google.com" : "apple.com"
            let link: JSONValue = ["providerId": .string(provider), "rawId": .string(raw)]
            let body: JSONValue = ["localId": .string(user.uid), "linkProviderUserInfo": link]
            _ = try await client.admin("accounts:update", body)
        }
        let phone: JSONValue = ["localId": .string(user.uid), "phoneNumber": "+15555550100"]
        _ = try await client.admin("accounts:update", phone)
        let claims = try claims(of: TestUser(try await client.signIn("ada@example.com")).idToken)
        let identities: JSONValue = [
            "email": ["ada@example.com"], "google.com": ["g-1"], "apple.com": ["a-1"], "phone": ["+15555550100"],
        ]
        #expect(claims["firebase"]?["identities"] == identities)
        #expect(claims["firebase"]?["sign_in_provider"] == "password")
        #expect(claims["phone_number"] == "+15555550100")
    }

    @Test func `a name gives way to custom claims, these to the session's, all to the reserved`() async throws {
        let client = TestClient(try await TestBackend())
        let custom = """
            {"name":"custom","picture":"custom","email":"x@y.co","email_verified":true,"phone_number":"+1",\
            "provider_id":"x","user_id":"x","role":"custom","level":1}
            """
        let session = "{\"role\":\"session\",\"picture\":\"session\",\"user_id\":\"y\",\"provider_id\":\"y\"}"
        _ = try await client.admin("accounts", ["localId": "ada", "displayName": "Ada", "photoUrl": "p"])
        let update: JSONValue = ["localId": "ada", "customAttributes": .string(custom)]
        #expect(try await client.admin("accounts:update", update).status == 200)
        let answer = try await client.user(
            "accounts:signInWithCustomToken",
            ["token": .string("{\"uid\":\"ada\",\"claims\":\(session)}")]
        )
        let claims = try claims(of: TestUser(answer).idToken)
        #expect(claims["name"] == "custom")
        #expect(claims["picture"] == "session")
        #expect(claims["role"] == "session")
        #expect(claims["level"] == 1)
        #expect(claims["user_id"] == "ada")
        for name in ["email", "email_verified", "phone_number", "provider_id"] {
            #expect(claims[name] == nil, "\(name)")
        }
    }

    @Test func `refreshing keeps auth_time and session claims, and reads custom claims anew`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let token: JSONValue = ["token": "{\"uid\":\"ada\",\"claims\":{\"plan\":\"gold\"}}"]
        let user = try TestUser(try await client.user("accounts:signInWithCustomToken", token))
        let began = backend.clock.now.seconds
        backend.clock.advance(by: .minutes(30))
        // A sign-in elsewhere is none of this session's business.
        _ = try await client.user("accounts:signInWithCustomToken", token)
        let update: JSONValue = ["localId": "ada", "customAttributes": "{\"role\":\"admin\"}", "displayName": "Ada"]
        _ = try await client.admin("accounts:update", update)
        let claims = try claims(of: TestUser(try await client.refresh(user.refreshToken)).idToken)
        #expect(claims["auth_time"] == .integer(began))
        #expect(claims["iat"] == .integer(began + 1800))
        #expect(claims["plan"] == "gold")
        #expect(claims["role"] == "admin")
        #expect(claims["name"] == "Ada")
        #expect(claims["firebase"]?["sign_in_provider"] == "custom")
    }

    @Test(
        arguments: [
            "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time",
            "firebase",
            "at_hash", "c_hash",
        ]
    )
    func `reserved names are refused in custom claims and custom tokens`(_ name: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "ada"])
        let update: JSONValue = ["localId": "ada", "customAttributes": .string("{\"\(name)\":1}")]
        #expect(try await client.admin("accounts:update", update).error == "FORBIDDEN_CLAIM : \(name)")
        let token: JSONValue = ["token": .string("{\"uid\":\"ada\",\"claims\":{\"\(name)\":1}}")]
        let answer = try await client.user("accounts:signInWithCustomToken", token)
        #expect(answer.error == "FORBIDDEN_CLAIM : \(name)")
    }

    @Test func `a thousand characters of claims fit, one more does not`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "ada"])
        for (count, error) in [(1000, nil), (1001, "CLAIMS_TOO_LARGE")] {
            let text = "{\"k\":\"" + String(repeating: "x", count: count - 8) + "\"}"
            let body: JSONValue = ["localId": "ada", "customAttributes": .string(text)]
            #expect(try await client.admin("accounts:update", body).error == error)
        }
    }

    @Test func `odd names and deep values come through as they are`() async throws {
        let client = TestClient(try await TestBackend())
        let text = "{\"__proto__\":{\"admin\":true},\"snake_case\":{\"a\":[1,{\"ü\":\"🔥\"}]},\"\":null}"
        _ = try await client.admin("accounts", ["localId": "ada"])
        _ = try await client.admin("accounts:update", ["localId": "ada", "customAttributes": .string(text)])
        let token: JSONValue = ["token": "{\"uid\":\"ada\"}"]
        let user = try TestUser(try await client.user("accounts:signInWithCustomToken", token))
        let claims = try claims(of: user.idToken)
        #expect(claims["__proto__"] == ["admin": true])
        #expect(claims["snake_case"] == ["a": [1, ["ü": "🔥"]]])
        #expect(claims[""] == .some(.null))
    }

    @Test func `a tenant's token is refused for another tenant`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com", tenant: "one")
        #expect(try claims(of: user.idToken)["firebase"]?["tenant"] == "one")
        #expect(try await client.lookUp(user)["users"]?.array?.first?["tenantId"] == "one")
        let other: JSONValue = ["idToken": .string(user.idToken), "tenantId": "two"]
        #expect(try await client.user("accounts:lookup", other).error == "TENANT_ID_MISMATCH")
        let project = try await client.signUp("ada@example.com")
        let wrong: JSONValue = ["idToken": .string(project.idToken), "tenantId": "one"]
        #expect(try await client.user("accounts:lookup", wrong).error == "TENANT_ID_MISMATCH")
    }

    @Test func `a tenant's refresh token is refused for another tenant`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com", tenant: "one")
        let refreshed = try TestUser(try await client.refresh(user.refreshToken))
        #expect(try claims(of: refreshed.idToken)["firebase"]?["tenant"] == "one")
        let body: JSONValue = [
            "grantType": "refresh_token", "refreshToken": .string(user.refreshToken), "tenantId": "two",
        ]
        #expect(try await client.send(.post, "/v1/token?key=k", body).error == "TENANT_ID_MISMATCH")
    }
}
