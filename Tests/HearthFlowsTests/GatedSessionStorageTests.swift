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
