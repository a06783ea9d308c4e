import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Signing in with what administrators configured", .inProcessAndLiveInLongRuns)
struct ConfiguredSignInTests {
    /// A strict backend whose providers are all configured while it runs.
    private func bench() async throws -> (TestBackend, TestClient, FakeProvider) {
        let provider = try FakeProvider(secret: "s3cret")
        let backend = try await TestBackend(outbound: provider) { $0.profile = .strict }
        return (backend, TestClient(backend), provider)
    }

    private static let path = "oauthIdpConfigs?oauthIdpConfigId=oidc.staff"
    private static let body: JSONValue = [
        "enabled": true, "clientId": "app", "issuer": "https://sso.example.com", "responseType": ["idToken": true],
    ]

    private func token(
        _ provider: FakeProvider,
        _ backend: TestBackend,
        audience: String = "app",
        issuer: String = "https://sso.example.com"
    ) throws -> String {
        let configuration = ProviderConfiguration.openID("oidc.staff", issuer: issuer, clientIDs: [audience])
        return try provider.issuer.token(provider.issuer.claims(configuration, sub: "u1", at: backend.clock.now))
    }

    @Test func `a provider is unknown, configured, switched off, on again, and forgotten`() async throws {
        let (backend, client, provider) = try await bench()
        func status() async throws -> String {
            // Each try has a token of its own.
            backend.clock.advance(by: .seconds(1))
            return try await client.signIn("oidc.staff", idToken: token(provider, backend)).error ?? "in"
        }
        let unknown = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
        #expect(try await status() == unknown)
        #expect(try await client.configs(.post, Self.path, Self.body).status == 200)
        #expect(try await status() == "in")
        let one = "oauthIdpConfigs/oidc.staff?updateMask=enabled"
        _ = try await client.configs(.patch, one, ["enabled": false])
        #expect(try await status() == unknown)
        _ = try await client.configs(.patch, one, ["enabled": true])
        #expect(try await status() == "in")
        _ = try await client.configs(.delete, "oauthIdpConfigs/oidc.staff")
        #expect(try await status() == unknown)
    }

    @Test func `a changed client or issuer counts at once`() async throws {
        let (backend, client, provider) = try await bench()
        _ = try await client.configs(.post, Self.path, Self.body)
        #expect(try await client.signIn("oidc.staff", idToken: token(provider, backend)).status == 200)
        let one = "oauthIdpConfigs/oidc.staff?updateMask="
        _ = try await client.configs(.patch, one + "clientId", ["clientId": "other"])
        let old = try await client.signIn("oidc.staff", idToken: token(provider, backend))
        #expect(old.error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
        #expect(
            try await client.signIn("oidc.staff", idToken: token(provider, backend, audience: "other")).status == 200
        )
        _ = try await client.configs(.patch, one + "issuer", ["issuer": "https://new.example.com"])
        let moved = try token(provider, backend, audience: "other", issuer: "https://new.example.com")
        #expect(try await client.signIn("oidc.staff", idToken: moved).status == 200)
        let stale = try await client.signIn("oidc.staff", idToken: token(provider, backend, audience: "other"))
        #expect(stale.error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }

    @Test func `a code is traded with the sealed secret`() async throws {
        let (backend, client, provider) = try await bench()
        var body = Self.body.object ?? JSONObject()
        body["responseType"] = ["code": true]
        body["clientSecret"] = "s3cret"
        #expect(try await client.configs(.post, Self.path, .object(body)).status == 200)
        let start = try await client.user(
            "accounts:createAuthUri",
            ["providerId": "oidc.staff", "continueUri": "http://localhost/after"]
        )
        let url = try #require(start["authUri"]?.string)
        let back = try provider.visit(url, issuer: "https://sso.example.com", sub: "u1", at: backend.clock.now)
        let signIn = try await client.user(
            "accounts:signInWithIdp",
            ["requestUri": .string(back), "sessionId": start["sessionId"] ?? .null, "returnSecureToken": true]
        )
        #expect(signIn.status == 200, "\(signIn.text)")
        #expect(provider.count("token") == 1)
    }

    @Test func `a tenant's provider signs in to the tenant alone`() async throws {
        let (backend, client, provider) = try await bench()
        let made = try await client.configs(.post, "tenants", ["displayName": "staff"])
        let tenant = try #require(made["tenantId"]?.string)
        _ = try await client.configs(.post, Self.path, Self.body, tenant: tenant)
        let token = try token(provider, backend)
        #expect(try await client.signIn("oidc.staff", idToken: token).status == 400)
        let inside = try await client.signIn("oidc.staff", idToken: token, ["tenantId": .string(tenant)])
        #expect(inside.status == 200, "\(inside.text)")
        #expect(inside.claims["firebase"]?["tenant"] == .string(tenant))
    }

    @Test func `a provider with a name of its own is configured`() async throws {
        let (backend, client, provider) = try await bench()
        let path = "defaultSupportedIdpConfigs?idpId=google.com"
        #expect(try await client.configs(.post, path, ["enabled": true, "clientId": "google-client"]).status == 200)
        let claims = provider.issuer.claims(.google(clientIDs: ["google-client"]), sub: "u1", at: backend.clock.now)
        #expect(try await client.signIn("google.com", idToken: provider.issuer.token(claims)).status == 200)
    }

    @Test func `in lenient only a provider that is switched off is refused`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.signIn("oidc.staff", claims: ["sub": "u1"]).status == 200)
        _ = try await client.configs(.post, Self.path, Self.body)
        #expect(try await client.signIn("oidc.staff", claims: ["sub": "u1"]).status == 200)
        _ = try await client.configs(.patch, "oauthIdpConfigs/oidc.staff?updateMask=enabled", ["enabled": false])
        let off = try await client.signIn("oidc.staff", claims: ["sub": "u1"])
        #expect(off.error?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }
}
