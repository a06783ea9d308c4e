import HearthCore
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("Taking over a session of FirebaseAuth")
struct FirebaseAuthMigrationTests {
    private let archive = InMemorySessionStorage()
    private let storage = InMemorySessionStorage()

    /// A start of the app's new version.
    private func client(_ fixture: Fixture, _ archive: (any SessionStorage)? = nil) -> Auth {
        let clock = fixture.clock
        return Auth(
            .emulator(project: "demo-test"),
            storage: FirebaseAuthMigration(storage, archive: archive ?? self.archive, now: { clock.now }),
            transport: fixture.service,
            retry: .never,
            clock: clock.clock
        )
    }

    /// An archive of the user who is signed in, as the earlier version of the app has left it.
    private func leave(_ fixture: Fixture) async throws -> User {
        let user = try await fixture.signIn()
        let tokens = try #require(fixture.auth.presentTokens)
        let session = FirebaseArchives.Session(
            uid: user.uid,
            idToken: try await user.idToken().reveal(),
            refreshToken: tokens.refreshToken.reveal(),
            expiresAt: Double(fixture.clock.now.seconds) + 3600
        )
        await archive.save(FirebaseArchives.archive(session))
        return user
    }

    private func isAbsent(_ storage: any SessionStorage) async -> Bool {
        if case .absent = await storage.load() { true } else { false }
    }

    @Test func `keeps the user signed in, without a request, and moves the session`() async throws {
        let fixture = Fixture()
        let user = try await leave(fixture)
        let calls = fixture.service.calls.count
        let auth = client(fixture)
        #expect(await auth.ready().user?.uid == user.uid)
        #expect(try await auth.idToken().reveal() == fixture.auth.idToken().reveal())
        #expect(fixture.service.calls.count == calls)
        #expect(await isAbsent(archive))
        let next = client(fixture)
        #expect(await next.ready().user?.uid == user.uid)
    }

    @Test func `a sign-out stays`() async throws {
        let fixture = Fixture()
        _ = try await leave(fixture)
        let auth = client(fixture)
        await auth.ready()
        try await auth.signOut()
        #expect(await isAbsent(archive))
        #expect(await client(fixture).ready().user == nil)
    }

    @Test func `a sign-out before the storage was read stays too`() async throws {
        let fixture = Fixture()
        _ = try await leave(fixture)
        let auth = client(fixture)
        auth.signOutNow()
        await auth.ready()
        try await auth.signOut()
        #expect(await isAbsent(archive))
        #expect(await client(fixture).ready().user == nil)
    }

    @Test func `a session of one's own counts before the archive`() async throws {
        let fixture = Fixture()
        let first = client(fixture)
        let own = try await first.signInAnonymously().user
        await archive.save(FirebaseArchives.archive(FirebaseArchives.Session(uid: "other")))
        #expect(await client(fixture).ready().user?.uid == own.uid)
    }

    @Test func `an archive that is locked is not an absent session`() async throws {
        let fixture = Fixture()
        let locked = FaultyStorage(loadProblems: [StorageUnavailability](repeating: .locked, count: 9))
        let auth = client(fixture, locked)
        #expect(await auth.ready() == .storageUnavailable(.locked))
        let error = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(error?.code == .storageUnavailable)
    }

    @Test func `an archive that cannot be decoded stays where it is`() async throws {
        let fixture = Fixture()
        await archive.save(Secret(Array("bplist00 of a later version".utf8)))
        let auth = client(fixture)
        #expect(await auth.ready() == .storageUnavailable(.undecodable))
        #expect(await !isAbsent(archive))
        fixture.service.add("eve@example.com", password: "correct horse")
        try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        #expect(await client(fixture).ready().user != nil)
    }

    @Test func `a session is taken over though the archive cannot be removed, and gone after the sign-out`()
        async throws
    {
        let fixture = Fixture()
        let user = try await leave(fixture)
        guard case .found(let bytes) = await archive.load() else { return }
        let stuck = FaultyStorage(bytes.reveal())
        stuck.state.withLock { $0.writeProblem = .denied }
        let auth = client(fixture, stuck)
        #expect(await auth.ready().user?.uid == user.uid)
        let error = await failure { () throws(AuthError) in try await auth.signOut() }
        #expect(error?.code == .storageUnavailable && auth.currentUser == nil)
        stuck.state.withLock { $0.writeProblem = nil }
        await until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: .seconds(1))
        await until { stuck.bytes == nil }
        #expect(await client(fixture, stuck).ready().user == nil)
    }
}
