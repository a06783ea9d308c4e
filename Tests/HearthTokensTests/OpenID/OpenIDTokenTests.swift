import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("The ID token of another provider")
struct OpenIDTokenTests {
    private let forge: Forge
    private let verifier: OpenIDTokenVerifier

    init() throws {
        forge = try Forge()
        verifier = OpenIDTokenVerifier(
            issuers: ["https://sso.example", "sso.example"],
            audiences: ["app", "web"],
            keys: FixedKeys([forge.keyIdentifier: forge.key.publicKey]),
            clockSkew: .zero
        )
    }

    private func token(_ change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        try forge.token(claims: { claims in
            claims = [:]
            claims["iss"] = "https://sso.example"
            claims["aud"] = "app"
            claims["sub"] = "ada"
            claims["iat"] = .integer(forge.now.seconds)
            claims["exp"] = .integer(forge.now.seconds + 60)
            change(&claims)
        })
    }

    private func refusal(
        of token: String,
        accessToken: Secret<String>? = nil,
        nonce: Secret<String>? = nil,
        by other: OpenIDTokenVerifier? = nil
    ) async -> TokenRejection? {
        do throws(TokenRejection) {
            _ = try await (other ?? verifier).verify(token, accessToken: accessToken, nonce: nonce, at: forge.now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `is believed, and says what the provider says`() async throws {
        let claims = try await verifier.verify(try token { $0["name"] = "Ada" }, at: forge.now)
        #expect(claims["name"] == "Ada" && claims["sub"] == "ada")
    }

    @Test(
        arguments: [
            (["app"], nil, nil), (["app", "web"], "app", nil), ("app", "web", nil), (["app", "other"], "app", nil),
            // For several, and no one knows who asked.
            (["app", "web"], nil, .wrongAudience), (["app", "other"], nil, .wrongAudience),
            // Asked for by a stranger.
            ("app", "other", .wrongAudience), (["app", "other"], "other", .wrongAudience), ("app", "", .wrongAudience),
            ("app", 7, .wrongAudience), ("app", ["app"], .wrongAudience), ("app", .null, .wrongAudience),
            // For someone else.
            ("other", nil, .wrongAudience), (["other"], nil, .wrongAudience), ([], nil, .wrongAudience),
            (["app", 7], "app", .wrongAudience), (nil, nil, .wrongAudience), ("", nil, .wrongAudience),
            ("APP", nil, .wrongAudience),
        ] as [(JSONValue?, JSONValue?, TokenRejection?)]
    )
    func `is for one of our clients, and asked for by one of them`(
        _ audience: JSONValue?,
        _ party: JSONValue?,
        _ rejection: TokenRejection?
    ) async throws {
        let token = try token {
            $0["aud"] = audience
            $0["azp"] = party
        }
        #expect(await refusal(of: token) == rejection)
    }

    @Test func `may be asked for by an app that is not its audience, if that is configured`() async throws {
        let hybrid = OpenIDTokenVerifier(
            issuers: ["https://sso.example"],
            audiences: ["web"],
            authorizedParties: ["web", "android"],
            keys: FixedKeys([forge.keyIdentifier: forge.key.publicKey])
        )
        let token = try token {
            $0["aud"] = "web"
            $0["azp"] = "android"
        }
        #expect(await refusal(of: token, by: hybrid) == nil)
        #expect(await refusal(of: token) == .wrongAudience)
    }

    @Test func `repeats the nonce of the request, plainly or hashed`() async throws {
        for (claim, nonce, rejection) in [
            ("n-0S6_WzA2Mj", "n-0S6_WzA2Mj", nil), ("n-0S6_WzA2Mj", nil, nil),
            ("n-0S6_WzA2Mj", "n-0S6_WzA2MJ", .wrongNonce),
            // SHA-256 of "abc", FIPS 180-4.
            ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc", nil),
            ("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "abc", .wrongNonce),
            (nil, "abc", .wrongNonce), (7, "abc", .wrongNonce), ("", "", .wrongNonce),
        ] as [(JSONValue?, String?, TokenRejection?)] {
            let token = try token { $0["nonce"] = claim }
            #expect(await refusal(of: token, nonce: nonce.map { Secret($0) }) == rejection)
        }
    }

    // The example of OpenID Connect Core, A.3.
    @Test func `belongs to the access token that it came with`() async throws {
        let token = try token { $0["at_hash"] = "77QmUPtjPfzWtF2AnpK9RQ" }
        #expect(await refusal(of: token, accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y") == nil)
        #expect(
            await refusal(of: token, accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Z") == .wrongAccessToken
        )
        #expect(await refusal(of: token) == nil)
        let odd = try self.token { $0["at_hash"] = 7 }
        #expect(await refusal(of: odd, accessToken: "any") == .wrongAccessToken)
        #expect(await refusal(of: try self.token(), accessToken: "any") == nil)
    }

    @Test(
        arguments: [
            ("exp", nil, .invalidLifetime), ("iat", nil, .invalidLifetime), ("iat", 10, .notYetValid),
            ("nbf", 10, .notYetValid), ("auth_time", 10, .notYetValid), ("auth_time", -60, nil), ("nbf", 0, nil),
        ] as [(String, Int64?, TokenRejection?)]
    )
    func `is valid at this moment`(_ name: String, _ offset: Int64?, _ rejection: TokenRejection?) async throws {
        let token = try token { $0[name] = offset.map { .integer(forge.now.seconds + $0) } }
        #expect(await refusal(of: token) == rejection)
    }

    @Test(arguments: [nil, "", 7, .string(String(repeating: "a", count: 256))] as [JSONValue?])
    func `names its user`(_ subject: JSONValue?) async throws {
        #expect(await refusal(of: try token { $0["sub"] = subject }) == .invalidSubject)
    }

    @Test(
        arguments: ["https://sso.example/", "http://sso.example", "https://evil.example", "", nil, 7] as [JSONValue?]
    )
    func `is of the provider that is expected`(_ issuer: JSONValue?) async throws {
        #expect(await refusal(of: try token { $0["iss"] = issuer }) == .wrongIssuer)
    }
}
