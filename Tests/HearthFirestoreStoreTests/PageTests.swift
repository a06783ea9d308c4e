import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

@Suite("Results read piece by piece")
struct PageTests {
    private static let root = TestStore.name("")

    /// Fills a collection with documents of which every tenth has the same number.
    private func fill(_ test: TestStore, _ collection: String, _ count: Int, size: Int = 10) async throws {
        for start in stride(from: 0, to: count, by: 500) {
            let writes = (start..<min(start + 500, count)).map { number in
                Write(
                    TestStore.name("\(collection)/\(10_000 + number)"),
                    .update(
                        [
                            "n": .integer(Int64(number * 7 % 1000)), "kind": .integer(Int64(number % 10)),
                            "text": .string(String(repeating: "x", count: size)),
                        ],
                        mask: nil
                    )
                )
            }
            _ = try await test.store.commit(writes, in: demo)
        }
    }

    private func pages(_ query: Query, _ test: TestStore) async throws -> (names: [String], sizes: [Int], skipped: Int)
    {
        var pages = try await test.store.pages(of: try query.prepared())
        var (names, sizes): ([String], [Int]) = ([], [])
        while let page = try await pages.next() {
            names += page.map(\.name.path.text)
            sizes.append(page.count)
        }
        return (names, sizes, pages.skipped)
    }

    private func queries() -> [Query] {
        let byNumber = Query(
            parent: Self.root,
            source: .init("c"),
            orders: [.init(FieldPath(["n"]), isDescending: true)]
        )
        let kind = Filter.condition(Condition(FieldPath(["kind"]), .equal(3)))
        let kinds = Filter.condition(Condition(FieldPath(["kind"]), .isIn([3, 4, 5, 6])))
        var limited = Query(parent: Self.root, source: .init("c"))
        limited.limit = 700
        limited.offset = 300
        var group = Query(parent: Self.root, source: .init("c", allDescendants: true))
        group.offset = 600
        var sorted = Query(parent: Self.root, source: .init("c"), filter: kinds, orders: byNumber.orders)
        sorted.limit = 350
        return [
            Query(parent: Self.root, source: .init("c")), byNumber, limited, group, sorted,
            Query(parent: Self.root, source: .init("c"), filter: kind),
            Query(parent: Self.root, source: .init("c"), filter: kinds),
            Query(parent: Self.root, source: .init("c", allDescendants: true), orders: byNumber.orders),
            Query(parent: Self.root, source: .init("c"), orders: [.init(.documentName, isDescending: true)]),
        ]
    }

    @Test func `are the same as the whole, for every kind of plan`() async throws {
        let test = try await TestStore()
        try await fill(test, "c", 1500)
        try await fill(test, "d/x/c", 300)
        try await fill(test, "c/10005/c", 300)
        for query in queries() {
            let whole = try await test.store.results(of: try query.prepared())
            let found = try await pages(query, test)
            #expect(found.names == whole.documents.map(\.name.path.text), "\(query)")
            #expect(found.skipped == whole.skipped)
            #expect(found.sizes.allSatisfy { $0 <= 256 })
        }
    }

    @Test func `hold no more than a page of large documents`() async throws {
        let test = try await TestStore()
        try await fill(test, "c", 40, size: 200_000)
        let found = try await pages(Query(parent: Self.root, source: .init("c")), test)
        #expect(found.names.count == 40 && found.sizes.allSatisfy { $0 <= 6 })
    }

    @Test func `are of one moment, whatever is written in between`() async throws {
        let test = try await TestStore()
        try await fill(test, "c", 1000)
        for query in queries() {
            let whole = try await test.store.results(of: try query.prepared())
            var pages = try await test.store.pages(of: try query.prepared())
            var names: [String] = []
            while let page = try await pages.next() {
                names += page.map(\.name.path.text)
                let number = Int.random(in: 0..<1000)
                _ = try await test.store.commit([Write(TestStore.name("c/\(10_000 + number)"), .delete)], in: demo)
                try await test.put("c/\(20_000 + number)", ["n": 5, "kind": 3])
            }
            #expect(names == whole.documents.map(\.name.path.text), "\(query)")
        }
    }

    @Test func `end with an error when their moment is forgotten`() async throws {
        let test = try await TestStore()
        try await fill(test, "c", 1000)
        var pages = try await test.store.pages(of: try Query(parent: Self.root, source: .init("c")).prepared())
        #expect(try await pages.next()?.count == 256)
        try await test.store.clear(demo)
        let error = await #expect(throws: FirestoreError.self) { try await pages.next() }
        #expect(error?.code == .aborted)
    }

    @Test func `are counted without being held`() async throws {
        let test = try await TestStore()
        try await fill(test, "c", 1500)
        for query in queries() {
            let whole = try await test.store.results(of: try query.prepared())
            #expect(try await test.store.count(of: try query.prepared()).count == whole.documents.count)
        }
    }
}
