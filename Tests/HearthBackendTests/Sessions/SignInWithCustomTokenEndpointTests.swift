import HearthBackend
import HearthCore
import HearthCrypto
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("accounts:signInWithCustomToken", .inProcessAndLiveInLongRuns)
struct SignInWithCustomTokenEndpointTests {
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let account = "server@demo-test.iam.gserviceaccount.com"

    @Test func `creates and finds the user that plain JSON names`() async throws {
        let client = TestClient(try await TestBackend())
        let first = try await signIn(client, "{\"uid\":\"ada\",\"claims\":{\"role\":\"admin\"}}")
        #expect(first["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
        #expect(first["isNewUser"] == true)
        #expect(first["localId"] == nil)
        let user = try TestUser(first)
        #expect(user.uid == "ada")
        let claims = try claims(of: user.idToken)
        #expect(claims["role"] == "admin")
        #expect(claims["firebase"]?["sign_in_provider"] == "custom")
        #expect(claims["firebase"]?["identities"] == [:])
        #expect(try await signIn(client, "{\"uid\":\"ada\"}")["isNewUser"] == false)
        #expect(try await client.account("ada")["customAuth"] == true)
    }

    @Test(
        arguments: [
            ("", "MISSING_CUSTOM_TOKEN"),
            ("nonsense", "INVALID_CUSTOM_TOKEN : Invalid assertion format"),
            (
                "{\"uid\"",
                "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"
            ),
            ("{}", "MISSING_IDENTIFIER"),
            ("{\"uid\":\"\"}", "MISSING_IDENTIFIER"),
            ("{\"uid\":\"a\",\"claims\":[]}", "INVALID_CLAIMS"),
            ("{\"uid\":\"a\",\"claims\":{\"firebase\":1}}", "FORBIDDEN_CLAIM : firebase"),
            ("{\"uid\":\"disabled\"}", "USER_DISABLED"),
        ]
    )
    func `refuses a custom token without a user or a key that is believed`(_ token: String, _ error: String)
        async throws
    {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "disabled", "disabled": true])
        let answer = try await signIn(client, token)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func `refuses an identity token in place of a custom token`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let answer = try await signIn(client, user.idToken)
        #expect(answer.error?.hasPrefix("INVALID_CUSTOM_TOKEN : ((Invalid aud (audience)") == true)
    }

    @Test func `refuses a custom token in place of an identity token`() async throws {
        let key = try RSAPrivateKey.generate()
        let (backend, client) = try await trusting(key)
        let token = try TokenMint.rs256(key).mint(payload(at: backend.clock.now))
        let body: JSONValue = ["idToken": .string(token.reveal())]
        #expect(try await client.user("accounts:lookup", body).error == "INVALID_ID_TOKEN")
        let lenient = TestClient(try await TestBackend())
        #expect(try await lenient.user("accounts:lookup", body).error == "INVALID_ID_TOKEN")
    }

    @Test func `believes in strict what a service account signed`() async throws {
        let key = try RSAPrivateKey.generate()
        let (backend, client) = try await trusting(key)
        let token = try TokenMint.rs256(key).mint(payload(at: backend.clock.now))
        #expect(try TestUser(try await signIn(client, token.reveal())).uid == "ada")
    }

    @Test func `refuses in strict what no one signed, or someone else, or too late, or for a tenant`() async throws {
        let key = try RSAPrivateKey.generate()
        let (backend, client) = try await trusting(key)
        let now = backend.clock.now
        let plain = try await signIn(client, "{\"uid\":\"ada\"}")
        #expect(plain.error == "INVALID_CUSTOM_TOKEN : Invalid assertion format")
        let unsigned = try TokenMint.unsigned.mint(payload(at: now))
        #expect(try await signIn(client, unsigned.reveal()).error == "INVALID_CUSTOM_TOKEN : Invalid signature")
        let foreign = try TokenMint.rs256(RSAPrivateKey.generate()).mint(payload(at: now))
        #expect(try await signIn(client, foreign.reveal()).error == "INVALID_CUSTOM_TOKEN : Invalid signature")
        let unknown = try TokenMint.rs256(key).mint(payload(at: now, issuer: "else@example.com"))
        #expect(try await signIn(client, unknown.reveal()).error == "CREDENTIAL_MISMATCH")
        let tenant = try TokenMint.rs256(key).mint(payload(at: now, tenant: "other"))
        #expect(try await signIn(client, tenant.reveal()).error == "TENANT_ID_MISMATCH")
        let token = try TokenMint.rs256(key).mint(payload(at: now))
        backend.clock.advance(by: .hours(1))
        #expect(try await signIn(client, token.reveal()).error?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }

    @Test func `a tenant must be the token's`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let token = try TokenMint.unsigned.mint(payload(at: backend.clock.now, tenant: "one"))
        let wrong: JSONValue = ["token": .string(token.reveal()), "tenantId": "two"]
        #expect(try await client.user("accounts:signInWithCustomToken", wrong).error == "TENANT_ID_MISMATCH")
        let right: JSONValue = ["token": .string(token.reveal()), "tenantId": "one"]
        let user = try TestUser(try await client.user("accounts:signInWithCustomToken", right))
        #expect(try claims(of: user.idToken)["firebase"]?["tenant"] == "one")
    }

    private func signIn(_ client: TestClient, _ token: String) async throws -> TestClient.Answer {
        try await client.user("accounts:signInWithCustomToken", ["token": .string(token)])
    }

    private func trusting(_ key: RSAPrivateKey) async throws -> (TestBackend, TestClient) {
        let pem = try key.publicKey.pem()
        return try await TestClient.strict { $0.serviceAccountKeys = [Self.account: pem] }
    }

    private func payload(
        at now: UnixTime,
        issuer: String = account,
        tenant: String? = nil
    ) throws -> JSONObject {
        var payload = JSONObject()
        payload["iss"] = .string(issuer)
        payload["sub"] = .string(issuer)
        payload["aud"] = .string(Self.audience)
        payload["uid"] = "ada"
        payload["iat"] = .integer(now.seconds)
        payload["exp"] = .integer(now.seconds + 3600)
        if let tenant { payload["tenant_id"] = .string(tenant) }
        return payload
    }
}
