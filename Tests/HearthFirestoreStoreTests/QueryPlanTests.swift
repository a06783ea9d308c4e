import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

@Suite("Query plans")
struct QueryPlanTests {
    @Test(arguments: 1...8) func `give what looking at every document gives, now and in the past`(seed: UInt64)
        async throws
    {
        let test = try await TestStore()
        var random = QueryGenerator(seed: seed)
        var states: [(time: Timestamp, documents: [ResourceName: Document])] = []
        var documents: [ResourceName: Document] = [:]
        for _ in 0..<4 {
            let changes = (0..<40).map { _ in random.document() }
            var writes: [Write] = []
            for document in changes {
                let isDeletion = Int.random(in: 0..<4, using: &random) == 0
                writes.append(Write(document.name, isDeletion ? .delete : .update(document.fields, mask: nil)))
                documents[document.name] = isDeletion ? nil : document
            }
            let record = try #require(try await test.store.commit(writes, in: demo))
            states.append((record.time, documents))
        }
        let rounds = LongRuns.count(300, long: 12_500)
        for round in 0..<rounds {
            let prepared = try random.query().prepared()
            let state = states[Int.random(in: 0..<states.count, using: &random)]
            let isNow = round % 2 == 0
            let expected = prepared.run(over: (isNow ? documents : state.documents).values)
            let found = try await test.store.results(of: prepared, isNow ? .now : .at(state.time))
            let names = found.documents.map(\.name.path.text)
            guard names == expected.results.map(\.name.path.text), found.skipped == expected.skipped else {
                Issue.record("\(prepared.query): \(names), not \(expected.results.map(\.name.path.text))")
                return
            }
        }
    }

    @Test func `tell long values apart that begin alike`() async throws {
        let test = try await TestStore()
        let beginning = String(repeating: "x", count: 2000)
        for (index, end) in ["c", "a", "b", "a"].enumerated() {
            try await test.put("c/\(index)", ["s": .string(beginning + end)])
        }
        try await test.put("c/short", ["s": "x"])
        let path = FieldPath(["s"])
        var query = Query(parent: TestStore.name(""), source: .init("c"), orders: [.init(path)])
        query.limit = 3
        let ordered = try await test.store.results(of: try query.prepared()).documents.map(\.name.path.id)
        #expect(ordered == ["short", "1", "3"])
        query.orders = []
        query.limit = nil
        query.filter = .condition(Condition(path, .equal(.string(beginning + "a"))))
        #expect(try await test.store.results(of: try query.prepared()).documents.map(\.name.path.id) == ["1", "3"])
        query.filter = .condition(Condition(path, .greaterThan(.string(beginning + "a"))))
        #expect(try await test.store.results(of: try query.prepared()).documents.map(\.name.path.id) == ["2", "0"])
        query.filter = .condition(Condition(path, .lessThan(.string(beginning + "a"))))
        #expect(try await test.store.results(of: try query.prepared()).documents.map(\.name.path.id) == ["short"])
    }

    @Test func `follow a result to the next ones`() async throws {
        let test = try await TestStore()
        for index in 0..<30 { try await test.put("c/\(10 + index)", ["n": .integer(Int64(index / 4))]) }
        var query = Query(
            parent: TestStore.name(""),
            source: .init("c"),
            orders: [.init(FieldPath(["n"]), isDescending: true)]
        )
        query.limit = 22
        let all = try await test.store.results(of: try query.prepared()).documents
        var rest = try query.prepared()
        var pages: [Document] = []
        while true {
            var page = rest.query
            page.limit = min(5, rest.query.limit ?? 5)
            let found = try await test.store.results(of: try page.prepared()).documents
            guard let last = found.last else { break }
            pages += found
            rest = rest.following(last, taken: found.count)
        }
        #expect(pages.map(\.name.path.id) == all.map(\.name.path.id) && all.count == 22)
    }

    @Test func `find collections, missing parents and parts`() async throws {
        let test = try await TestStore()
        try await test.put("a/x/deep/y", ["n": 1])
        try await test.put("a/z", ["n": 1])
        let before = try #require(try await test.put("b/x", ["n": 1])).time
        _ = try await test.store.commit([Write(TestStore.name("b/x"), .delete)], in: demo)
        #expect(try await test.store.collectionIDs(below: TestStore.name("")).ids == ["a"])
        #expect(try await test.store.collectionIDs(below: TestStore.name(""), .at(before)).ids == ["a", "b"])
        #expect(try await test.store.collectionIDs(below: TestStore.name("a/x")).ids == ["deep"])
        #expect(try await test.store.missingDocuments(in: TestStore.name("a")).map(\.text) == ["a/x"])
        let writes = (0..<400).map { Write(TestStore.name("a/x/g/\(1000 + $0)"), .update(["n": 1], mask: nil)) }
        _ = try await test.store.commit(writes, in: demo)
        let group = try Query(parent: TestStore.name(""), source: .init("g", allDescendants: true)).prepared()
        let cursors = try await test.store.partitions(of: group, into: 10).cursors
        #expect(cursors.map(\.id) == ["1133", "1266"])
        #expect(try await test.store.partitions(of: group, into: 1).cursors.isEmpty)
    }
}
