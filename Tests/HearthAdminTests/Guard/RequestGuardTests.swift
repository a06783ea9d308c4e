import HearthAdmin
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("RequestGuard")
struct RequestGuardTests {
    private func request(_ fields: HTTPFields) -> HTTPRequest {
        HTTPRequest(.get, target: "/notes", fields: fields)
    }

    @Test(arguments: [
        "Authorization: Bearer ", "authorization: bearer ", "AUTHORIZATION: BEARER  ", "Firebase-Token: ",
    ])
    func `finds the user whose token a request brings`(_ head: String) async throws {
        let fixture = try await Fixture()
        let members = Members()
        let guardian = RequestGuard(fixture.verifier, users: members)
        let token = try await fixture.signUp("ada@example.com")
        let parts = head.split(separator: ":", maxSplits: 1)
        let request = request([String(parts[0]): parts[1].dropFirst() + token])
        let first = try await guardian.user(for: request)
        let again = try await guardian.user(for: request)
        #expect(first == again)
        #expect(try await fixture.admin.user(byEmail: "ada@example.com")?.uid == first.uid)
        #expect(await members.count == 1)
    }

    @Test func `keeps users apart, and believes what a token proves`() async throws {
        let fixture = try await Fixture()
        let guardian = RequestGuard(fixture.verifier, users: Members())
        let ada = try await fixture.signUp("ada@example.com")
        let eve = try await fixture.signUp("eve@example.com")
        let first = try await guardian.user(for: request(["Authorization": "Bearer \(ada)"]))
        let second = try await guardian.user(for: request(["Authorization": "Bearer \(eve)"]))
        #expect(first != second)
        let token = try await guardian.token(of: request(["Firebase-Token": eve]))
        #expect(token.email == "eve@example.com")
    }

    @Test func `passes over a password that is a proxy's`() async throws {
        let fixture = try await Fixture()
        let guardian = RequestGuard(fixture.verifier, users: Members())
        let token = try await fixture.signUp("ada@example.com")
        let request = request(["Authorization": "Basic dTpw", "Firebase-Token": token])
        #expect(try await guardian.token(of: request).email == "ada@example.com")
    }

