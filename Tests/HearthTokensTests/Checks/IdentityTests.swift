import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@Suite("Issuer, audience and subject")
struct IdentityTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    // RFC 8725 §3.9.
    @Test func `another project's token is refused though its issuer fits its audience`() async throws {
        let token = try forge.token(claims: {
            $0["iss"] = "https://securetoken.google.com/bank"
            $0["aud"] = "bank"
        })
        #expect(await forge.refusal(of: token) == .wrongIssuer)
    }

    // RFC 8725 §3.9.
    @Test(arguments: ["bank", "Shop", "shop ", "", nil, ["shop"], ["shop", "bank"], 7] as [JSONValue?])
    func `an audience other than the project alone is refused`(_ audience: JSONValue?) async throws {
        #expect(await forge.refusal(of: try forge.token(claims: { $0["aud"] = audience })) == .wrongAudience)
    }

    // RFC 8725 §3.8.
    @Test(
        arguments: [
            "https://securetoken.google.com/shop/", "http://securetoken.google.com/shop",
            "https://securetoken.google.com/bank", "https://securetoken.google.com/", "https://securetoken.google.com",
            "https://accounts.google.com", "HTTPS://securetoken.google.com/shop", "shop", nil,
            ["https://securetoken.google.com/shop"],
        ] as [JSONValue?]
    )
    func `any other issuer is refused`(_ issuer: JSONValue?) async throws {
        #expect(await forge.refusal(of: try forge.token(claims: { $0["iss"] = issuer })) == .wrongIssuer)
    }

    // RFC 8725 §3.8.
    @Test func `session cookies and ID tokens are not taken for each other`() async throws {
        let cookie = try forge.token(claims: { $0["iss"] = "https://session.firebase.google.com/shop" })
        #expect(await forge.refusal(of: cookie) == .sessionCookie)
        #expect(await forge.refusal(of: cookie, by: forge.verifier(.sessionCookie)) == nil)
        #expect(await forge.refusal(of: try forge.token(), by: forge.verifier(.sessionCookie)) == .idToken)
    }

    // RFC 8725 §3.8.
    @Test func `session cookies have keys of their own`() async throws {
        let server = KeyServer()
        await server.publish(try Forge.otherKey.get().publicKey)
        let forge = forge
        let verifier = TokenVerifier.firebase(
            project: forge.project,
            transport: server,
            kind: .sessionCookie,
            now: { forge.now }
        )
        let cookie = try forge.token(claims: { $0["iss"] = "https://session.firebase.google.com/shop" })
        #expect(await forge.refusal(of: cookie, by: verifier) == .unknownKey)
        let request = try #require(await server.requests.first)
        #expect(request.origin == "https://identitytoolkit.googleapis.com")
        #expect(request.target == "/v1/sessionCookiePublicKeys")
    }

    // RFC 8725 §3.12, ASVS 9.2.2.
    @Test func `a custom token is refused, no matter who signed it`() async throws {
        let audience: JSONValue =
            "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        for issuer in ["admin@shop.iam.gserviceaccount.com", "https://securetoken.google.com/shop"] {
            let token = try forge.token(claims: {
                $0["iss"] = .string(issuer)
                $0["aud"] = audience
                $0["uid"] = "ada"
                $0["claims"] = ["admin": true]
            })
            #expect(await forge.refusal(of: token) == .customToken)
            #expect(await forge.refusal(of: token, by: forge.verifier(.sessionCookie)) == .customToken)
        }
    }

    // RFC 8725 §3.12, ASVS 9.2.2.
    @Test func `a provider's ID token is refused`() async throws {
        let token = try forge.token(claims: { $0["iss"] = "https://accounts.google.com" })
        #expect(await forge.refusal(of: token) == .wrongIssuer)
    }

    // RFC 7519 §4.1.2.
    @Test(
        arguments: ["", nil, 7, ["ada"], .null, .string(String(repeating: "a", count: 129))] as [JSONValue?]
    )
    func `a subject that is not an identifier is refused`(_ subject: JSONValue?) async throws {
        let token = try forge.token(claims: {
            $0["sub"] = subject
            $0["user_id"] = nil
        })
        #expect(await forge.refusal(of: token) == .invalidSubject)
    }

    // RFC 7519 §4.1.2.
    @Test(arguments: ["eve", "Ada", "", 7, .null] as [JSONValue])
    func `two names of different users are refused`(_ other: JSONValue) async throws {
        #expect(await forge.refusal(of: try forge.token(claims: { $0["user_id"] = other })) == .invalidSubject)
    }

    // RFC 7519 §4.1.2.
    @Test func `letters that only look the same are different`() async throws {
        let token = try forge.token(claims: {
            $0["sub"] = "jos\u{E9}"
            $0["user_id"] = "jose\u{301}"
        })
        #expect(await forge.refusal(of: token) == .invalidSubject)
    }

    @Test func `a subject of 128 bytes is accepted, and user_id may be absent`() async throws {
        let token = try forge.token(claims: {
            $0["sub"] = .string(String(repeating: "a", count: 128))
            $0["user_id"] = nil
        })
        #expect(await forge.refusal(of: token) == nil)
    }
}
