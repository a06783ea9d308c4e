import FirestoreSamples
import HearthDatabase
import HearthFirestoreModel
import HearthFirestoreStore
import HearthTestSupport
import Testing

/// Two stores stand for two processes: each has its own locks, clock and memory, and the file is all that they share.
@Suite("Transactions of two processes with one file", .timeLimit(.minutes(5)))
struct SharedFileTests {
    private let folder = TemporaryFolder()
    private let here: TestStore
    private let there: TestStore

    init() async throws {
        let path = folder.file("firestore.db")
        here = try await TestStore(.sqlite(path: path))
        there = try await TestStore(.sqlite(path: path))
        try await here.put("c/d", ["n": 0])
    }

    private func close() async {
        await here.store.close()
        await there.store.close()
    }

    @Test(arguments: [TransactionMode.readWrite, .optimistic])
    func `fail if the other process has changed what they read`(mode: TransactionMode) async throws {
        for (row, change) in ["c/d", "c/missing", "q/new", "other/x"].enumerated() {
            let id = try await here.store.begin(mode, in: demo)
            _ = try await here.get("c/d", .inTransaction(id))
            _ = try await here.get("c/missing", .inTransaction(id))
            let query = try Query(parent: TestStore.name(""), source: .init("q")).prepared()
            _ = try await here.store.results(of: query, .inTransaction(id))
            // Later than the transaction's moment, also by the other process's clock.
            there.advance(.seconds(1))
            try await there.put(change, ["n": .integer(Int64(row + 1))])
            let failure = await refusal { try await here.put("c/e", ["n": .integer(Int64(row))], in: id) }
            #expect(failure?.code == (change == "other/x" ? nil : .aborted), "\(change)")
            here.advance(.seconds(2))
        }
        await close()
    }

    @Test func `with locks see a change of the other process whose clock is behind`() async throws {
        here.advance(.seconds(60))
        try await here.put("other/x", ["n": 1])
        let id = try await here.store.begin(.readWrite, in: demo)
        _ = try await here.get("c/d", .inTransaction(id))
        try await there.put("c/d", ["n": 5])
        #expect(await refusal { try await here.put("c/d", ["n": 1], in: id) }?.code == .aborted)
        #expect(try await here.get("c/d") == ["n": 5])
        await close()
    }

    @Test func `that add one at once never lose one`() async throws {
        let added = await withTaskGroup(of: Int.self) { group in
            for store in [here, there, here, there] {
                group.addTask {
                    var added = 0
                    for _ in 0..<10 {
                        guard let id = try? await store.store.begin(.readWrite, in: demo),
                            case .integer(let number)? = try? await store.get("c/d", .inTransaction(id))?["n"],
                            (try? await store.put("c/d", ["n": .integer(number + 1)], in: id)) != nil
                        else { continue }
                        added += 1
                    }
                    return added
                }
            }
            return await group.reduce(0, +)
        }
        #expect(added > 0)
        #expect(try await here.get("c/d") == ["n": .integer(Int64(added))])
        #expect(try await here.store.faults().isEmpty)
        await close()
    }
}
