import HearthAuth
import HearthCore
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthFlows

/// What is kept while the storage comes and goes.
@Suite("FlowVault over a storage that refuses")
struct RefusingStorageTests {
    private func entry(_ number: Int) -> FlowArchive.Entry {
        FlowArchive.Entry(
            version: 1,
            owner: nil,
            expiresAt: UnixTime(seconds: 1),
            state: Secret(.integer(Int64(number)))
        )
    }

    /// What the next run of the app would find.
    private func stored(_ storage: InMemorySessionStorage) async -> [String: Int] {
        let vault = FlowVault(storage)
        _ = await vault.load()
        var stored: [String: Int] = [:]
        for name in await vault.names {
            stored[name] = await vault.entry(name)?.state.reveal().integer.map { Int($0) }
        }
        return stored
    }

    @Test(arguments: 1...20) func `holds what was decided last, as soon as it accepts anything`(seed: Int) async {
        var random = SeededRandom(seed)
        let storage = ComingAndGoingStorage()
        let vault = FlowVault(storage)
        var decided: [String: Int] = [:]
        for number in 0..<150 {
            let problem: StorageUnavailability? = Int.random(in: 0..<3, using: &random) == 0 ? .full : nil
            storage.problem.withLock { $0 = problem }
            let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            let value = Bool.random(using: &random) ? number : nil
            decided[name] = value
            let told = await vault.set(name, value.map(entry))
            guard problem == nil else { continue }
            #expect(told == nil)
            #expect(await stored(storage.storage) == decided, "step \(number)")
        }
    }

    @Test func `forgets what was forgotten while it refused`() async {
        let storage = ComingAndGoingStorage()
        let vault = FlowVault(storage)
        #expect(await vault.set("code", entry(1)) == nil)
        storage.problem.withLock { $0 = .locked }
        #expect(await vault.set("code", nil) == .locked)
        #expect(await vault.set("code", nil) == .locked)
        storage.problem.withLock { $0 = nil }
        #expect(await vault.set("code", nil) == nil)
        #expect(await storage.storage.load().isAbsent)
    }

    @Test func `does not write over what an earlier run left while that could not be read`() async {
        let storage = ComingAndGoingStorage()
        let earlier = FlowVault(storage)
        for (name, number) in [("link", 1), ("code", 2), ("deletion", 3)] {
            #expect(await earlier.set(name, entry(number)) == nil)
        }
        storage.problem.withLock { $0 = .locked }
        let vault = FlowVault(storage)
        #expect(await vault.load().problem == .locked)
        #expect(await vault.set("code", entry(20)) == .locked)
        #expect(await vault.set("deletion", nil) == .locked)
        storage.problem.withLock { $0 = nil }
        #expect(await vault.set("conflict", entry(4)) == nil)
        #expect(await stored(storage.storage) == ["link": 1, "code": 20, "conflict": 4])
    }

    @Test(
        arguments: [
            ("", DroppedFlow.Reason.undecodable), ("{}", .undecodable), ("null", .undecodable), ("[1]", .undecodable),
            (#"{"format":"1","flows":{}}"#, .undecodable), (#"{"format":1}"#, .undecodable),
            (#"{"format":1,"flows":[]}"#, .undecodable), (#"{"format":1,"flows":{"a":{}}}"#, .undecodable),
            (#"{"format":1,"flows":{}"#, .undecodable), (#"{"format":1,"flows":{}} x"#, .undecodable),
            (#"{"format":1,"flows":{"a":{"version":1e99,"expiresAt":1,"state":1}}}"#, .undecodable),
            (String(repeating: "[", count: 100_000), .undecodable), (#"{"format":0,"flows":{}}"#, .unknownVersion),
            (#"{"format":2,"flows":"elsewhere"}"#, .unknownVersion),
            (#"{"format":9223372036854775807}"#, .unknownVersion),
        ] as [(String, DroppedFlow.Reason)]
    )
    func `says why bytes are not what it wrote, and starts anew over them`(
        text: String,
        reason: DroppedFlow.Reason
    ) async {
        let storage = InMemorySessionStorage(Secret(Array(text.utf8)))
        let vault = FlowVault(storage)
        let (dropped, problem) = await vault.load()
        #expect(dropped == DroppedFlow(flow: "*", reason: reason) && problem == nil)
        #expect(await vault.names.isEmpty)
        #expect(await vault.set("a", entry(1)) == nil)
        #expect(await stored(storage) == ["a": 1])
    }
}

/// A storage that refuses everything for as long as it has a problem.
private struct ComingAndGoingStorage: SessionStorage {
    let storage = InMemorySessionStorage()
    let problem = Locked<StorageUnavailability?>(nil)

    private func check() throws(StorageUnavailability) {
        if let problem = problem.withLock(\.self) { throw problem }
    }

    func load() async -> StoredSession {
        if let problem = problem.withLock(\.self) { return .unavailable(problem) }
        return await storage.load()
    }

    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try check()
        await storage.save(session)
    }

    func delete() async throws(StorageUnavailability) {
        try check()
        await storage.delete()
    }
}