    @Test func `accepts one token in both fields, and refuses two`() async throws {
        let fixture = try await Fixture()
        let guardian = RequestGuard(fixture.verifier, users: Members())
        let ada = try await fixture.signUp("ada@example.com")
        let eve = try await fixture.signUp("eve@example.com")
        _ = try await guardian.token(of: request(["Authorization": "Bearer \(ada)", "Firebase-Token": ada]))
        for fields: HTTPFields in [
            ["Authorization": "Bearer \(ada)", "Firebase-Token": eve],
            ["Firebase-Token": ada, "firebase-token": eve],
            ["Authorization": "Bearer \(ada)", "Authorization": "Bearer \(eve)"],
        ] {
            let refusal = await #expect(throws: AuthenticationRefusal.self) {
                try await guardian.user(for: request(fields))
            }
            #expect(refusal == .conflictingTokens)
            #expect(refusal?.response.status == 401)
        }
    }

    @Test(
        arguments: [
            ([:], .missingToken),
            (["Authorization": "Basic dTpw"], .missingToken),
            (["Authorization": "Bearer"], .rejected(.malformed)),
            (["Authorization": "Bearer x.y.z"], .rejected(.malformed)),
            (["Firebase-Token": ""], .rejected(.malformed)),
            (["Authorization": "Bearer eyJhbGciOiJub25lIn0.e30."], .rejected(.unsupportedAlgorithm)),
        ] as [(HTTPFields, AuthenticationRefusal)]
    )
    func `refuses what proves no one`(_ fields: HTTPFields, _ expected: AuthenticationRefusal) async throws {
        let fixture = try await Fixture()
        let members = Members()
        let guardian = RequestGuard(fixture.verifier, users: members)
        let refusal = await #expect(throws: AuthenticationRefusal.self) {
            try await guardian.user(for: request(fields))
        }
        #expect(refusal == expected)
        #expect(await members.count == 0)
    }

    @Test func `refuses an expired token and one of another project`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.signUp("ada@example.com")
        let stranger = try TokenVerifier.hearth(
            origin: Fixture.origin,
            project: #require(ProjectID(rawValue: "another")),
            transport: fixture.backend.transport,
            now: { [clock = fixture.backend.clock] in clock.now }
        )
        let request = request(["Authorization": "Bearer \(token)"])
        await #expect(throws: AuthenticationRefusal.rejected(.wrongIssuer)) {
            try await RequestGuard(stranger, users: Members()).user(for: request)
        }
        fixture.backend.clock.advance(by: .hours(1))
        await #expect(throws: AuthenticationRefusal.rejected(.expired)) {
            try await RequestGuard(fixture.verifier, users: Members()).user(for: request)
        }
    }

    @Test func `answers 503 while there are no keys`() async throws {
        let fixture = try await Fixture()
        let verifier = try TokenVerifier.hearth(
            origin: Fixture.origin,
            project: fixture.backend.project,
            transport: CannedTransport(.failure(TransportError(.unreachable))),
            now: { [clock = fixture.backend.clock] in clock.now }
        )
        let token = try await fixture.signUp("ada@example.com")
        let refusal = await #expect(throws: AuthenticationRefusal.self) {
            try await RequestGuard(verifier, users: Members()).user(for: request(["Authorization": "Bearer \(token)"]))
        }
        #expect(refusal?.response.status == 503)
        #expect(refusal?.response.fields["Retry-After"] != nil)
        #expect(refusal?.response.fields["WWW-Authenticate"] == nil)
    }

    @Test func `believes unsigned tokens only when told so by name`() async throws {
        let fixture = try await Fixture { $0.tokenSigning = .none }
        let token = try await fixture.signUp("ada@example.com")
        let clock = fixture.backend.clock
        let verifier = EmulatorTokenVerifier(believingUnsignedTokensOf: fixture.backend.project, now: { clock.now })
        let request = request(["Authorization": "Bearer \(token)"])
        let guardian = RequestGuard(believingUnsignedTokens: verifier, users: Members())
        #expect(try await guardian.token(of: request).email == "ada@example.com")
        await #expect(throws: AuthenticationRefusal.rejected(.unsupportedAlgorithm)) {
            try await RequestGuard(fixture.verifier, users: Members()).token(of: request)
        }
    }

    @Test func `passes on what the directory throws`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.signUp("ada@example.com")
        let guardian = RequestGuard(fixture.verifier, users: ClosedDirectory())
        await #expect(throws: ClosedDirectory.Closed.self) {
            try await guardian.user(for: request(["Authorization": "Bearer \(token)"]))
        }
    }
}

@Suite("AuthenticationRefusal")
struct AuthenticationRefusalTests {
    @Test(
        arguments: [
            (.missingToken, "Bearer"),
            (.rejected(.expired), #"Bearer error="invalid_token""#),
            (.conflictingTokens, #"Bearer error="invalid_request""#),
        ] as [(AuthenticationRefusal, String)]
    )
    func `is a JSON error with a challenge`(_ refusal: AuthenticationRefusal, _ challenge: String) throws {
        let response = refusal.response
        #expect(response.status == 401)
        #expect(response.fields["Content-Type"] == "application/json")
        #expect(response.fields["WWW-Authenticate"]?.hasPrefix(challenge) == true)
        let error = try JSON.parse(response.bytes)["error"]
        #expect(error?["code"] == 401)
        #expect(error?["message"]?.string == refusal.description)
    }
}

/// A directory whose storage is gone.
private struct ClosedDirectory: UserDirectory {
    struct Closed: Error {}

    func findOrCreate(_ token: VerifiedToken) throws -> Int { throw Closed() }
}
