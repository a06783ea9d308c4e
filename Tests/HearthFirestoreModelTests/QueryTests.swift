import FirestoreSamples
import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("Queries")
struct QueryTests {
    /// Rows that state what the official emulator does and production does not: production reads names backwards,
    /// and takes cursors over the orders that it adds itself.
    private static let emulatorOnly = ["order by -__name__", "a > 1 without orderBy, start at 2"]

    static func documents() throws -> [Document] {
        try Vectors.rows("query-documents").map { row in
            let segments = row["path"]?.string?.split(separator: "/").map(String.init) ?? []
            let name = ResourceName(database: demo, path: ResourcePath(segments))
            return Document(name: name, fields: try Fields(vector: row["fields"] ?? [:]))
        }
    }

    @Test func `give the recorded results, or the recorded refusal`() throws {
        let documents = try Self.documents()
        for row in try Vectors.rows("queries") {
            let name = try #require(row["name"]?.string)
            if Self.emulatorOnly.contains(name) { continue }
            var found: [String]?
            var refusal: FirestoreError?
            do {
                let query = try Query(vector: row["query"] ?? [:], parent: row["parent"]?.string ?? "")
                    .prepared(asEmulator: true)
                found = query.run(over: documents).results.map(\.name.path.text)
            } catch let error as FirestoreError {
                refusal = error
            }
            #expect(found == row["outcome"]?["documents"]?.array?.compactMap(\.string), "\(name)")
            #expect(refusal?.message == row["outcome"]?["message"]?.string, "\(name)")
            if let refusal {
                let isPrecondition = row["outcome"]?["status"]?.string == "FAILED_PRECONDITION"
                #expect(refusal.code == (isPrecondition ? .failedPrecondition : .invalidArgument), "\(name)")
            }
        }
    }

    @Test func `read names backwards, and take cursors over the orders that are added`() throws {
        let documents = try Self.documents()
        let rows = try Vectors.rows("queries").filter { Self.emulatorOnly.contains($0["name"]?.string ?? "") }
        let found = try rows.map { row in
            try Query(vector: row["query"] ?? [:], parent: "").prepared().run(over: documents).results.map(
                \.name.path.id
            )
        }
        #expect(found == [["p8", "p7", "p6", "p5", "p4", "p3", "p2", "p1"], ["p2", "p3", "p4", "p5", "p8"]])
    }

    @Test(arguments: 1...40) func `have branches that match what the filter matches`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        for _ in 0..<25 {
            let filter = random.filter(depth: 3)
            guard let branches = try? filter.disjunctions() else { continue }
            for _ in 0..<20 {
                let document = random.document()
                let matches = branches.contains { branch in branch.allSatisfy { $0.matches(document) } }
                #expect(filter.matches(document) == matches, "\(filter) on \(document.fields)")
            }
        }
    }

    @Test(arguments: 1...40) func `have keys in the order of results`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let query = try random.query().prepared()
        let documents = (0..<30).map { _ in random.document() }
        for left in documents {
            guard let leftKey = query.order.key(of: left) else { continue }
            for right in documents {
                guard let rightKey = query.order.key(of: right) else { continue }
                #expect(query.order.compare(left, right) == Comparison(bytes: leftKey, rightKey))
            }
            for cursor in [query.query.start, query.query.end].compactMap(\.self) {
                let bound = query.order.key(of: cursor.values, in: demo)
                let beginning = Array(leftKey.prefix(bound.count))
                let values = try #require(query.order.values(of: left))
                let bare = zip(values, cursor.values).enumerated().lazy.map { index, pair in
                    let comparison = pair.0.compare(to: pair.1)
                    return query.order.orders[index].isDescending ? comparison.reversed : comparison
                }
                #expect(Comparison(bytes: beginning, bound) == (bare.first { $0 != .equal } ?? .equal))
            }
        }
    }

    @Test(arguments: 1...40) func `give the last results when they are turned round`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        var query = try random.query()
        query.limit = nil
        query.offset = 0
        query.orders = [Query.Order(FieldPath(["a"]), isDescending: Bool.random(using: &random))]
        if let start = query.start {
            query.start = Query.Cursor(Array(start.values.prefix(1)), isBefore: start.isBefore)
        }
        if let end = query.end { query.end = Query.Cursor(Array(end.values.prefix(1)), isBefore: end.isBefore) }
        let documents = random.documents(50)
        let all = try query.prepared().run(over: documents).results
        let last = try query.limitedToLast(5).prepared().run(over: documents).results
        #expect(last.reversed() == Array(all.suffix(5)))
    }

    @Test func `have at most a hundred filters and orders`() throws {
        var query = Query(parent: ResourceName(database: demo, path: .root), source: Query.Source("c"))
        query.filter = .all((0..<100).map { .condition(Condition(FieldPath(["f\($0)"]), .equal(1))) })
        #expect(try query.prepared().branches[0].count == 100)
        query.orders = [Query.Order(FieldPath(["f0"]))]
        #expect(throws: FirestoreError.self) { try query.prepared() }
    }

    @Test func `count branches before they make them`() throws {
        let two = Filter.any((0..<2).map { .condition(Condition(FieldPath(["a"]), .equal(.integer($0)))) })
        let huge = Filter.all(Array(repeating: two, count: 62))
        let error = #expect(throws: FirestoreError.self) { try huge.disjunctions() }
        #expect(error?.message.hasPrefix("Too many disjunctions after normalization.") == true)
        let same = Filter.any(Array(repeating: .condition(Condition(FieldPath(["a"]), .equal(1))), count: 100))
        #expect(try same.disjunctions().count == 1)
    }

    @Test func `over all collections ask for names only`() throws {
        let root = ResourceName(database: demo, path: .root)
        var query = Query(parent: root, source: nil)
        query.filter = .condition(Condition(FieldPath(["a"]), .equal(1)))
        #expect(throws: FirestoreError.invalid("kind is required for filter: a")) { try query.prepared() }
        query = Query(parent: root, source: Query.Source("", allDescendants: true), orders: [.init(FieldPath(["a"]))])
        #expect(throws: FirestoreError.invalid("kind is required for all orders except __key__ ascending")) {
            try query.prepared()
        }
        query.orders = []
        #expect(try query.prepared().run(over: try Self.documents()).results.count == 57)
        query.source = nil
        let below = Query(parent: ResourceName(database: demo, path: ResourcePath(["p", "p1"])), source: nil)
        let found = try below.prepared().run(over: try Self.documents()).results.map(\.name.path.text)
        #expect(found == ["p/p1/other/o1", "p/p1/p/sub1"])
    }

    @Test func `answer only the fields that are wanted`() throws {
        let document = try #require(try Self.documents().first { $0.name.path.text == "p/p3" })
        var query = Query(parent: document.name, source: nil)
        query.projection = [FieldPath(["m", "y"]), FieldPath(["a"]), FieldPath(["none"])]
        #expect(query.projected(document).fields == ["a": 2, "m": ["y": 1]])
        query.projection = []
        #expect(query.projected(document) == document)
        query.projection = [.documentName]
        #expect(query.projected(document).fields.isEmpty)
    }
}
