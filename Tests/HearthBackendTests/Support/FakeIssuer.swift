import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens

/// Every identity provider at once: signs tokens in the name of any issuer, and serves the keys to check them with.
struct FakeIssuer: HTTPTransport {
    private static let key = Result { try RSAPrivateKey.generate() }
    private static let strangersKey = Result { try RSAPrivateKey.generate() }

    let key: RSAPrivateKey
    let strangersKey: RSAPrivateKey
    /// What a discovery document says of its issuer, if not the truth.
    var discoveredIssuer: String?

    init() throws {
        key = try Self.key.get()
        strangersKey = try Self.strangersKey.get()
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let origin = request.origin ?? ""
        let suffix = "/.well-known/openid-configuration"
        var document = JSONWebKeySet([.init(key.publicKey)]).json
        if request.target.hasSuffix(suffix) {
            let issuer = discoveredIssuer ?? origin + request.target.dropLast(suffix.count)
            document = [
                "issuer": .string(issuer), "jwks_uri": .string(origin + "/keys"),
                "authorization_endpoint": .string(origin + "/authorize"), "token_endpoint": .string(origin + "/token"),
                "revocation_endpoint": .string(origin + "/revoke"),
            ]
        }
        return HTTPResponse(
            status: 200,
            fields: ["Cache-Control": "max-age=3600"],
            body: .bytes(JSON.serialize(document))
        )
    }

    /// A token of an issuer, signed by the issuer's key or by a stranger's.
    func token(_ claims: JSONObject, isForged: Bool = false) throws -> String {
        let signer = isForged ? strangersKey : key
        return try TokenMint.rs256(signer, keyIdentifier: key.publicKey.keyIdentifier).mint(claims).reveal()
    }

    /// The claims of a user of a configured provider, valid now.
    func claims(
        _ provider: ProviderConfiguration,
        sub: String,
        at now: UnixTime,
        _ more: JSONValue = [:]
    ) -> JSONObject {
        var claims = JSONObject()
        claims["iss"] = .string(provider.issuer)
        claims["aud"] = .string(provider.clientIDs[0])
        claims["sub"] = .string(sub)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + 600)
        for member in more.object?.members ?? [] {
            let isRemoved = member.value == .null
            claims[member.name] = isRemoved ? Optional<JSONValue>.none : member.value
        }
        return claims
    }
}
