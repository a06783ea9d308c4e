import HearthAdmin
import HearthCore
import HearthTesting
import HearthTokens
import Testing

@Suite("Session cookies")
struct SessionCookieTests {
    @Test func `a web server makes and believes them, until they are over or revoked`() async throws {
        let fixture = try await Fixture()
        let idToken = Secret(try await fixture.signUp("ada@example.com"))
        let cookie = try await fixture.admin.createSessionCookie(idToken, lasting: .hours(24 * 5))
        let token = try await fixture.admin.verifySessionCookie(cookie)
        #expect(token.email == "ada@example.com")
        #expect(token.expiresAt - token.issuedAt == .hours(120))
        try await fixture.admin.checkNotRevoked(token)
        fixture.backend.clock.advance(by: .seconds(2))
        try await fixture.admin.revokeRefreshTokens(of: token.uid)
        let error = await #expect(throws: AdminError.self) { try await fixture.admin.checkNotRevoked(token) }
        #expect(error?.code == .tokenRevoked)
        fixture.backend.clock.advance(by: .hours(24 * 5))
        await #expect(throws: TokenRejection.expired) { try await fixture.admin.verifySessionCookie(cookie) }
    }

    @Test func `an ID token is none, and a cookie makes none`() async throws {
        let fixture = try await Fixture()
        let idToken = Secret(try await fixture.signUp("ada@example.com"))
        await #expect(throws: TokenRejection.idToken) { try await fixture.admin.verifySessionCookie(idToken) }
        let cookie = try await fixture.admin.createSessionCookie(idToken, lasting: .minutes(5))
        let error = await #expect(throws: AdminError.self) {
            try await fixture.admin.createSessionCookie(cookie, lasting: .minutes(5))
        }
        #expect(error?.code == .invalidIDToken)
    }

    @Test func `four minutes are too short`() async throws {
        let fixture = try await Fixture()
        let idToken = Secret(try await fixture.signUp("ada@example.com"))
        let error = await #expect(throws: AdminError.self) {
            try await fixture.admin.createSessionCookie(idToken, lasting: .minutes(4))
        }
        #expect(error?.code == .invalidDuration)
    }

    @Test func `keys do not travel in the clear`() async throws {
        let fixture = try await Fixture()
        let remote = AdminAuth.emulator(
            project: fixture.backend.project,
            origin: "http://emulator.example",
            transport: fixture.backend.transport
        )
        await #expect(throws: TokenRejection.keysUnavailable) { try await remote.verifySessionCookie("a.b.c") }
    }
}
