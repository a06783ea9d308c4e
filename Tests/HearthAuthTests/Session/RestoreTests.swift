@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("Restoring a session")
struct RestoreTests {
    /// What a storage holds after someone signed in.
    private func stored() async throws -> (Fixture, User) {
        let fixture = Fixture()
        return (fixture, try await fixture.signIn())
    }

    @Test func `a second start finds the session without asking the service`() async throws {
        let (fixture, user) = try await stored()
        let calls = fixture.service.calls.count
        let later = fixture.restarted()
        #expect(await later.auth.ready().user?.account == user.account)
        #expect(fixture.service.calls.count == calls)
        #expect(try await !later.auth.idToken().reveal().isEmpty)
        #expect(fixture.service.calls.count == calls)
    }

    @Test func `a storage that can be read at once is read before the first state`() async throws {
        let (fixture, user) = try await stored()
        let bytes = try #require(fixture.storage.bytes)
        let configuration = AuthConfiguration.emulator(project: "demo-test")
        let found = InMemorySessionStorage(Secret(bytes))
        let later = Auth(configuration, storage: found, transport: fixture.service, readsStorageAtOnce: true)
        #expect(later.currentUser?.account == user.account)
        #expect(try await !later.idToken().reveal().isEmpty)
        let none = Auth(configuration, storage: InMemorySessionStorage(), readsStorageAtOnce: true)
        #expect(none.state.reason == .never)
        #expect(await none.ready().reason == .never)
    }

    @Test func `what cannot be read at once, or not at all, is waited for`() async throws {
        let damaged = InMemorySessionStorage(Secret([0]))
        let configuration = AuthConfiguration.emulator(project: "demo-test")
        let auth = Auth(configuration, storage: damaged, readsStorageAtOnce: true)
        #expect(await auth.ready().unavailability == .undecodable)
        let slow = Auth(configuration, storage: FaultyStorage(), readsStorageAtOnce: true)
        #expect(await slow.ready().reason == .never)
    }

    @Test func `a token that grew old meanwhile is refreshed at its first use`() async throws {
        let (fixture, _) = try await stored()
        fixture.clock.advance(by: .hours(2))
        let later = fixture.restarted()
        _ = try await later.auth.idToken()
        #expect(fixture.service.count("token") == 1)
    }

    @Test func `a wall clock that went backwards makes a stored token old`() async throws {
        let (fixture, _) = try await stored()
        fixture.clock.setWallClock { $0 - .hours(5) }
        _ = try await fixture.restarted().auth.idToken()
        #expect(fixture.service.count("token") == 1)
    }

    @Test func `an empty storage means that no one ever signed in`() async {
        #expect(await Fixture().auth.ready().reason == .never)
    }

    @Test func `a storage that cannot be read is not an empty one`() async throws {
        let (fixture, user) = try await stored()
        let locked = FaultyStorage(fixture.storage.bytes, loadProblems: [.locked, .locked, .failed])
        let later = fixture.restarted(storage: locked)
        let watching = Task { [auth = later.auth] in
            var seen: [SessionState] = []
            for await state in auth.states {
                seen.append(state)
                if state.isSignedIn { break }
            }
            return seen
        }
        #expect(await later.auth.ready().unavailability == .locked)
        for delay in [1, 2, 4] {
            await until { fixture.clock.sleeperCount == 1 }
            fixture.clock.advance(by: .seconds(delay))
        }
        let seen = await watching.value
        #expect(seen.last?.user?.uid == user.uid)
        #expect(seen.allSatisfy { $0.reason == nil })
        #expect(locked.state.withLock { $0.writes } == 0)
        #expect(fixture.clock.slept.suffix(3) == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test func `restoring can be tried again by hand`() async throws {
        let (fixture, user) = try await stored()
        let later = fixture.restarted(storage: FaultyStorage(fixture.storage.bytes, loadProblems: [.locked]))
        #expect(await later.auth.ready().unavailability == .locked)
        let error = await failure { () throws(AuthError) in try await later.auth.idToken() }
        #expect(error?.code == .storageUnavailable && error?.recovery == .storage)
        #expect(await later.auth.retryRestoring().user?.uid == user.uid)
    }

    @Test(arguments: ["", "nonsense", "{}", #"{"format":2,"account":{}}"#, #"{"format":1}"#, #"{"format":"1"}"#])
    func `bytes that cannot be read are not removed`(_ text: String) async throws {
        let storage = FaultyStorage(Array(text.utf8))
        let fixture = Fixture(storage: storage)
        #expect(await fixture.auth.ready().unavailability == .undecodable)
        #expect(storage.bytes == Array(text.utf8))
        #expect(fixture.clock.sleeperCount == 0)
        let user = try await fixture.signIn()
        #expect(fixture.storedUser == user.uid)
    }

    @Test func `the first state is that no one knows yet, and ready waits`() async throws {
        let (fixture, user) = try await stored()
        let gate = Gate()
        let later = fixture.restarted(storage: FaultyStorage(fixture.storage.bytes, loadGate: gate))
        #expect(!later.auth.state.isSignedIn && later.auth.state.reason == nil && later.auth.currentUser == nil)
        let waiting = Task { [auth = later.auth] in try await auth.idToken().reveal() }
        let ready = Task { [auth = later.auth] in await auth.ready().user?.uid }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        #expect(await ready.value == user.uid)
        #expect(try await !waiting.value.isEmpty)
    }

    @Test func `a sign-in overtakes the restoring`() async throws {
        let (fixture, _) = try await stored()
        let gate = Gate()
        let later = fixture.restarted(storage: FaultyStorage(fixture.storage.bytes, loadGate: gate))
        await until { later.storage.state.withLock { $0.loads } == 1 }
        fixture.service.add("b@example.com", password: "x", uid: "b")
        try await later.auth.signIn(withEmail: "b@example.com", password: "x")
        gate.open()
        for _ in 0..<1000 where later.auth.currentUser?.uid == "b" { await Task.yield() }
        #expect(later.auth.currentUser?.uid == "b" && later.storedUser == "b")
    }

    @Test func `a client that is released stops trying`() async throws {
        let clock = TestClock()
        let storage = FaultyStorage(nil, loadProblems: Array(repeating: .locked, count: 100))
        var auth: Auth? = Auth(.emulator(project: "demo-test"), storage: storage, clock: clock.clock)
        #expect(await auth?.ready().unavailability == .locked)
        await until { clock.sleeperCount == 1 }
        auth = nil
        await until { clock.sleeperCount == 0 }
        #expect(storage.state.withLock { $0.loads } == 1)
    }
}
