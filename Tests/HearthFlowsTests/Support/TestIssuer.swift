import HearthAuth
import HearthBackend
import HearthCore
import HearthCrypto
import HearthFlows
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens

/// Google, as a strict backend meets it: signs tokens, and serves the keys to check them with.
struct TestIssuer: HTTPTransport {
    private static let key = Result { try RSAPrivateKey.generate() }
    private static let provider = ProviderConfiguration.google(clientIDs: ["test-client"])

    private let key: RSAPrivateKey

    init() throws {
        key = try Self.key.get()
    }

    /// A backend that believes this issuer.
    func backend(_ profile: BackendConfiguration.Profile) async throws -> TestBackend {
        try await TestBackend(outbound: self) { configuration in
            configuration.profile = profile
            if profile == .strict { configuration.providers = [Self.provider] }
        }
    }

    /// A token of a user, valid now.
    func google(_ sub: String, at now: UnixTime) throws -> IdentityProvider {
        var claims = JSONObject()
        claims["iss"] = .string(Self.provider.issuer)
        claims["aud"] = "test-client"
        claims["sub"] = .string(sub)
        claims["email"] = .string(sub + "@gmail.com")
        claims["email_verified"] = true
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + 600)
        let mint = TokenMint.rs256(key, keyIdentifier: key.publicKey.keyIdentifier)
        return .google(idToken: try mint.mint(claims).reveal())
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var document = JSONWebKeySet([.init(key.publicKey)]).json
        if request.target.hasSuffix("/.well-known/openid-configuration") {
            let origin = request.origin ?? ""
            document = ["issuer": .string(Self.provider.issuer), "jwks_uri": .string(origin + "/keys")]
        }
        return HTTPResponse(
            status: 200,
            fields: ["Cache-Control": "max-age=3600"],
            body: .bytes(JSON.serialize(document))
        )
    }
}
