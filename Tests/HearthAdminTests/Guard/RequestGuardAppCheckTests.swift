import HearthAdmin
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("RequestGuard, with App Check")
struct RequestGuardAppCheckTests {
    private let fixture: Fixture
    private let key: RSAPrivateKey
    private let guardian: RequestGuard<Members>

    init() async throws {
        let fixture = try await Fixture()
        self.fixture = fixture
        key = try RSAPrivateKey.generate()
        let clock = fixture.backend.clock
        let keys = FixedKeys([key.publicKey.keyIdentifier: key.publicKey])
        guardian = RequestGuard(fixture.verifier, users: Members())
            .requiring(AppCheckVerifier(projectNumber: 7, keys: keys, now: { clock.now }))
    }

    private func request(app: [String], user: String? = nil) async throws -> HTTPRequest {
        var request = HTTPRequest(.get, target: "/notes")
        for token in app { request.fields.append("X-Firebase-AppCheck", token) }
        if let user { request.fields["Authorization"] = "Bearer " + user }
        return request
    }

    private func appToken() throws -> String {
        let now = fixture.backend.clock.now.seconds
        return try TokenMint.rs256(key).mint([
            "iss": "https://firebaseappcheck.googleapis.com/7", "aud": ["projects/7"], "sub": "1:7:ios:a",
            "iat": .integer(now), "exp": .integer(now + 60),
        ]).reveal()
    }

    private func refusal(of request: HTTPRequest) async -> AuthenticationRefusal? {
        do throws(AuthenticationRefusal) {
            _ = try await guardian.token(of: request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `lets in a user of one's own app`() async throws {
        let user = try await fixture.signUp("ada@example.com")
        let member = try await guardian.user(for: try await request(app: [try appToken()], user: user))
        #expect(member.number == 1)
    }

    @Test func `refuses a request without the app's token, or with two`() async throws {
        let user = try await fixture.signUp("ada@example.com")
        let token = try appToken()
        #expect(await refusal(of: try await request(app: [], user: user)) == .missingAppCheck)
        #expect(await refusal(of: try await request(app: [token, token], user: user)) == .missingAppCheck)
        await #expect(throws: AuthenticationRefusal.missingAppCheck) {
            try await guardian.token(bearer: Secret(user))
        }
    }

    @Test func `refuses an app's token that is over, and a user's in its place`() async throws {
        let user = try await fixture.signUp("ada@example.com")
        let token = try appToken()
        #expect(await refusal(of: try await request(app: [user], user: user)) == .appRejected(.wrongIssuer))
        fixture.backend.clock.advance(by: .seconds(60))
        let late = await refusal(of: try await request(app: [token], user: user))
        #expect(late == .appRejected(.expired))
        #expect(late?.response.status == 401 && late?.response.fields["Retry-After"] == nil)
    }

    @Test func `an app without a user is still nobody`() async throws {
        #expect(await refusal(of: try await request(app: [try appToken()])) == .missingToken)
    }
}
