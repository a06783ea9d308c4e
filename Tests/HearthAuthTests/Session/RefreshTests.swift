@testable import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("Identity tokens")
struct RefreshTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }
    var service: FakeService { fixture.service }

    @Test func `a token with more than five minutes is handed out as it is`() async throws {
        _ = try await fixture.signIn()
        fixture.clock.advance(by: .minutes(54))
        let token = try await auth.idToken().reveal()
        #expect(try await auth.idToken().reveal() == token)
        #expect(service.count("token") == 0)
        fixture.clock.advance(by: .minutes(2))
        #expect(try await auth.idToken().reveal() != token)
        #expect(service.count("token") == 1)
    }

    @Test func `a thousand callers share one refresh`() async throws {
        _ = try await fixture.signIn()
        fixture.clock.advance(by: .hours(2))
        let gate = Gate()
        service.next("token", .hold(gate))
        let callers = (0..<1000).map { _ in Task { [auth] in try await auth.idToken().reveal() } }
        await until { service.count("token") == 1 }
        gate.open()
        var tokens: Set<String> = []
        for caller in callers { tokens.insert(try await caller.value) }
        #expect(tokens.count == 1)
        #expect(service.count("token") == 1)
    }

    @Test func `an older refresh that ends does not clear a newer one away`() async throws {
        let first = Gate()
        let second = Gate()
        service.add("a@example.com", password: "x", uid: "a")
        service.add("b@example.com", password: "x", uid: "b")
        let one = try await auth.signIn(withEmail: "a@example.com", password: "x").user
        service.next("token", .hold(first), .hold(second))
        let stale = Task { await failure { () throws(AuthError) in try await one.idToken(forcingRefresh: true) } }
        await until { service.count("token") == 1 }
        let other = try await auth.signIn(withEmail: "b@example.com", password: "x").user
        let fresh = Task { try await other.idToken(forcingRefresh: true).reveal() }
        await until { service.count("token") == 2 }
        first.open()
        #expect(await stale.value?.code == .staleUser)
        let joined = Task { try await other.idToken(forcingRefresh: true).reveal() }
        await stepAside(100)
        second.open()
        let token = try await fresh.value
        #expect(try await joined.value == token)
        #expect(FakeToken.claims(token)?["sub"] == "b")
        #expect(service.count("token") == 2)
    }

    @Test func `a cancelled caller returns within 50 ms, and the others get their token`() async throws {
        _ = try await fixture.signIn()
        let gate = Gate()
        service.next("token", .hold(gate))
        let patient = Task { [auth] in try await auth.idToken(forcingRefresh: true).reveal() }
        await until { service.count("token") == 1 }
        let isPrompt = await endsPromptly {
            let hasty = Task { [auth] in
                await failure { () throws(AuthError) in try await auth.idToken(forcingRefresh: true) }
            }
            await stepAside(100)
            let start = ContinuousClock.now
            hasty.cancel()
            #expect(await hasty.value?.code == .cancelled)
            return ContinuousClock.now - start
        }
        #expect(isPrompt)
        gate.open()
        #expect(try await !patient.value.isEmpty)
        #expect(service.count("token") == 1)
    }

    @Test(arguments: [
        ("USER_NOT_FOUND", SignOutReason.deleted), ("USER_DISABLED", .disabled), ("TOKEN_EXPIRED", .revoked),
        ("INVALID_REFRESH_TOKEN", .revoked), ("MISSING_REFRESH_TOKEN", .revoked),
    ])
    func `a refusal for good signs out, with the reason`(_ message: String, _ reason: SignOutReason) async throws {
        _ = try await fixture.signIn()
        service.next("token", .refuse(message))
        let error = await failure { () throws(AuthError) in try await auth.idToken(forcingRefresh: true) }
        #expect(error?.serverCode == message)
        #expect(auth.state.reason == reason)
        await until { fixture.storedUser == nil }
    }

    @Test(arguments: [
        FakeService.Fault.refuse("PROJECT_DISABLED"), .refuse("INTERNAL_ERROR", status: 500),
        .refuse("QUOTA_EXCEEDED", status: 429), .refuse("NEWS_OF_TOMORROW"), .transport(.unreachable),
        .transport(.timedOut), .transport(.insecure), .answer(status: 403, body: Array("<html>portal</html>".utf8)),
        .answer(status: 200, body: Array("<html>portal</html>".utf8)), .answer(status: 200, body: Array("{}".utf8)),
        .answer(status: 502, body: []), .answer(status: 200, body: Array(#"{"id_token":"x.y.z"}"#.utf8)),
    ])
    func `whatever else is in the way signs no one out`(_ fault: FakeService.Fault) async throws {
        let user = try await fixture.signIn()
        fixture.clock.advance(by: .hours(2))
        service.next("token", fault)
        #expect(await failure { () throws(AuthError) in try await auth.idToken() } != nil)
        #expect(auth.currentUser?.uid == user.uid)
        #expect(fixture.storedUser == user.uid)
        #expect(try await !auth.idToken().reveal().isEmpty)
    }

    @Test func `offline, a token that is still accepted is better than none`() async throws {
        _ = try await fixture.signIn()
        let token = try await auth.idToken().reveal()
        service.always("token", .transport(.unreachable))
        fixture.clock.advance(by: .minutes(58))
        #expect(try await auth.idToken().reveal() == token)
        fixture.clock.advance(by: .minutes(3))
        #expect(await failure { () throws(AuthError) in try await auth.idToken() }?.code == .networkError)
        #expect(auth.state.isSignedIn)
    }

    @Test(arguments: [Duration.hours(24), .hours(-24)])
    func `a device clock that jumps changes nothing`(_ jump: Duration) async throws {
        _ = try await fixture.signIn()
        fixture.clock.setWallClock { $0 + jump }
        _ = try await auth.idToken()
        #expect(service.count("token") == 0)
        fixture.clock.advance(by: .minutes(56))
        service.state.withLock { $0.now = { UnixTime(seconds: 1_800_003_360) } }
        _ = try await auth.idToken()
        #expect(service.count("token") == 1)
    }

    @Test func `a device clock far from the service's does not refresh each time`() async throws {
        service.state.withLock { $0.now = { UnixTime(seconds: 1_700_000_000) } }
        _ = try await fixture.signIn()
        for _ in 0..<10 { _ = try await auth.idToken() }
        #expect(service.count("token") == 0)
    }

    @Test func `defect 5: the first token after a sign-in needs no refresh, though no lifetime was told`() async throws
    {
        service.next(
            "signInWithPassword",
            .change { document in
                var object = document.object ?? .init()
                object["expiresIn"] = nil
                return .object(object)
            }
        )
        _ = try await fixture.signIn()
        for _ in 0..<10 { _ = try await auth.idToken() }
        #expect(service.count("token") == 0)
    }

    @Test func `defect 7: a token is handed out though it cannot be stored, and stored later`() async throws {
        let user = try await fixture.signIn()
        fixture.storage.state.withLock { $0.writeProblem = .full }
        let token = try await auth.idToken(forcingRefresh: true).reveal()
        #expect(try await auth.idToken().reveal() == token)
        await until { fixture.clock.sleeperCount == 1 }
        fixture.storage.state.withLock { $0.writeProblem = nil }
        fixture.clock.advance(by: .seconds(1))
        await until { stored(token) }
        #expect(fixture.storedUser == user.uid)
    }

    @Test func `a late refresh does not bring a signed-out session back`() async throws {
        let user = try await fixture.signIn()
        let gate = Gate()
        service.next("token", .hold(gate))
        let late = Task { await failure { () throws(AuthError) in try await user.idToken(forcingRefresh: true) } }
        await until { service.count("token") == 1 }
        try await auth.signOut()
        gate.open()
        #expect(await late.value?.code == .staleUser)
        #expect(auth.state.reason == .byUser)
        #expect(fixture.storedUser == nil)
    }

    @Test func `a late refusal does not end a newer session of the same user`() async throws {
        let user = try await fixture.signIn()
        let gate = Gate()
        service.next("token", .hold(gate))
        let late = Task { await failure { () throws(AuthError) in try await user.idToken(forcingRefresh: true) } }
        await until { service.count("token") == 1 }
        service.state.withLock { state in
            for token in state.refreshTokens.keys { state.revoked[token] = "TOKEN_EXPIRED" }
        }
        try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        gate.open()
        #expect(await late.value?.code == .staleUser)
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `tokens of another account are not taken`() async throws {
        let user = try await fixture.signIn()
        service.next(
            "token",
            .change { document in
                var object = document.object ?? .init()
                object["id_token"] = .string(FakeToken.make("mallory"))
                return .object(object)
            }
        )
        #expect(await failure { () throws(AuthError) in try await auth.idToken(forcingRefresh: true) } != nil)
        #expect(FakeToken.claims(try await auth.idToken().reveal())?["sub"] == .string(user.uid))
    }

    @Test func `two clients that share a storage share a refresh`() async throws {
        _ = try await fixture.signIn()
        let peer = fixture.restarted()
        await peer.auth.ready()
        fixture.clock.advance(by: .hours(2))
        let token = try await auth.idToken().reveal()
        await until { stored(token) }
        #expect(try await peer.auth.idToken().reveal() == token)
        #expect(service.count("token") == 1)
        #expect(try await peer.auth.idToken(forcingRefresh: true).reveal() != token)
        #expect(service.count("token") == 2)
    }

    @Test func `a password that another client changed signs no one out here`() async throws {
        let user = try await fixture.signIn()
        let peer = fixture.restarted()
        await peer.auth.ready()
        fixture.clock.advance(by: .seconds(1))
        try await user.updatePassword(to: "battery staple")
        fixture.clock.advance(by: .hours(2))
        #expect(try await !peer.auth.idToken().reveal().isEmpty)
        #expect(peer.auth.currentUser?.uid == user.uid)
    }

    private func stored(_ token: String) -> Bool {
        fixture.storage.bytes.flatMap { SessionEnvelope.decode(Secret($0)) }?.tokens.idToken.reveal() == token
    }

    @Test func `claims are readable, and typed`() async throws {
        struct Claims: Decodable { var role: String }
        struct Other: Decodable { var role: Int }
        _ = try await fixture.signIn()
        let result = try await auth.idTokenResult()
        #expect(try result.claims(as: Claims.self).role == "editor")
        #expect(result.signInProvider == "password")
        #expect(result.expirationDate - result.issuedAtDate == .hours(1))
        #expect(throws: AuthError.self) { try result.claims(as: Other.self) }
    }

    @Test func `no one signed in has no token`() async throws {
        #expect(await failure { () throws(AuthError) in try await auth.idToken() }?.code == .nullUser)
    }
}
