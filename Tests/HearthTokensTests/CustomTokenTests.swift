import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("A custom token")
struct CustomTokenTests {
    private let forge: Forge
    private let verifier: CustomTokenVerifier
    private static let account = "robot@shop.iam.gserviceaccount.com"
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    init() throws {
        let forge = try Forge()
        self.forge = forge
        verifier = CustomTokenVerifier { $0 == Self.account ? forge.key.publicKey : nil }
    }

    private func token(
        _ change: (inout JSONObject) -> Void = { _ in },
        header: (inout JSONObject) -> Void = { _ in }
    ) throws -> String {
        try forge.token(header: header) { claims in
            claims = [:]
            claims["iss"] = .string(Self.account)
            claims["sub"] = .string(Self.account)
            claims["aud"] = .string(Self.audience)
            claims["iat"] = .integer(forge.now.seconds)
            claims["exp"] = .integer(forge.now.seconds + 3600)
            claims["uid"] = "ada"
            claims["claims"] = ["role": "editor"]
            change(&claims)
        }
    }

    private func refusal(of token: String, tenant: TenantID? = nil) -> TokenRejection? {
        do throws(TokenRejection) {
            _ = try verifier.verify(token, tenant: tenant, at: forge.now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `names the user to sign in, and the claims`() throws {
        let custom = try verifier.verify(try token(), at: forge.now)
        #expect(custom.uid.rawValue == "ada" && custom.tenant == nil)
        #expect(custom.serviceAccount == Self.account)
        #expect(custom.claims["role"] == "editor")
        #expect(custom.issuedAt == forge.now && custom.expiresAt == forge.now + .hours(1))
        #expect(try verifier.verify(try token { $0["claims"] = nil }, at: forge.now).claims.isEmpty)
    }

    @Test func `is of no service account but the project's`() throws {
        let stranger = try token {
            $0["iss"] = "robot@bank.iam.gserviceaccount.com"
            $0["sub"] = "robot@bank.iam.gserviceaccount.com"
        }
        #expect(refusal(of: stranger) == .unknownKey)
        #expect(refusal(of: try token { $0["sub"] = "ada" }) == .invalidSubject)
        #expect(refusal(of: try token { $0["iss"] = nil }) == .wrongIssuer)
        var parts = try token().split(separator: ".").map(String.init)
        parts[2] = String(parts[2].reversed())
        #expect([.invalidSignature, .malformed].contains(refusal(of: parts.joined(separator: "."))))
    }

    // RFC 8725 §3.12, ASVS 9.2.2.
    @Test func `is neither an ID token nor a session cookie`() throws {
        #expect(refusal(of: try forge.token()) == .wrongAudience)
        #expect(refusal(of: try token { $0["aud"] = [.string(Self.audience)] }) == .wrongAudience)
        #expect(refusal(of: try TokenMint.unsigned.mint(forge.claims).reveal()) == .unsupportedAlgorithm)
        #expect(refusal(of: try token(header: { $0["alg"] = "HS256" })) == .unsupportedAlgorithm)
        #expect(refusal(of: try token(header: { $0["jku"] = "https://evil.example" })) == .unsupportedHeader)
    }

    @Test func `is for the tenant of the request, or for none like it`() throws {
        let branch = try #require(TenantID(rawValue: "branch"))
        #expect(refusal(of: try token { $0["tenant_id"] = "branch" }) == .wrongTenant)
        #expect(refusal(of: try token(), tenant: branch) == .wrongTenant)
        #expect(refusal(of: try token { $0["tenant_id"] = "other" }, tenant: branch) == .wrongTenant)
        #expect(refusal(of: try token { $0["tenant_id"] = 7 }) == .wrongTenant)
        #expect(refusal(of: try token { $0["tenant_id"] = "branch" }, tenant: branch) == nil)
    }

    @Test(
        arguments: [
            ("exp", 3601, .invalidLifetime), ("exp", 0, .invalidLifetime), ("exp", nil, .invalidLifetime),
            ("iat", 1, .notYetValid), ("iat", nil, .invalidLifetime), ("nbf", 1, .notYetValid), ("exp", 3600, nil),
        ] as [(String, Int64?, TokenRejection?)]
    )
    func `is valid for an hour at most`(_ name: String, _ offset: Int64?, _ rejection: TokenRejection?) throws {
        let token = try token { $0[name] = offset.map { .integer(forge.now.seconds + $0) } }
        #expect(refusal(of: token) == rejection)
        let late = try self.token()
        #expect(throws: TokenRejection.expired) { try verifier.verify(late, at: forge.now + .hours(1)) }
    }

    @Test(arguments: [nil, "", 7, "a\u{0}b", .string(String(repeating: "a", count: 129))] as [JSONValue?])
    func `names a user`(_ uid: JSONValue?) throws {
        #expect(refusal(of: try token { $0["uid"] = uid }) == .invalidSubject)
    }

    @Test func `has claims that are an object`() throws {
        #expect(refusal(of: try token { $0["claims"] = ["admin"] }) == .malformed)
        #expect(refusal(of: try token { $0["claims"] = "admin" }) == .malformed)
    }
}

@Suite("The memory of accepted tokens")
struct AcceptedTokensTests {
    @Test func `finds a token of a project, and nothing else`() throws {
        let accepted = AcceptedTokens<Int>()
        let shop = try #require(ProjectID(rawValue: "shop"))
        let bank = try #require(ProjectID(rawValue: "bank"))
        accepted["a.b.c", shop] = 1
        #expect(accepted["a.b.c", shop] == 1)
        #expect(accepted["a.b.c", bank] == nil)
        #expect(accepted["a.b.d", shop] == nil)
        accepted["a.b.c", shop] = nil
        #expect(accepted["a.b.c", shop] == nil)
    }

    @Test func `holds no token, only what was read from it`() throws {
        let accepted = AcceptedTokens<Int>()
        accepted["bearer-token", try #require(ProjectID(rawValue: "shop"))] = 1
        var text = ""
        dump(accepted, to: &text)
        #expect(!text.contains("bearer"))
    }

    @Test func `forgets the older half when it is full`() throws {
        let accepted = AcceptedTokens<Int>(limit: 10)
        let shop = try #require(ProjectID(rawValue: "shop"))
        for number in 0..<12 { accepted["token \(number)", shop] = number }
        #expect(accepted["token 0", shop] == nil)
        for number in 5..<12 { #expect(accepted["token \(number)", shop] == number) }
    }
}
