import HearthCore
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("NamedSessions")
struct NamedSessionsTests {
    private let fixture = Fixture()
    private let folder: TemporaryFolder

    init() throws {
        folder = TemporaryFolder()
    }

    /// A process of the app.
    private func process() -> NamedSessions {
        let (service, clock) = (fixture.service, fixture.clock)
        return NamedSessions(FileSessionStorage(directory: folder.path)) { storage in
            Auth(
                .emulator(project: "demo-test"),
                storage: storage,
                transport: service,
                retry: .never,
                clock: clock.clock
            )
        }
    }

    private func signIn(_ email: String, _ auth: Auth) async throws -> String {
        fixture.service.add(email, password: "correct horse")
        return try await auth.signIn(withEmail: email, password: "correct horse").user.uid
    }

    private func failure(_ work: () async throws(AuthError) -> Void) async -> AuthError.Code? {
        do throws(AuthError) {
            try await work()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `begin with the user of an app that had one`() async throws {
        let old = Auth(
            .emulator(project: "demo-test"),
            storage: FileSessionStorage(directory: folder.path),
            transport: fixture.service,
            retry: .never,
            clock: fixture.clock.clock
        )
        let uid = try await signIn("eve@example.com", old)
        let sessions = process()
        #expect(try await sessions.names() == ["main"])
        #expect(try await sessions.active().ready().user?.uid == uid)
    }

    @Test func `keep their users apart, in this run and in the next`() async throws {
        let sessions = process()
        let home = try await signIn("eve@example.com", try await sessions.active())
        let work = try await signIn("eve@work.example", try await sessions.activate("work"))
        #expect(home != work)
        #expect(try await sessions.activeName() == "work")
        let next = process()
        #expect(try await next.names() == ["main", "work"])
        #expect(try await next.active() === next.client("work"))
        #expect(try await next.active().ready().user?.uid == work)
        #expect(try await next.activate("main").ready().user?.uid == home)
    }

    @Test func `are the same for another process`() async throws {
        let (one, other) = (process(), process())
        _ = try await one.activate("work")
        var names = other.activeNames.makeAsyncIterator()
        #expect(await names.next() == "main")
        #expect(try await other.activeName() == "work")
        #expect(await names.next() == "work")
    }

    @Test func `are forgotten one by one, and the first becomes active`() async throws {
        let sessions = process()
        let home = try await signIn("eve@example.com", try await sessions.active())
        _ = try await signIn("eve@work.example", try await sessions.activate("work"))
        try await sessions.remove("work")
        #expect(try await sessions.names() == ["main"])
        #expect(try await sessions.activeName() == "main")
        let next = process()
        #expect(try await next.client("work").ready().user == nil)
        #expect(try await next.client("main").ready().user?.uid == home)
        try await next.remove("main")
        #expect(try await next.names() == ["main"])
        #expect(try await next.active().currentUser == nil)
    }

    /// Names that, put behind the word of a storage beside the first, might be the name of another.
    @Test func `may have any name, and neither the list nor another user is lost`() async throws {
        let sessions = process()
        let names = ["s", "sessions", "session", "key", "sealed", "flows", "0"]
        var users: [String: String] = ["main": try await signIn("main@example.com", try await sessions.active())]
        for name in names {
            users[name] = try await signIn(name + "@\(name).example.com", try await sessions.activate(name))
        }
        let next = process()
        #expect(try await next.names() == ["main"] + names)
        for (name, uid) in users {
            let auth = try next.client(name)
            #expect(await auth.ready().user?.uid == uid, "\(name)")
        }
    }

    @Test(arguments: ["", "a b", "../x", "ü", "a.b", "a/b", String(repeating: "a", count: 33)])
    func `have names of letters and digits`(_ name: String) async {
        let sessions = process()
        #expect(await failure { () throws(AuthError) in try await sessions.activate(name) } == .invalidRequest)
        #expect(await failure { () throws(AuthError) in try await sessions.remove(name) } == .invalidRequest)
    }

    @Test func `are a hundred at most`() async throws {
        let sessions = process()
        for number in 1..<100 { try await sessions.activate("s\(number)") }
        #expect(await failure { () throws(AuthError) in try await sessions.activate("s100") } == .invalidRequest)
        #expect(try await sessions.names().count == 100)
        #expect(try await sessions.activeName() == "s99")
    }

    @Test func `are not lost when the list cannot be read`() async throws {
        let list = FaultyStorage(Array("of a later version".utf8))
        let sessions = NamedSessions(Listed(list: list)) { storage in
            Auth(.emulator(project: "demo-test"), storage: storage, transport: fixture.service)
        }
        #expect(await failure { () throws(AuthError) in try await sessions.activate("work") } == .storageUnavailable)
        #expect(list.bytes == Array("of a later version".utf8))
    }
}

/// A storage beside which a given list lies.
private struct Listed: SessionStorage {
    let list: FaultyStorage

    func load() async -> StoredSession { .absent }
    func save(_ session: Secret<[UInt8]>) async {}
    func delete() async {}
    func neighbor(_ name: String) -> any SessionStorage { list }
}
