import FirestoreSamples
import HearthDatabase
import HearthFirestoreModel
import HearthFirestoreStore
import HearthTestSupport
import Testing

@Suite("Commits")
struct CommitTests {
    @Test func `have one time, later than every earlier one, though the clock stands still`() async throws {
        let test = try await TestStore()
        let first = try #require(try await test.put("c/a", ["n": 1]))
        let second = try #require(try await test.put("c/b", ["n": 2]))
        #expect(first.time < second.time)
        #expect(second.time.microseconds == first.time.microseconds + 1)
        let found = try await test.store.documents(["c/a", "c/b", "c/none"].map(TestStore.name), in: demo)
        #expect(found.documents.map { $0?.fields["n"] } == [1, 2, nil])
        #expect(found.documents[0]?.createTime == first.time)
        #expect(found.readTime >= second.time)
    }

    @Test func `happen altogether or not at all`() async throws {
        let test = try await TestStore()
        try await test.put("c/a", ["n": 1])
        let writes = [
            Write(TestStore.name("c/a"), .update(["n": 2], mask: nil)),
            Write(TestStore.name("c/b"), .update(["n": 2], mask: nil), precondition: .exists(true)),
        ]
        let error = await #expect(throws: FirestoreError.self) { try await test.store.commit(writes, in: demo) }
        #expect(error?.code == .notFound)
        #expect(try await test.get("c/a") == ["n": 1])
        #expect(try await test.store.faults().isEmpty)
    }

    @Test func `apply their writes in order`() async throws {
        let test = try await TestStore()
        let name = TestStore.name("c/a")
        let record = try #require(
            try await test.store.commit(
                [
                    Write(name, .update(["n": 1], mask: nil)), Write(name, .delete),
                    Write(name, .update(["m": 2], mask: [FieldPath(["m"])])),
                ],
                in: demo
            )
        )
        #expect(record.updates.count == 1)
        #expect(record.updates[0].after?.fields == ["m": 2])
        #expect(record.outcomes.map(\.updateTime) == [record.time, nil, record.time])
    }

    @Test func `that change nothing leave no trace`() async throws {
        let test = try await TestStore()
        let first = try #require(try await test.put("c/a", ["n": 1]))
        let second = try #require(try await test.put("c/a", ["n": 1]))
        #expect(second.updates.isEmpty && second.outcomes[0].updateTime == first.time)
        #expect(try await test.store.commit([], in: demo) == nil)
    }

    @Test func `are asked for permission before their preconditions tell anything`() async throws {
        let test = try await TestStore()
        let write = Write(TestStore.name("c/a"), .update(["n": 1], mask: nil), precondition: .exists(true))
        let denied = FirestoreError(.permissionDenied, "no")
        let error = await #expect(throws: FirestoreError.self) {
            try await test.store.commit([write], in: demo) { changes, _ in
                #expect(changes[0].before == nil && changes[0].after?.fields == ["n": 1])
                throw denied
            }
        }
        #expect(error == denied)
    }

    @Test func `that depend on a version of the future are wrong, on one of the past too late`() async throws {
        let test = try await TestStore()
        let first = try #require(try await test.put("c/a", ["n": 1]))
        for (distance, code) in [(3_600_000_000, FirestoreError.Code.invalidArgument), (-1, .failedPrecondition)] {
            let required = Timestamp(microseconds: first.time.microseconds + Int64(distance))
            let delete = Write(TestStore.name("c/a"), .delete, precondition: .updateTime(required))
            let error = await #expect(throws: FirestoreError.self) { try await test.store.commit([delete], in: demo) }
            #expect(error?.code == code)
        }
        #expect(try await test.get("c/a") == ["n": 1])
    }

    @Test func `keep old versions readable for their time`() async throws {
        let test = try await TestStore()
        let first = try #require(try await test.put("c/a", ["n": 1]))
        let second = try #require(try await test.put("c/a", ["n": 2]))
        _ = try await test.store.commit([Write(TestStore.name("c/a"), .delete)], in: demo)
        #expect(try await test.get("c/a") == nil)
        #expect(try await test.get("c/a", .at(second.time)) == ["n": 2])
        #expect(try await test.get("c/a", .at(first.time)) == ["n": 1])
        let future = Timestamp(microseconds: first.time.microseconds + 10_000_000)
        let early = await #expect(throws: FirestoreError.self) { try await test.get("c/a", .at(future)) }
        #expect(early?.message == "The requested 'read_time' cannot be in the future.")
        test.advance(.seconds(3601))
        let late = await #expect(throws: FirestoreError.self) { try await test.get("c/a", .at(first.time)) }
        #expect(late == FirestoreError(.failedPrecondition, "The requested 'read_time' is too old."))
        try await test.store.tidy()
        #expect(try await test.store.faults().isEmpty)
    }

    @Test func `after a clear begin anew`() async throws {
        let test = try await TestStore()
        let first = try #require(try await test.put("c/a", ["n": 1, "l": [1, 2]]))
        try await test.put("c/a/d/b", ["n": 1])
        try await test.store.clear(demo)
        #expect(try await test.get("c/a") == nil)
        #expect(try await test.store.collectionIDs(below: TestStore.name("")).ids.isEmpty)
        await #expect(throws: FirestoreError.self) { try await test.get("c/a", .at(first.time)) }
        try await test.put("c/a", ["m": 1])
        #expect(try await test.get("c/a") == ["m": 1])
        #expect(try await test.store.faults().isEmpty)
    }

    @Test(arguments: 1...6) func `leave what a map would hold, with all indexes right`(seed: UInt64) async throws {
        let test = try await TestStore()
        var random = QueryGenerator(seed: seed)
        var model: [ResourceName: Fields] = [:]
        for round in 0..<40 {
            var writes: [Write] = []
            var next = model
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let document = random.document()
                if Int.random(in: 0..<3, using: &random) == 0 {
                    writes.append(Write(document.name, .delete))
                    next[document.name] = nil
                } else {
                    writes.append(Write(document.name, .update(document.fields, mask: nil)))
                    next[document.name] = document.fields
                }
            }
            if round % 5 == 4 {
                writes.append(Write(TestStore.name("none/x"), .delete, precondition: .exists(true)))
                await #expect(throws: FirestoreError.self) { try await test.store.commit(writes, in: demo) }
            } else {
                _ = try await test.store.commit(writes, in: demo)
                model = next
            }
        }
        let query = try Query(parent: TestStore.name(""), source: .init("", allDescendants: true)).prepared()
        let found = try await test.store.results(of: query).documents
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.fields) }) == model)
        #expect(try await test.store.count(of: query).count == model.count)
        #expect(try await test.store.faults().isEmpty)
    }

    @Test(arguments: ["process", "power"])
    func `survive kill -9, whole and with their indexes`(_ durability: String) async throws {
        let folder = TemporaryFolder()
        let path = folder.file("firestore.db")
        for round in 1...LongRuns.count(4, long: 30) {
            let acknowledged = try WriterProcess("FirestoreWriter", path, durability).kill(after: 1 + round * 5)
            let test = try await TestStore(.sqlite(path: path))
            let query = try Query(parent: TestStore.name(""), source: .init("c")).prepared()
            let documents = try await test.store.results(of: query).documents
            let numbers = Set(documents.map { $0.fields["n"] })
            #expect(documents.count == 21 && numbers.count == 1)
            let number = try #require(documents.first?.fields["n"])
            #expect(number == .integer(Int64(acknowledged)) || number == .integer(Int64(acknowledged + 1)))
            #expect(try await test.store.faults().isEmpty)
            await test.store.close()
        }
    }
}
