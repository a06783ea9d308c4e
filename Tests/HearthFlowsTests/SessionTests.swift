import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

/// Sessions that end by time, or are locked.
@Suite("Sessions that end or are locked")
struct SessionTests {
    private static let password = IdentityProvider.password(email: Fixture.eve, password: Fixture.password)

    /// A manager on a clock that wakes who sleeps.
    private struct Device {
        let clock = TestClock()
        let auth: Auth
        let manager: AuthManager

        init(_ policy: SessionPolicy, gate: GatedSessionStorage? = nil, flows: InMemorySessionStorage) async throws {
            let backend = try await TestBackend()
            auth = Auth(backend, storage: gate ?? InMemorySessionStorage())
            manager = AuthManager(auth, storage: flows, gate: gate, policy: policy, clock: clock.clock)
        }
    }

    @Test func `who does nothing for too long is signed out, with the reason`() async throws {
        let device = try await Device(SessionPolicy(idle: .minutes(5)), flows: InMemorySessionStorage())
        try await device.manager.signIn(with: .guest)
        for _ in 0..<3 {
            await until { device.clock.sleeperCount == 1 }
            device.clock.advance(by: .minutes(4))
            await device.manager.noteActivity()
        }
        #expect(device.auth.state.isSignedIn)
        await until { device.clock.sleeperCount == 1 }
        device.clock.advance(by: .minutes(5))
        await until { device.manager.state.session == .signedOut(.idle) }
    }

    @Test func `a session lasts as long as it may, whatever the user does`() async throws {
        let device = try await Device(SessionPolicy(absolute: .minutes(10)), flows: InMemorySessionStorage())
        try await device.manager.signIn(with: .guest)
        for minute in 1...10 {
            #expect(device.auth.state.isSignedIn, "after \(minute) minutes")
            await until { device.clock.sleeperCount == 1 }
            device.clock.advance(by: .minutes(1))
            await device.manager.noteActivity()
        }
        await until { device.manager.state.session == .signedOut(.sessionExpired) }
    }

    @Test(arguments: [(Duration.minutes(6), true), (.minutes(4), false), (.minutes(-1), true)])
    func `the time goes on while the app is closed`(away: Duration, isOver: Bool) async throws {
        let backend = try await TestBackend()
        let (session, flows) = (InMemorySessionStorage(), InMemorySessionStorage())
        let policy = SessionPolicy(idle: .minutes(5))
        let manager = AuthManager(Auth(backend, storage: session), storage: flows, policy: policy)
        try await manager.signIn(with: .guest)
        backend.clock.advance(by: away)
        let auth = Auth(backend, storage: await session.copy())
        let next = AuthManager(auth, storage: await flows.copy(), policy: policy)
        await next.ready()
        #expect(auth.state.isSignedIn == !isOver)
        if isOver { #expect(auth.state == .signedOut(.idle)) }
    }

    @Test func `a locked session is not in memory, and only its key brings it back`() async throws {
        let asked = Locked<[String]>(["right", "wrong", "right"])
        let gate = PassphraseGate { (_) throws(GateRefusal) in
            guard let passphrase = asked.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw .cancelled }
            return Secret(passphrase)
        }
        let inner = InMemorySessionStorage()
        let storage = GatedSessionStorage(inner, gate: gate)
        let device = try await Device(.none, gate: storage, flows: InMemorySessionStorage())
        try await device.manager.unlock()
        let uid = try #require(try await device.manager.signIn(with: .guest).user?.uid)
        guard case .found(let sealed) = await inner.load() else {
            Issue.record("nothing was stored")
            return
        }
        #expect(!String(decoding: sealed.reveal(), as: UTF8.self).contains(uid))
        try await device.manager.lock()
        #expect(device.manager.state.isLocked && device.auth.currentUser == nil)
        #expect(device.auth.state == .storageUnavailable(.locked))
        let wrong = await failure { () throws(FlowError) in try await device.manager.unlock(reason: "Show Eve's orders")
        }
        #expect(wrong == .locked && wrong?.underlying as? GateRefusal == .wrong && device.manager.state.isLocked)
        try await device.manager.unlock()
        #expect(device.auth.currentUser?.uid == uid && !device.manager.state.isLocked)
        try await device.manager.lock()
        let cancelled = await failure { () throws(FlowError) in try await device.manager.unlock() }
        #expect(cancelled == .cancelled && device.manager.state.isLocked)
        try await device.manager.signOut()
        #expect(!device.manager.state.isLocked && device.auth.state == .signedOut(.byUser))
    }

    @Test func `a new run begins locked, and the bytes stay when the key is another`() async throws {
        let (inner, backend) = (InMemorySessionStorage(), try await TestBackend())
        let gate = PassphraseGate { (_) throws(GateRefusal) in "right" }
        let storage = GatedSessionStorage(inner, gate: gate)
        let manager = AuthManager(Auth(backend, storage: storage), storage: InMemorySessionStorage(), gate: storage)
        try await manager.unlock()
        let uid = try await manager.signIn(with: .guest).user?.uid

        let again = GatedSessionStorage(await inner.copy(), gate: gate)
        let auth = Auth(backend, storage: again)
        let next = AuthManager(auth, storage: InMemorySessionStorage(), gate: again)
        #expect(await next.ready().isLocked)
        #expect(auth.state == .storageUnavailable(.locked))
        try await next.unlock()
        #expect(auth.currentUser?.uid == uid)
    }

    @Test func `doing nothing locks behind a gate, and the whole time goes on`() async throws {
        let gate = PassphraseGate { (_) throws(GateRefusal) in "right" }
        let storage = GatedSessionStorage(InMemorySessionStorage(), gate: gate)
        let policy = SessionPolicy(idle: .minutes(5), absolute: .minutes(8), action: .lock)
        let device = try await Device(policy, gate: storage, flows: InMemorySessionStorage())
        try await device.manager.unlock()
        try await device.manager.signIn(with: .guest)
        await until { device.clock.sleeperCount == 1 }
        device.clock.advance(by: .minutes(5))
        await until { device.auth.state == .storageUnavailable(.locked) && storage.isLocked }
        try await device.manager.unlock()
        await until { device.clock.sleeperCount == 1 }
        device.clock.advance(by: .minutes(3))
        await until { device.manager.state.session == .signedOut(.sessionExpired) }
    }

    @Test func `a challenge ends by itself`() async throws {
        let device = try await Device(.none, flows: InMemorySessionStorage())
        try await device.manager.signUp(with: Self.password)
        let call = Task {
            await failure { () throws(FlowError) in
                try await device.manager.withRecentLogin(perform: { throw AuthError(.requiresRecentLogin) })
            }
        }
        await until { device.manager.state.challenge != nil && device.clock.sleeperCount == 1 }
        device.clock.advance(by: .minutes(5))
        #expect(await call.value == .expired)
        #expect(device.manager.state.flow == .idle)
    }
}
