import FirestoreSamples
import HearthCore
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

@Suite("How transactions end")
struct TransactionEndTests {
    private static let ended = FirestoreError(
        .aborted,
        "The referenced transaction has expired or is no longer valid."
    )
    private static let unknown = FirestoreError.invalid("Transaction is invalid or expired.")
    private static let other = DatabaseName(project: "other")

    @Test func `a rollback by way of another database ends nothing`() async throws {
        let test = try await TestStore()
        let name = ResourceName(database: Self.other, path: ResourcePath(["c", "d"]))
        let id = try await test.store.begin(.readWrite, in: Self.other)
        _ = try await test.store.documents([name], in: Self.other, .inTransaction(id))
        #expect(await refusal { try await test.store.rollback(id, in: demo) } == Self.unknown)
        // It goes on, and its end lets others write what it had read.
        let write = Write(name, .update(["n": 1], mask: nil))
        _ = try await test.store.commit([write], in: Self.other, transaction: id)
        _ = try await test.store.commit([write], in: Self.other)
        #expect(await refusal { _ = try await test.store.commit([], in: Self.other, transaction: id) } == Self.ended)
    }

    @Test func `a commit that comes twice at once happens once`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 0])
        let add = Write(
            TestStore.name("c/d"),
            .transform,
            transforms: [FieldTransform(FieldPath(["n"]), .increment(1))]
        )
        let reader = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(reader))
        let id = try await test.store.begin(.readWrite, in: demo)
        // The first waits for the reader. The answer is late, and the client asks again.
        async let first = test.store.commit([add], in: demo, transaction: id)
        await test.waits.begun(1)
        #expect(await refusal { _ = try await test.store.commit([add], in: demo, transaction: id) } == Self.ended)
        try await test.store.rollback(reader, in: demo)
        #expect(try await first != nil)
        #expect(await refusal { _ = try await test.store.commit([add], in: demo, transaction: id) } == Self.ended)
        #expect(try await test.get("c/d") == ["n": 1])
    }

    @Test func `what it saw is not answered any more once it is forgotten`() async throws {
        let test = try await TestStore()
        let old = try #require(try await test.put("c/d", ["n": 1])).time
        test.advance(.seconds(1))
        try await test.put("c/d", ["n": 2])
        test.advance(.seconds(3595))
        let id = try await test.store.begin(.readOnly(old), in: demo)
        #expect(try await test.get("c/d", .inTransaction(id)) == ["n": 1])
        test.advance(.seconds(30))
        try await test.store.tidy()
        let late = await refusal { _ = try await test.get("c/d", .inTransaction(id)) }
        #expect(late == FirestoreError(.failedPrecondition, "The requested 'read_time' is too old."))
        let query = try Query(parent: TestStore.name(""), source: .init("c")).prepared()
        #expect(await refusal { _ = try await test.store.results(of: query, .inTransaction(id)) }?.code == late?.code)
    }

    @Test(arguments: [
        // How long each rest is, how many there are, and whether the transaction is there at the end.
        (59, 1, true), (60, 1, true), (61, 1, false), (50, 5, true), (54, 5, true), (50, 6, false), (1, 271, false),
    ]) func `it may rest a minute and last four and a half`(rest: Int, times: Int, isOpen: Bool) async throws {
        let test = try await TestStore()
        let id = try await test.store.begin(.readWrite, in: demo)
        for index in 1...times {
            test.advance(.seconds(rest))
            try await test.store.tidy()
            let error = await refusal { _ = try await test.get("c/d", .inTransaction(id)) }
            #expect(error == (isOpen || index < times ? nil : Self.ended))
        }
    }

    @Test func `too many are refused, until some have ended`() async throws {
        let test = try await TestStore()
        var ids: [[UInt8]] = []
        for _ in 0..<1000 { ids.append(try await test.store.begin(.readWrite, in: demo)) }
        #expect(await refusal { _ = try await test.store.begin(.readWrite, in: demo) }?.code == .resourceExhausted)
        #expect(Set(ids).count == 1000)
        try await test.store.rollback(ids[500], in: demo)
        _ = try await test.store.begin(.optimistic, in: demo)
        test.advance(.seconds(61))
        try await test.store.tidy()
        for _ in 0..<1000 { _ = try await test.store.begin(.readOnly(nil), in: demo) }
    }

    @Test func `ids that cannot be guessed are told from those that never were`() async throws {
        let counter = Locked<UInt8>(0)
        let test = try await TestStore { configuration in
            configuration.random = RandomSource { count in
                let byte = counter.withLock { byte -> UInt8 in
                    byte += 1
                    return byte
                }
                return Array(repeating: byte, count: count)
            }
        }
        let id = try await test.store.begin(.readWrite, in: demo)
        #expect(id == [0x12] + Array(repeating: 1, count: 16))
        let guess: [UInt8] = [0x12] + Array(repeating: 9, count: 16)
        #expect(await refusal { try await test.store.rollback(guess, in: demo) } == Self.unknown)
        for wrong in [
            [], Array(id.dropLast()), id + [0], [0x11] + Array(id.dropFirst()), [0x11, 0, 0, 0, 0, 0, 0, 0, 0],
        ] {
            #expect(
                await refusal { try await test.store.rollback(wrong, in: demo) } == .invalid("Invalid transaction.")
            )
        }
        try await test.store.rollback(id, in: demo)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(id)) } == Self.ended)
        // The one that replaces it must name one that was.
        _ = try await test.store.begin(.readWrite, in: demo, replacing: id)
        #expect(
            await refusal { _ = try await test.store.begin(.readWrite, in: demo, replacing: guess) } == Self.unknown
        )
    }

    @Test(arguments: [true, false])
    func `a reading or a commit that is denied lets others write`(isReading: Bool) async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let denied = FirestoreError(.permissionDenied, "no")
        let id = try await test.store.begin(.readWrite, in: demo)
        let error = await refusal {
            if isReading {
                _ = try await test.store.documents([TestStore.name("c/d")], in: demo, .inTransaction(id)) { _, _, _ in
                    throw denied
                }
            } else {
                _ = try await test.get("c/d", .inTransaction(id))
                let write = Write(TestStore.name("c/d"), .delete)
                _ = try await test.store.commit([write], in: demo, transaction: id) { _, _ in throw denied }
            }
        }
        #expect(error == denied)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(id)) } == Self.ended)
        // It does not wait: nothing is locked.
        try await test.put("c/d", ["n": 2])
        #expect(try await test.get("c/d") == ["n": 2])
    }

    @Test(arguments: [TransactionMode.readWrite, .optimistic, .readOnly(nil)])
    func `a clear ends all of its database, and none of another`(mode: TransactionMode) async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        let here = try await test.store.begin(mode, in: demo)
        let there = try await test.store.begin(mode, in: Self.other)
        _ = try await test.get("c/d", .inTransaction(here))
        try await test.store.clear(demo)
        #expect(await refusal { _ = try await test.get("c/d", .inTransaction(here)) } == Self.ended)
        let name = ResourceName(database: Self.other, path: ResourcePath(["c", "d"]))
        #expect(try await test.store.documents([name], in: Self.other, .inTransaction(there)).documents == [nil])
        try await test.put("c/d", ["n": 2])
    }

    @Test func `reading waits for a commit that is under way, and then sees it`() async throws {
        let test = try await TestStore()
        try await test.put("c/d", ["n": 1])
        // The commit waits for a reader, and marks its documents only when the reader has ended.
        let reader = try await test.store.begin(.readWrite, in: demo)
        _ = try await test.get("c/d", .inTransaction(reader))
        async let commit = test.put("c/d", ["n": 2])
        await test.waits.begun(1)
        let second = try await test.store.begin(.readWrite, in: demo)
        try await test.store.rollback(reader, in: demo)
        _ = try await commit
        #expect(try await test.get("c/d", .inTransaction(second)) == ["n": 2])
    }
}
