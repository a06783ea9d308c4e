import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@Suite("AppCheckVerifier")
struct AppCheckVerifierTests {
    private static let app = "1:1234:ios:abcd"

    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    /// A token as Google's documentation shows it, after changes to its header and claims.
    private func token(
        claims change: (inout JSONObject) -> Void = { _ in },
        header: (inout JSONObject) -> Void = { _ in }
    ) throws -> String {
        var claims: JSONObject = [
            "sub": .string(Self.app), "aud": ["projects/1234", "projects/shop"], "provider": "app_attest",
            "iss": "https://firebaseappcheck.googleapis.com/1234", "iat": .integer(forge.now.seconds),
            "exp": .integer(forge.now.seconds + 3600), "jti": "abc",
        ]
        change(&claims)
        return try forge.token(header: header) { $0 = claims }
    }

    private func verifier(apps: Set<String>? = nil, skew: Duration = .zero) -> AppCheckVerifier {
        AppCheckVerifier(
            projectNumber: 1234,
            apps: apps,
            keys: FixedKeys([forge.keyIdentifier: forge.key.publicKey]),
            clockSkew: skew,
            now: { [now = forge.now] in now }
        )
    }

    private func refusal(of token: String, by verifier: AppCheckVerifier? = nil) async -> TokenRejection? {
        do throws(TokenRejection) {
            _ = try await (verifier ?? self.verifier()).verify(token)
            return nil
        } catch {
            return error
        }
    }

    @Test func `tells the app`() async throws {
        let proved = try await verifier(apps: ["other", Self.app]).verify(try token())
        #expect(proved.appID == Self.app)
        #expect(proved.issuedAt == forge.now && proved.expiresAt == forge.now + .hours(1))
    }

    @Test func `refuses an app that is not let in`() async throws {
        #expect(await refusal(of: try token(), by: verifier(apps: ["other"])) == .invalidSubject)
        #expect(await refusal(of: try token(), by: verifier(apps: [])) == .invalidSubject)
        #expect(await refusal(of: try token { $0["sub"] = nil }) == .invalidSubject)
        #expect(await refusal(of: try token { $0["sub"] = "" }) == .invalidSubject)
    }

    @Test(
        arguments: [
            ("iss", "https://firebaseappcheck.googleapis.com/12345", .wrongIssuer),
            ("iss", "https://firebaseappcheck.googleapis.com/", .wrongIssuer),
            ("iss", "https://securetoken.google.com/shop", .wrongIssuer),
            ("aud", ["projects/12345", "projects/shop"], .wrongAudience), ("aud", "projects/123", .wrongAudience),
            ("aud", [], .wrongAudience), ("aud", ["projects/1234", 5], .wrongAudience),
            ("exp", 1_800_000_000, .expired), ("iat", 1_800_000_001, .notYetValid), ("exp", nil, .invalidLifetime),
        ] as [(String, JSONValue?, TokenRejection)]
    )
    func `refuses what is not of this project and this moment`(
        _ name: String,
        _ value: JSONValue?,
        _ expected: TokenRejection
    ) async throws {
        let forged = try token { claims in
            if name == "exp", value != nil { claims["iat"] = .integer(forge.now.seconds - 10) }
            claims[name] = value
        }
        #expect(await refusal(of: forged) == expected)
    }

    @Test func `refuses another algorithm, a key that comes along, and an unknown one`() async throws {
        #expect(await refusal(of: try token(header: { $0["alg"] = "RS512" })) == .unsupportedAlgorithm)
        #expect(await refusal(of: try token(header: { $0["jwk"] = [:] })) == .unsupportedHeader)
        #expect(await refusal(of: try token(header: { $0["kid"] = "other" })) == .unknownKey)
        var broken = try token()
        broken = String(broken.dropLast(4)) + "AAAA"
        #expect(await refusal(of: broken) == .invalidSignature)
    }

    @Test func `an ID token proves no app, and an app's token no user`() async throws {
        #expect(await refusal(of: try forge.token()) == .wrongIssuer)
        #expect(await forge.refusal(of: try token()) != nil)
    }

    @Test func `fetches the keys that Google publishes, once`() async throws {
        let server = KeyServer()
        await server.publish(forge.key.publicKey)
        let now = forge.now
        let verifier = AppCheckVerifier.firebase(projectNumber: 1234, transport: server, now: { now })
        for _ in 0..<3 { _ = try await verifier.verify(try token()) }
        let requests = await server.requests
        #expect(requests.map { ($0.origin ?? "") + $0.target } == ["https://firebaseappcheck.googleapis.com/v1/jwks"])
    }
}
