import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

/// Makes tokens, good and bad, for one project at one moment.
struct Forge {
    static let issuerKey = Result { try RSAPrivateKey.generate() }
    static let otherKey = Result { try RSAPrivateKey.generate() }

    let project: ProjectID
    let key: RSAPrivateKey
    let now = UnixTime(seconds: 1_800_000_000)

    init() throws {
        project = try #require(ProjectID(rawValue: "shop"))
        key = try Self.issuerKey.get()
    }

    var keyIdentifier: String { key.publicKey.keyIdentifier }

    var header: JSONObject {
        var header = JSONObject()
        header["alg"] = "RS256"
        header["kid"] = .string(keyIdentifier)
        header["typ"] = "JWT"
        return header
    }

    var claims: JSONObject {
        var claims = JSONObject()
        claims["iss"] = "https://securetoken.google.com/shop"
        claims["aud"] = "shop"
        claims["auth_time"] = .integer(now.seconds - 60)
        claims["user_id"] = "ada"
        claims["sub"] = "ada"
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + 3600)
        claims["email"] = "ada@example.com"
        claims["email_verified"] = true
        claims["firebase"] = ["identities": ["email": ["ada@example.com"]], "sign_in_provider": "password"]
        return claims
    }

    /// A token with a valid signature, after changes to its header and claims.
    func token(
        header changeHeader: (inout JSONObject) -> Void = { _ in },
        claims changeClaims: (inout JSONObject) -> Void = { _ in }
    ) throws -> String {
        var (header, claims) = (header, claims)
        changeHeader(&header)
        changeClaims(&claims)
        return try token(header: JSON.serialize(.object(header)), payload: JSON.serialize(.object(claims)))
    }

    /// A token of any bytes with a valid signature.
    func token(header: [UInt8], payload: [UInt8]) throws -> String {
        let signed = Base64.encode(header) + "." + Base64.encode(payload)
        return signed + "." + Base64.encode(try key.signRS256(Array(signed.utf8)))
    }

    /// A token with a signature that someone else thought of.
    func token(algorithm: String, sign: ([UInt8]) throws -> [UInt8]) rethrows -> String {
        var header = header
        header["alg"] = .string(algorithm)
        let signed =
            Base64.encode(JSON.serialize(.object(header))) + "." + Base64.encode(JSON.serialize(.object(claims)))
        return signed + "." + Base64.encode(try sign(Array(signed.utf8)))
    }

    func verifier(
        _ kind: TokenKind = .idToken,
        tenants: TenantScope = .project,
        clockSkew: Duration = .zero
    ) -> TokenVerifier {
        let now = now
        return TokenVerifier(
            project: project,
            keys: FixedKeys([keyIdentifier: key.publicKey]),
            kind: kind,
            tenants: tenants,
            clockSkew: clockSkew,
            now: { now }
        )
    }

    /// Why a token is refused, or `nil` if it is believed.
    func refusal(of token: String, by verifier: TokenVerifier? = nil) async -> TokenRejection? {
        do throws(TokenRejection) {
            _ = try await (verifier ?? self.verifier()).verify(token)
            return nil
        } catch {
            return error
        }
    }
}
