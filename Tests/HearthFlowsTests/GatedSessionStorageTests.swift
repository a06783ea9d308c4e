import HearthAuth
import HearthCore
import HearthFlows
import Testing

/// A storage behind a gate, alone.
@Suite("GatedSessionStorage")
struct GatedSessionStorageTests {
    private static let session = Secret(Array("a session".utf8))

    private func storage(
        _ inner: any SessionStorage,
        _ passphrase: Secret<String>
    ) -> GatedSessionStorage {
        GatedSessionStorage(inner, gate: PassphraseGate { (_) throws(GateRefusal) in passphrase })
    }

    @Test func `asks no one and gives nothing out while it is locked`() async throws {
        let inner = InMemorySessionStorage()
        let storage = storage(inner, "right")
        await #expect(throws: StorageUnavailability.locked) { try await storage.save(Self.session) }
        #expect(await storage.load().isAbsent)
        try await storage.unlock(reason: "")
        try await storage.save(Self.session)
        storage.lock()
        guard case .unavailable(.locked) = await storage.load() else {
            Issue.record("a session came out")
            return
        }
        try await storage.unlock(reason: "")
        guard case .found(let session) = await storage.load() else {
            Issue.record("no session")
            return
        }
        #expect(session.reveal() == Self.session.reveal())
        try await storage.delete()
        #expect(await inner.load().isAbsent)
    }

    @Test func `another key, a changed byte and foreign bytes open nothing`() async throws {
        let inner = InMemorySessionStorage()
        let first = storage(inner, "right")
        try await first.unlock(reason: "")
        try await first.save(Self.session)
        await #expect(throws: GateRefusal.wrong) { try await storage(inner, "wrong").unlock(reason: "") }
        guard case .found(let sealed) = await inner.load() else {
            Issue.record("nothing was stored")
            return
        }
        for index in [0, 16, sealed.reveal().count - 1] {
            var changed = sealed.reveal()
            changed[index] ^= 1
            let copy = InMemorySessionStorage(Secret(changed))
            await #expect(throws: GateRefusal.wrong) { try await storage(copy, "right").unlock(reason: "") }
        }
        let foreign = InMemorySessionStorage(Secret([1, 2, 3]))
        await #expect(throws: GateRefusal.wrong) { try await storage(foreign, "right").unlock(reason: "") }
    }

    /// What a storage holds, and how often it was changed in one step or written alone.
    private final class Counting: SessionStorage {
        let inner = InMemorySessionStorage()
        let steps = Locked<(updates: Int, saves: Int)>((0, 0))

        func load() async -> StoredSession { await inner.load() }

        func save(_ session: Secret<[UInt8]>) async {
            steps.withLock { $0.saves += 1 }
            await inner.save(session)
        }

        func delete() async { await inner.delete() }

        func update<Outcome: Sendable>(
            _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
        ) async -> Outcome {
            steps.withLock { $0.updates += 1 }
            return await inner.update(decide)
        }
    }

    private func found(_ stored: StoredSession) -> [UInt8]? {
        if case .found(let bytes) = stored { bytes.reveal() } else { nil }
    }

    @Test func `what is decided by the stored session is stored in one step`() async throws {
        let inner = Counting()
        let storage = storage(inner, "right")
        try await storage.unlock(reason: "")
        let first = try await storage.update { stored in (.save(Secret([1])), stored.isAbsent) }
        let second = try await storage.update { stored in (.save(Secret([2])), stored) }
        #expect(first && found(second) == [1])
        let kept = try await storage.update { stored in (.keep, stored) }
        let loaded = await storage.load()
        #expect(found(kept) == [2] && found(loaded) == [2])
        #expect(inner.steps.withLock { $0.updates } == 3 && inner.steps.withLock { $0.saves } == 0)
        #expect(found(await inner.load()) != [2])
        try await storage.update { _ in (.delete, ()) }
        #expect(await inner.load().isAbsent)
    }

    @Test func `while it is locked a decision sees no session, stores none and may remove it`() async throws {
        let inner = InMemorySessionStorage()
        let storage = storage(inner, "right")
        try await storage.unlock(reason: "")
        try await storage.save(Self.session)
        let sealed = found(await inner.load())
        storage.lock()
        let seen = Locked<[Bool]>([])
        await #expect(throws: StorageUnavailability.locked) {
            try await storage.update { stored in
                if case .unavailable(.locked) = stored { seen.withLock { $0.append(true) } }
                return (.save(Secret([9])), ())
            }
        }
        let stored = await inner.load()
        #expect(seen.withLock(\.self) == [true] && found(stored) == sealed)
        try await storage.update { _ in (.delete, ()) }
        #expect(await inner.load().isAbsent)
    }

    @Test func `a refused key and a storage that cannot be read leave it as it was`() async throws {
        let refusals: [GateRefusal] = [.cancelled, .wrong, .lockedOut, .unavailable, .keyLost]
        for refusal in refusals {
            let gate = PassphraseGate { (_) throws(GateRefusal) in throw refusal }
            let storage = GatedSessionStorage(InMemorySessionStorage(), gate: gate)
            await #expect(throws: refusal) { try await storage.unlock(reason: "") }
            #expect(storage.isLocked)
        }
        let open = storage(InMemorySessionStorage(), "right")
        try await open.unlock(reason: "")
        #expect(!open.isLocked)
    }

    @Test func `two storages have two salts`() async throws {
        let storages = [InMemorySessionStorage(), InMemorySessionStorage()]
        var sealed: [[UInt8]] = []
        for inner in storages {
            let storage = storage(inner, "right")
            try await storage.unlock(reason: "")
            try await storage.save(Self.session)
            if case .found(let bytes) = await inner.load() { sealed.append(Array(bytes.reveal().prefix(16))) }
        }
        #expect(sealed.count == 2 && sealed.first != sealed.last)
    }
}
