import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("FileSessionStorage, what it leaves and whom it waits for")
struct FileTracesTests {
    let directory: TemporaryFolder
    let storage: FileSessionStorage

    init() throws {
        directory = TemporaryFolder()
        storage = FileSessionStorage(directory: directory.path, patience: .milliseconds(20))
    }

    private var names: [String] { FileFacts.names(directory.path) }

    private func leaveDrafts() {
        for name in ["session.sealed.new", "session.key.new"] { FileFacts.write([1], to: directory.path + "/" + name) }
    }

    @Test func `deleting removes the session, its key and what a killed writer left`() async throws {
        try await storage.save(Secret([1]))
        leaveDrafts()
        try await storage.delete()
        #expect(names == ["session.lock"])
    }

    @Test func `deleting removes what was left by a writer that was killed before it had a session`() async throws {
        leaveDrafts()
        try await storage.delete()
        #expect(names == ["session.lock"])
    }

    @Test func `an update that deletes leaves nothing either`() async throws {
        try await storage.save(Secret([1]))
        leaveDrafts()
        try await storage.update { _ in (.delete, ()) }
        #expect(names == ["session.lock"])
    }

    @Test func `the next start removes what a killed writer left, and keeps the session`() async throws {
        try await storage.save(Secret([7]))
        leaveDrafts()
        guard case .found(let session) = await storage.load() else { return #expect(Bool(false)) }
        #expect(session.reveal() == [7])
        #expect(names == ["session.key", "session.lock", "session.sealed"])
        leaveDrafts()
        guard case .found = storage.loadNow() else { return #expect(Bool(false)) }
        #expect(names == ["session.key", "session.lock", "session.sealed"])
    }

    @Test func `a key without a session is removed at the next start`() async throws {
        try await storage.save(Secret([1]))
        FileFacts.remove(directory.path + "/session.sealed")
        guard case .absent = await storage.load() else { return #expect(Bool(false)) }
        #expect(names == ["session.lock"])
    }

    @Test func `nothing is made where there is nothing`() async throws {
        try await storage.delete()
        _ = await storage.load()
        #expect(names.isEmpty)
    }

    @Test func `a killed writer leaves nothing that a sign-out does not remove`() async throws {
        for round in 0..<20 {
            _ = try WriterProcess("SessionWriter", directory.path).kill(after: 1 + round % 5)
            try await FileSessionStorage(directory: directory.path).delete()
            #expect(names == ["session.lock"])
        }
    }

    @Test func `a lock that another process holds is waited for, but not for ever`() async throws {
        try await storage.save(Secret([1]))
        let lock = try HeldLock(directory.path + "/session.lock")
        await #expect(throws: StorageUnavailability.busy) { try await storage.save(Secret([2])) }
        await #expect(throws: StorageUnavailability.busy) { try await storage.delete() }
        await #expect(throws: StorageUnavailability.busy) { try await storage.update { _ in (.keep, ()) } }
        // Reading needs no lock.
        guard case .found(let session) = await storage.load() else { return #expect(Bool(false)) }
        #expect(session.reveal() == [1])
        lock.release()
        try await storage.save(Secret([2]))
    }

    @Test func `a child that starts during an update does not keep the lock`() async throws {
        try await storage.save(Secret([1]))
        let lock = directory.path + "/session.lock"
        let child = try await storage.update { _ in (.keep, SharedDescriptors(of: lock)) }
        defer { child.close() }
        #expect(child.count == 1)
        try await storage.save(Secret([2]))
    }

    @Test func `a sign-in while the lock is held counts, and is written when the lock is free`() async throws {
        try await storage.save(Secret([1]))
        let lock = try HeldLock(directory.path + "/session.lock")
        let clock = TestClock()
        let service = FakeService(now: { clock.now })
        service.add("eve@example.com", password: "x", uid: "eve")
        let configuration = AuthConfiguration.emulator(project: "demo-test")
        let auth = Auth(configuration, storage: storage, transport: service, retry: .never, clock: clock.clock)
        #expect(try await auth.signIn(withEmail: "eve@example.com", password: "x").user.uid == "eve")
        let problem = await failure { () throws(AuthError) in try await auth.signOut() }
        #expect(problem?.code == .storageUnavailable && problem?.storage == .busy && problem?.recovery == .storage)
        try await auth.signIn(withEmail: "eve@example.com", password: "x")
        lock.release()
        await until {
            clock.advance(by: .seconds(60))
            return await Auth(configuration, storage: storage, transport: service).ready().user?.uid == "eve"
        }
    }
}
