import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Project and tenant")
struct ScopeTests {
    private let fixture: Fixture
    private let one: TenantID
    private let other: TenantID

    init() async throws {
        fixture = try await Fixture()
        one = try #require(TenantID(rawValue: "t-1"))
        other = try #require(TenantID(rawValue: "t-2"))
    }

    /// Signs a user in, with an identifier that users of several tenants may have.
    private func token(of tenant: TenantID?, uid: String = "ada") async throws -> String {
        let admin = tenant.map { fixture.admin.tenant($0) } ?? fixture.admin
        let custom = try admin.createCustomToken(for: try #require(UserID(rawValue: uid)))
        var body: JSONObject = ["token": .string(custom.reveal())]
        body["tenantId"] = tenant.map { .string($0.rawValue) }
        return try await fixture.tokens("accounts:signInWithCustomToken", .object(body))
    }

    private func refusal(of token: String, by verifier: TokenVerifier) async -> AuthenticationRefusal? {
        do throws(AuthenticationRefusal) {
            _ = try await RequestGuard(verifier, users: Members()).token(bearer: Secret(token))
            return nil
        } catch {
            return error
        }
    }

    // Else a tenant's administrator would make a user who is taken for the project's.
    @Test func `a guard lets in the users of its scope alone, whatever their identifiers`() async throws {
        let (project, first, second) = (try await token(of: nil), try await token(of: one), try await token(of: other))
        let tenants: [(TokenVerifier, [Bool])] = [
            (fixture.verifier, [true, false, false]), (fixture.verifier.accepting(.tenant(one)), [false, true, false]),
            (fixture.verifier.accepting(.tenant(other)), [false, false, true]),
            (fixture.verifier.accepting(.any), [true, true, true]),
        ]
        for (verifier, isBelieved) in tenants {
            for (token, isBelieved) in zip([project, first, second], isBelieved) {
                #expect(await refusal(of: token, by: verifier) == (isBelieved ? nil : .rejected(.wrongTenant)))
            }
        }
    }

    @Test func `an administrator makes and believes the session cookies of its own users alone`() async throws {
        let tokens = [nil: try await token(of: nil), one: try await token(of: one), other: try await token(of: other)]
        let admins = [nil: fixture.admin, one: fixture.admin.tenant(one), other: fixture.admin.tenant(other)]
        for (tenant, admin) in admins {
            for (owner, token) in tokens {
                if owner == tenant {
                    let cookie = try await admin.createSessionCookie(Secret(token), lasting: .hours(1))
                    #expect(try await admin.verifySessionCookie(cookie).tenant == tenant)
                    for (stranger, other) in admins where stranger != tenant {
                        await #expect(throws: TokenRejection.wrongTenant) {
                            try await other.verifySessionCookie(cookie)
                        }
                    }
                } else {
                    let error = await #expect(throws: AdminError.self) {
                        try await admin.createSessionCookie(Secret(token), lasting: .hours(1))
                    }
                    #expect(error?.code == .tenantMismatch)
                }
            }
        }
    }

    @Test func `an administrator does not answer for another's user of the same identifier`() async throws {
        let verifier = fixture.verifier.accepting(.any)
        let token = try await verifier.verify(try await token(of: one))
        try await fixture.admin.tenant(one).checkNotRevoked(token)
        for admin in [fixture.admin, fixture.admin.tenant(other)] {
            let error = await #expect(throws: AdminError.self) { try await admin.checkNotRevoked(token) }
            #expect(error?.code == .tenantMismatch)
        }
        let elsewhere = AdminAuth.emulator(
            project: try #require(ProjectID(rawValue: "another")),
            transport: fixture.backend.transport
        )
        let error = await #expect(throws: AdminError.self) { try await elsewhere.checkNotRevoked(token) }
        #expect(error?.code == .projectMismatch)
    }

    // Revoked at t: a sign-in before t is over, one of the same second is not.
    @Test func `a token of the second of the revocation is still good, one of the second before is not`() async throws {
        let before = try await fixture.verifier.verify(try await token(of: nil))
        fixture.backend.clock.advance(by: .seconds(1))
        try await fixture.admin.revokeRefreshTokens(of: before.uid)
        let same = try await fixture.verifier.verify(try await token(of: nil))
        let error = await #expect(throws: AdminError.self) { try await fixture.admin.checkNotRevoked(before) }
        #expect(error?.code == .tokenRevoked)
        try await fixture.admin.checkNotRevoked(same)
    }
}
