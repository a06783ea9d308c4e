import HearthCore
import HearthJSON
import HearthTokens
import Testing

@Suite("The tenant of a token")
struct TenantTests {
    private let forge: Forge
    private let branch: TenantID
    private let other: TenantID

    init() throws {
        forge = try Forge()
        branch = try #require(TenantID(rawValue: "branch"))
        other = try #require(TenantID(rawValue: "other"))
    }

    private func token(_ tenant: JSONValue?) throws -> String {
        try forge.token(claims: { claims in
            var firebase: JSONObject = ["sign_in_provider": "password"]
            firebase["tenant"] = tenant
            claims["firebase"] = .object(firebase)
        })
    }

    // A tenant's administrator may choose the identifier of a user of the project.
    @Test func `is refused where the project's own users are expected`() async throws {
        #expect(await forge.refusal(of: try token("branch")) == .wrongTenant)
        #expect(await forge.refusal(of: try token(nil)) == nil)
        let unsigned = EmulatorTokenVerifier(
            believingUnsignedTokensOf: forge.project,
            now: { [now = forge.now] in now }
        )
        var claims = forge.claims
        claims["firebase"] = ["tenant": "branch"]
        let token = try TokenMint.unsigned.mint(claims).reveal()
        #expect(throws: TokenRejection.wrongTenant) { try unsigned.verify(token) }
    }

    @Test func `is the one that is expected, and no other and none`() async throws {
        let verifier = forge.verifier(tenants: .tenant(branch))
        #expect(try await verifier.verify(try token("branch")).tenant == branch)
        #expect(await forge.refusal(of: try token("other"), by: verifier) == .wrongTenant)
        #expect(await forge.refusal(of: try token(nil), by: verifier) == .wrongTenant)
        #expect(await forge.refusal(of: try token("Branch"), by: verifier) == .wrongTenant)
        let cookies = forge.verifier(.sessionCookie, tenants: .tenant(branch))
        let cookie = try forge.token(claims: {
            $0["iss"] = "https://session.firebase.google.com/shop"
            $0["firebase"] = ["tenant": "other"]
        })
        #expect(await forge.refusal(of: cookie, by: cookies) == .wrongTenant)
    }

    @Test func `is told where every tenant is accepted`() async throws {
        let verifier = forge.verifier(tenants: .any)
        #expect(try await verifier.verify(try token("branch")).tenant == branch)
        #expect(try await verifier.verify(try token("other")).tenant == other)
        #expect(try await verifier.verify(try token(nil)).tenant == nil)
    }

    @Test(
        arguments: ["", 7, ["branch"], .null, true, "a\nb", .string(String(repeating: "a", count: 129))] as [JSONValue]
    )
    func `that is no tenant does not pass for none`(_ tenant: JSONValue) async throws {
        for scope in [TenantScope.project, .any, .tenant(branch)] {
            let refusal = await forge.refusal(of: try token(tenant), by: forge.verifier(tenants: scope))
            #expect(refusal == .wrongTenant)
        }
    }

    @Test func `is of the scope that a route names`() {
        #expect(TenantScope(nil) == .project)
        #expect(TenantScope(branch) == .tenant(branch))
    }
}
