import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

@Suite("Transactions")
struct TransactionTests {
    private static let ended = FirestoreError(
        .aborted,
        "The referenced transaction has expired or is no longer valid."
    )
    private static let timeout = FirestoreError(.aborted, "Transaction lock timeout.")

    @Test func `let a write outside wait until they end`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let id = try await test.store.begin(.readWrite, in: demo)
        #expect(try await test.get("c/d", .inTransaction(id)) == ["n": 1])
        async let outside = test.put("c/d", ["n": 2])
        await test.waits.begun(1)
        #expect(try await test.get("c/d") == ["n": 1])
        try await test.put("c/d", ["n": 3], in: id)
        _ = try await outside
        #expect(try await test.get("c/d") == ["n": 2])
    }

    @Test func `let a write outside give up after its time`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let id = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(id))
        async let outside = refusal { try await test.put("c/d", ["n": 2]) }
        await test.waits.begun(1)
        await test.waits.passAll()
        #expect(await outside == Self.timeout)
        try await test.put("c/d", ["n": 3], in: id)
        #expect(try await test.get("c/d") == ["n": 3])
    }

    @Test func `lock what is missing, and what a query looked at, but nothing else`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let id = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/m", .inTransaction(id))
        let query = try Query(parent: TestStore.name(""), source: .init("q")).prepared()
        _ = try await test.store.results(of: query, .inTransaction(id))
        async let missing = refusal { try await test.put("c/m", ["n": 2]) }
        await test.waits.begun(1)
        async let phantom = refusal { try await test.put("q/new", ["n": 2]) }
        await test.waits.begun(2)
        try await test.put("c/x", ["n": 1])
        try await test.put("q/new/sub/x", ["n": 1])
        await test.waits.passAll()
        #expect(await missing == Self.timeout)
        #expect(await phantom == Self.timeout)
        try await test.put("q/own", ["n": 2], in: id)
    }

    @Test func `end by a rollback, which may come twice`() async throws {
        let test = try await TestStore()
        let id = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(id))
        async let outside = test.put("c/d", ["n": 2])
        await test.waits.begun(1)
        try await test.store.rollback(id, in: demo)
        _ = try await outside
        try await test.store.rollback(id, in: demo)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(id)) } == Self.ended)
        #expect(await refusal { try await test.put("c/d", ["n": 1], in: id) } == Self.ended)
    }

    @Test func `that race let one win and one lose`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let first = try await test.store.begin(.readWrite, in: demo)
        let second = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(first))
        _ = try await test.get("c/d", .inTransaction(second))
        async let one = refusal { try await test.put("c/d", ["n": 10], in: first) }
        await test.waits.begun(1)
        // It need not wait: no time could end what each of them has.
        #expect(await refusal { try await test.put("c/d", ["n": 20], in: second) } == Self.timeout)
        #expect(await one == nil)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(second)) } == Self.ended)
        try await test.store.rollback(second, in: demo)
        #expect(try await test.get("c/d") == ["n": 10])
    }

    @Test func `that wait for each other in a circle let the last one lose at once`() async throws {
        let test = try await TestStore()
        var ids: [[UInt8]] = []
        for path in ["c/a", "c/b", "c/c"] {
            let id = try await test.store.begin(.readWrite, in: demo)
            _ = try await test.get(path, .inTransaction(id))
            ids.append(id)
        }
        let (a, b, c) = (ids[0], ids[1], ids[2])
        async let one = refusal { try await test.put("c/b", ["by": 1], in: a) }
        await test.waits.begun(1)
        async let two = refusal { try await test.put("c/c", ["by": 2], in: b) }
        await test.waits.begun(2)
        #expect(await refusal { try await test.put("c/a", ["by": 3], in: c) } == Self.timeout)
        #expect(await two == nil)
        #expect(await one == nil)
        #expect(try await test.get("c/b") == ["by": 1])
        #expect(try await test.get("c/c") == ["by": 2])
    }

    @Test func `that only read see one moment and hold nothing up`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let id = try await test.store.begin(.readOnly(nil), in: demo)
        #expect(try await test.get("c/d", .inTransaction(id)) == ["n": 1])
        try await test.put("c/d", ["n": 2])
        #expect(try await test.get("c/d", .inTransaction(id)) == ["n": 1])
        let readOnly = await refusal { try await test.put("c/d", ["n": 3], in: id) }
        #expect(readOnly == .invalid("Cannot modify entities in a read-only transaction."))
        #expect(try await test.get("c/d", .inTransaction(id)) == ["n": 1])
        _ = try await test.store.commit([], in: demo, transaction: id)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(id)) } == Self.ended)
    }

    @Test func `have ids as recorded`() async throws {
        let test = try await TestStore()
        #expect(try await test.store.begin(.readWrite, in: demo) == [0x11, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(
            await refusal { try await test.store.rollback([0, 0, 0], in: demo) } == .invalid("Invalid transaction.")
        )
        let unissued: [UInt8] = [0x11, 0x64, 0, 0, 0, 0, 0, 0, 0]
        let unknown = FirestoreError.invalid("Transaction is invalid or expired.")
        #expect(await refusal { try await test.store.rollback(unissued, in: demo) } == unknown)
        let other = DatabaseName(project: "other")
        let id = try await test.store.begin(.readWrite, in: other)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(id)) } == unknown)
    }

    @Test func `expire when they rest, and let the others go on`() async throws {
        let test = try await TestStore()
        let id = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(id))
        async let outside = test.put("c/d", ["n": 2])
        await test.waits.begun(1)
        test.advance(.seconds(61))
        try await test.store.tidy()
        _ = try await outside
        #expect(await refusal { try await test.put("c/d", ["n": 1], in: id) } == Self.ended)
    }

    @Test func `that are optimistic fail if what they read has changed`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        for change in ["c/d", "c/other"] {
            let id = try await test.store.begin(.optimistic, in: demo)
            _ = try await test.get("c/d", .inTransaction(id))
            try await test.put(change, ["n": 5, "x": .string(change)])
            let failure = await refusal { try await test.put("c/e", ["n": 1], in: id) }
            #expect(failure?.code == (change == "c/d" ? .aborted : nil))
        }
        let id = try await test.store.begin(.optimistic, in: demo)
        let query = try Query(parent: TestStore.name(""), source: .init("q")).prepared()
        _ = try await test.store.results(of: query, .inTransaction(id))
        try await test.put("q/new", ["n": 1])
        #expect(await refusal { try await test.put("c/e", ["n": 2], in: id) }?.code == .aborted)
    }

    @Test func `that add one at once never lose one`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 0])
        let added = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var added = 0
                    for _ in 0..<10 {
                        guard let id = try? await test.store.begin(.optimistic, in: demo),
                            case .integer(let number)? = try? await test.get("c/d", .inTransaction(id))?["n"],
                            (try? await test.put("c/d", ["n": .integer(number + 1)], in: id)) != nil
                        else { continue }
                        added += 1
                    }
                    return added
                }
            }
            return await group.reduce(0, +)
        }
        #expect(try await test.get("c/d") == ["n": .integer(Int64(added))])
        #expect(added > 0)
    }
}
