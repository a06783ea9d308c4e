import HearthAuth
import HearthCore
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthFlows

/// What keeps the workflows.
@Suite("FlowVault")
struct FlowVaultTests {
    private static let entry = FlowArchive.Entry(
        version: 1,
        owner: nil,
        expiresAt: UnixTime(seconds: 1),
        state: Secret(.string("a code"))
    )

    @Test func `keeps what it was told last, no matter who else writes`() async throws {
        let storage = InMemorySessionStorage()
        let vault = FlowVault(storage)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { _ = await vault.set("flow \(number)", Self.entry) }
            }
        }
        #expect(await vault.set("flow 7", nil) == nil)
        let next = FlowVault(storage)
        #expect(await next.load().problem == nil)
        #expect(await next.names.count == 49)
        #expect(await next.entry("flow 8")?.state.reveal() == .string("a code"))
    }

    @Test func `says why nothing could be kept, and keeps it when it can`() async throws {
        let storage = FullStorage()
        let vault = FlowVault(storage)
        #expect(await vault.set("a", Self.entry) == .full)
        storage.isFull.withLock { $0 = false }
        #expect(await vault.set("b", Self.entry) == nil)
        let next = FlowVault(storage.storage)
        _ = await next.load()
        #expect(await next.names == ["a", "b"])
    }

    @Test func `files beside the session's are sealed, with a key of their own`() async throws {
        let directory = TemporaryFolder()
        let session = FileSessionStorage(directory: directory.path, name: "shop")
        let vault = FlowVault(session.neighbor("flows"))
        #expect(await vault.set("a", Self.entry) == nil)
        #expect(await session.load().isAbsent)
        #expect(directory.names.filter { !$0.hasSuffix(".lock") } == ["shop-flows.key", "shop-flows.sealed"])
        #expect(directory.text(of: "shop-flows.sealed")?.contains("code") == false)
        let next = FlowVault(FileSessionStorage(directory: directory.path, name: "shop").neighbor("flows"))
        _ = await next.load()
        #expect(await next.entry("a")?.state.reveal() == .string("a code"))
    }
}

/// A storage without room.
private struct FullStorage: SessionStorage {
    let storage = InMemorySessionStorage()
    let isFull = Locked(true)

    func load() async -> StoredSession { await storage.load() }

    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        if isFull.withLock(\.self) { throw .full }
        await storage.save(session)
    }

    func delete() async { await storage.delete() }
}
