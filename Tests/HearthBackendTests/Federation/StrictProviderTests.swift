import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signInWithIdp, strict", .inProcessAndLive)
struct StrictProviderTests {
    static let names = ProviderBench.configurations.keys.sorted()

    @Test(arguments: StrictProviderTests.names)
    func `makes an account for a new user and finds it again`(_ provider: String) async throws {
        let bench = try await ProviderBench()
        let first = try await bench.signIn(provider, token: try bench.token(provider, ["name": "Ada"]))
        #expect(first.status == 200)
        #expect(first["isNewUser"] == true)
        #expect(first["displayName"] == "Ada")
        #expect(first.claims["firebase"]?["sign_in_provider"]?.string == provider)
        #expect(first.claims["firebase"]?["identities"]?[provider] == ["u1"])
        let again = try await bench.signIn(provider, token: try bench.token(provider))
        #expect(again["localId"] == first["localId"])
        #expect(again["isNewUser"] == nil)
    }

    @Test(arguments: StrictProviderTests.names)
    func `keeps the users of one provider and of another apart`(_ provider: String) async throws {
        let bench = try await ProviderBench()
        let other = provider == "google.com" ? "apple.com" : "google.com"
        let one = try await bench.signIn(provider, token: try bench.token(provider))
        let two = try await bench.signIn(other, token: try bench.token(other))
        let three = try await bench.signIn(provider, token: try bench.token(provider, sub: "u2"))
        #expect(Set([one, two, three].map { $0["localId"]?.text ?? "" }).count == 3)
    }

    @Test(arguments: StrictProviderTests.names)
    func `turns a disabled user away`(_ provider: String) async throws {
        let bench = try await ProviderBench()
        let user = try await bench.signIn(provider, token: try bench.token(provider))
        let id = try #require(user["localId"])
        _ = try await bench.client.admin("accounts:update", ["localId": id, "disableUser": true])
        let answer = try await bench.signIn(provider, token: try bench.token(provider, ["jti": "another"]))
        #expect(answer.error == "USER_DISABLED")
    }

    @Test(
        arguments: StrictProviderTests.names,
        [
            (["aud": "another-app"], "The audience in ID Token does not match the expected audience."),
            (["aud": ["another-app"]], "The audience in ID Token does not match the expected audience."),
            (["iss": "https://evil.example.com"], "The issuer in ID Token does not match the expected issuer."),
            (["iss": .null], "The issuer in ID Token does not match the expected issuer."),
            (["iat": 1_000_000, "exp": 1_000_600], "The ID Token is expired."),
            (["exp": .null], "The ID Token is not valid."),
            (["exp": "soon"], "The ID Token is not valid."),
            (["iat": 99_999_999_000, "exp": 99_999_999_999], "The ID Token is not valid."),
            (["sub": ""], "The ID Token is not valid."),
            (["sub": 12], "The ID Token is not valid."),
        ] as [(JSONValue, String)]
    )
    func `refuses a token that is not for this project and this moment`(
        _ provider: String,
        _ wrong: (claims: JSONValue, words: String)
    ) async throws {
        let bench = try await ProviderBench()
        let answer = try await bench.signIn(provider, token: try bench.token(provider, wrong.claims))
        #expect(answer.status == 400)
        #expect(answer.error == "INVALID_IDP_RESPONSE : \(wrong.words)")
    }

    @Test(arguments: StrictProviderTests.names)
    func `refuses a token that someone else signed`(_ provider: String) async throws {
        let bench = try await ProviderBench()
        let forged = try await bench.signIn(provider, token: try bench.token(provider, isForged: true))
        #expect(forged.error == "INVALID_IDP_RESPONSE : The ID Token is not valid.")
        let unsigned = try await bench.client.signIn(provider, claims: ["sub": "u1"])
        #expect(unsigned.error == "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
        let other = self.provider(after: provider)
        let foreign = try await bench.signIn(provider, token: try bench.token(other, ["aud": .string("app")]))
        #expect(foreign.error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }

    private func provider(after provider: String) -> String {
        StrictProviderTests.names.first { $0 != provider } ?? provider
    }

    @Test func `refuses a provider that is not configured`() async throws {
        let bench = try await ProviderBench()
        let token = try bench.token("google.com")
        let answer = try await bench.client.signIn("github.com", idToken: token)
        #expect(answer.error == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
    }

    @Test func `refuses an answer without any token`() async throws {
        let bench = try await ProviderBench()
        let nothing = try await bench.client.signIn("google.com", form: [:])
        #expect(nothing.error == "INVALID_IDP_RESPONSE : The ID Token is missing.")
    }

    @Test func `believes no keys of a discovery document that names another issuer`() async throws {
        let bench = try await ProviderBench { $0.discoveredIssuer = "https://evil.example.com" }
        let answer = try await bench.signIn("apple.com", token: try bench.token("apple.com"))
        #expect(answer.status == 503)
    }

    @Test func `binds a token to the access token that came with it`() async throws {
        let bench = try await ProviderBench()
        let hash = Base64.encode(Digest.sha256.hash(Array("ya29.mine".utf8)).prefix(16))
        let token = try bench.token("google.com", ["at_hash": .string(hash)])
        let wrong = try await bench.signIn("google.com", token: token, form: ["access_token": "ya29.other"])
        #expect(wrong.error == "INVALID_IDP_RESPONSE : The ID Token is not valid.")
        let right = try await bench.signIn("google.com", token: token, form: ["access_token": "ya29.mine"])
        #expect(right.status == 200)
        #expect(right["oauthAccessToken"] == "ya29.mine")
    }

    @Test func `gives one provider's user one account, however many arrive at once`() async throws {
        let bench = try await ProviderBench()
        let tokens = try (0..<50).map { index in
            let claims: JSONValue = ["email": "ada@gmail.com", "email_verified": true, "jti": .string("\(index)")]
            return try bench.token("google.com", claims)
        }
        let ids = await withTaskGroup(of: JSONValue?.self) { group in
            for token in tokens {
                group.addTask { try? await bench.signIn("google.com", token: token)["localId"] }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ids.count == 50 && Set(ids).count == 1 && !ids.contains(nil))
    }
}
