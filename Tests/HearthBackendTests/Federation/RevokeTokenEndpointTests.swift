import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("accounts:revokeToken", .inProcessAndLiveInLongRuns)
struct RevokeTokenEndpointTests {
    private static func revoke(
        _ client: TestClient,
        _ user: TestUser?,
        _ more: [String: JSONValue] = [:]
    ) async throws -> TestClient.Answer {
        var body: [String: JSONValue] = ["providerId": "apple.com", "tokenType": "CODE", "token": "c0de"]
        if let user { body["idToken"] = .string(user.idToken) }
        body.merge(more) { $1 }
        return try await client.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=k",
            JSONValue(body)
        )
    }

    /// A strict backend that knows Apple, with Apple behind it.
    private static func apple() async throws -> (P256PrivateKey, FakeProvider, TestClient) {
        let key = try P256PrivateKey.generate()
        let provider = try FakeProvider(secret: nil)
        var apple = ProviderConfiguration.apple(clientIDs: ["com.example.app"])
        apple.clientAuthentication = .apple(
            try AppleClientKey(teamID: "TEAM123456", keyID: "KEY1234567", pem: try key.pem())
        )
        let backend = try await TestBackend(outbound: provider) { [apple] in
            $0.profile = .strict
            $0.providers = [apple]
        }
        return (key, provider, TestClient(backend))
    }

    @Test func `accepts everything that is complete in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let answer = try await Self.revoke(client, user)
        #expect(answer.status == 200)
        #expect(answer.document == [:])
    }

    @Test(
        arguments: [
            ([:], "MISSING_ID_TOKEN"), (["providerId": ""], "MISSING_PROVIDER_ID"), (["token": ""], "MISSING_TOKEN"),
            (["tokenType": "NONSENSE"], "INVALID_TOKEN_TYPE"), (["idToken": "nonsense"], "INVALID_ID_TOKEN"),
        ] as [([String: JSONValue], String)]
    )
    func `refuses what is incomplete`(_ change: [String: JSONValue], _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = change.isEmpty ? nil : try await client.signUp("ada@example.com")
        let answer = try await Self.revoke(client, user, change)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix(error) == true, "\(answer.error ?? "")")
    }

    @Test(arguments: ["CODE", "3"])
    func `trades the code and gives the token back, each with a secret of Apple's kind`(_ type: String) async throws {
        let (key, provider, client) = try await Self.apple()
        let user = try await client.signUp("ada@example.com")
        provider.answer("token", ["access_token": "a", "refresh_token": "r-1"])
        let answer = try await Self.revoke(client, user, ["tokenType": .string(type)])
        #expect(answer.status == 200, "\(answer.error ?? "")")
        let traded = try #require(provider.last("token")).form
        #expect(traded["code"] == "c0de" && traded["client_id"] == "com.example.app")
        #expect(traded["redirect_uri"] == nil)
        let revoked = try #require(provider.last("revoke")).form
        #expect(revoked["token"] == "r-1" && revoked["token_type_hint"] == "refresh_token")
        let secret = try CompactJWS(try #require(revoked["client_secret"]))
        #expect(secret.header["alg"] == "ES256" && secret.header["kid"] == "KEY1234567")
        #expect(secret.payload["iss"] == "TEAM123456" && secret.payload["sub"] == "com.example.app")
        #expect(secret.payload["aud"] == "https://appleid.apple.com")
        let parts = try #require(revoked["client_secret"]).split(separator: ".")
        let signature = try #require(Base64.decode(parts[2].utf8))
        #expect(key.publicKey.verifyES256(signature, over: Array((parts[0] + "." + parts[1]).utf8)))
    }

    @Test func `gives a token back without trading anything`() async throws {
        let (_, provider, client) = try await Self.apple()
        let user = try await client.signUp("ada@example.com")
        _ = try await Self.revoke(client, user, ["tokenType": "ACCESS_TOKEN", "token": "a-1"])
        #expect(provider.count("token") == 0)
        #expect(provider.last("revoke")?.form["token_type_hint"] == "access_token")
    }

    @Test func `says so if Apple does not accept the code`() async throws {
        let (_, provider, client) = try await Self.apple()
        let user = try await client.signUp("ada@example.com")
        provider.answer("token", ["error": "invalid_grant"], status: 400)
        let answer = try await Self.revoke(client, user)
        #expect(answer.error == "INVALID_IDP_RESPONSE : The provider did not accept the code: invalid_grant.")
        #expect(provider.count("revoke") == 0)
    }

    @Test func `refuses a provider that is not configured`() async throws {
        let (_, _, client) = try await Self.apple()
        let user = try await client.signUp("ada@example.com")
        let answer = try await Self.revoke(client, user, ["providerId": "google.com"])
        #expect(answer.error == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
    }
}
