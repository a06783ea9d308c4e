import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// A strict backend with every preset provider, and the issuer of their tokens.
struct ProviderBench: Sendable {
    static let configurations: [String: ProviderConfiguration] = {
        let all: [ProviderConfiguration] = [
            .google(clientIDs: ["google-client"]),
            .apple(clientIDs: ["com.example.app"]),
            .facebookLimitedLogin(appIDs: ["1234"]),
            .microsoft(directory: "d1", clientIDs: ["ms-client"], domains: ["outlook.com"]),
            .openID("oidc.staff", issuer: "https://sso.example.com/realm", clientIDs: ["app"], emailTrust: .always),
            .openID("oidc.wild", issuer: "https://wild.example.com", clientIDs: ["app"]),
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.providerID, $0) })
    }()

    let backend: TestBackend
    let issuer: FakeIssuer
    let client: TestClient

    init(repeatedTokens: RepeatedTokens = .fromOneNetwork, _ change: (inout FakeIssuer) -> Void = { _ in }) async throws
    {
        var issuer = try FakeIssuer()
        change(&issuer)
        self.issuer = issuer
        backend = try await TestBackend(outbound: issuer) { configuration in
            configuration.profile = .strict
            if TestWire.current != nil { configuration.trustedProxies = ["127.0.0.1"] }
            configuration.relyingParty = RelyingParty(id: "shop.example")
            configuration.providers = Self.configurations.values.map { provider in
                var provider = provider
                provider.repeatedTokens = repeatedTokens
                return provider
            }
        }
        client = TestClient(backend)
    }

    func configuration(_ provider: String) throws -> ProviderConfiguration {
        try #require(Self.configurations[provider])
    }

    /// A token that the provider would issue now.
    func token(
        _ provider: String,
        sub: String = "u1",
        isForged: Bool = false,
        _ more: JSONValue = [:]
    ) throws -> String {
        let claims = issuer.claims(try configuration(provider), sub: sub, at: backend.clock.now, more)
        return try issuer.token(claims, isForged: isForged)
    }

    /// Signs in with a token, or links it.
    func signIn(
        _ provider: String,
        token: String,
        form: FormParameters = [:],
        idToken: String? = nil,
        _ more: JSONValue = [:]
    ) async throws -> TestClient.Answer {
        try await client.signIn(provider, idToken: token, form: form, linkingTo: idToken, more)
    }
}

extension TestClient {
    /// Calls `accounts:signInWithIdp` as the web client does.
    func signIn(
        _ provider: String,
        idToken: String? = nil,
        form: FormParameters = [:],
        linkingTo caller: String? = nil,
        _ more: JSONValue = [:]
    ) async throws -> Answer {
        var form = form
        if let idToken { form.append("id_token", idToken) }
        form.append("providerId", provider)
        var body = JSONObject()
        body["requestUri"] = "http://localhost"
        body["postBody"] = .string(form.encoded)
        body["returnIdpCredential"] = true
        body["returnSecureToken"] = true
        if let caller { body["idToken"] = .string(caller) }
        for member in more.object?.members ?? [] { body[member.name] = member.value }
        return try await user("accounts:signInWithIdp", .object(body))
    }

    /// Signs in with claims, as the emulator takes them.
    func signIn(_ provider: String, claims: JSONValue, linkingTo caller: String? = nil) async throws -> Answer {
        let text = String(decoding: JSON.serialize(claims), as: UTF8.self)
        return try await signIn(provider, idToken: text, linkingTo: caller)
    }

    /// What an administrator sees of an account.
    func account(_ id: JSONValue?) async throws -> JSONValue {
        let answer = try await admin("accounts:lookup", ["localId": [.string(id?.text ?? "")]])
        return answer["users"]?.array?.first ?? .null
    }
}

extension TestClient.Answer {
    /// The claims of the identity token in an answer.
    var claims: JSONObject {
        (try? UnverifiedToken(document["idToken"]?.text ?? ""))?.unverifiedClaims ?? JSONObject()
    }
}
