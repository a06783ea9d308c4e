import FirestoreSamples
import HearthFirestoreModel
import Testing

@Suite("Queries that are prepared")
struct PreparedQueryTests {
    private static let root = ResourceName(database: demo, path: .root)

    private static func query(
        _ filter: Filter? = nil,
        _ orders: [Query.Order] = [],
        _ source: Query.Source? = .init("c"),
        _ change: (inout Query) -> Void = { _ in }
    ) -> Query {
        var query = Query(parent: root, source: source, filter: filter, orders: orders)
        change(&query)
        return query
    }

    private static func field(_ name: String, _ test: Condition.Test) -> Filter {
        .condition(Condition(FieldPath(name.split(separator: ".").map(String.init)), test))
    }

    private static func by(_ name: String, _ isDescending: Bool = false) -> Query.Order {
        .init(FieldPath([name]), isDescending: isDescending)
    }

    private static func numbers(_ count: Int) -> [Value] { (0..<count).map { .integer(Int64($0)) } }

    private static func inequalities(_ count: Int) -> Filter {
        .all((0..<count).map { field("f\($0)", .greaterThan(0)) })
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let query: Query
        let code: FirestoreError.Code
        let message: String
        var testDescription: String { message }

        init(_ query: Query, _ message: String, _ code: FirestoreError.Code = .invalidArgument) {
            self.query = query
            self.message = message
            self.code = code
        }
    }

    @Test(arguments: [
        Refusal(query { $0.limit = -1 }, "limit is negative"), Refusal(query { $0.offset = -1 }, "offset is negative"),
        Refusal(query(nil, [], .init("a/b")), #"Collection id "a/b" is invalid because it contains "/"."#),
        Refusal(query(nil, [], .init("..")), #"Collection id ".." is invalid because it is ".."."#),
        Refusal(query(nil, [], .init("__c__")), #"Collection id "__c__" is invalid because it is reserved."#),
        Refusal(query(field("a", .isIn([]))), "'IN' requires an non-empty ArrayValue."),
        Refusal(query(field("a", .isIn(numbers(31)))), "'IN' supports up to 30 comparison values."),
        Refusal(query(field("a", .arrayContainsAny([]))), "'ARRAY_CONTAINS_ANY' requires an non-empty ArrayValue."),
        Refusal(
            query(field("a", .arrayContainsAny(numbers(31)))),
            "'ARRAY_CONTAINS_ANY' supports up to 30 comparison values."
        ),
        Refusal(query(field("a", .isNotIn([]))), "'NOT_IN' requires an non-empty ArrayValue."),
        Refusal(query(field("a", .isNotIn(numbers(11)))), "'NOT_IN' supports up to 10 comparison values."),
        Refusal(
            query(.all([field("a", .notEqual(1)), field("b", .isNotNull)])),
            "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
        ),
        Refusal(
            query(.all([field("a", .isNotIn([1])), field("b", .isIn([1]))])),
            "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
        ),
        Refusal(
            query(.any([field("a", .isNotIn([1])), field("b", .equal(1))])),
            "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
        ),
        Refusal(
            query(.all([field("a", .arrayContains(1)), field("b", .arrayContainsAny([1]))])),
            "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."
        ),
        Refusal(query(field("__name__", .equal("x"))), "__key__ filter value must be a Key"),
        Refusal(query(field("__name__", .isNull)), "__key__ filter value must be a Key"),
        Refusal(query(field("__name__", .isIn([.reference(root), 1]))), "__key__ filter value must be a Key"),
        Refusal(query(field("__name__", .arrayContains(.reference(root)))), "the name __key__ is reserved"),
        Refusal(query(nil, [by("a"), by("b"), by("a", true)]), "order by clause cannot contain duplicate fields a"),
        Refusal(query(nil, [by("__name__"), by("a")]), "order by clause cannot contain more fields after the key"),
        Refusal(
            query(field("a", .greaterThan(1)), [by("__name__")]),
            "order by clause cannot contain more fields after the key"
        ),
        Refusal(query(inequalities(11)), "Query cannot have inequality filters on more than 10 fields."),
        Refusal(query { $0.start = .init([1], isBefore: true) }, "Cursor __key__ value is not a document reference."),
        Refusal(
            query(nil, [by("a")]) { $0.end = .init([1, 2], isBefore: true) },
            "Cursor __key__ value is not a document reference."
        ),
        Refusal(
            query(nil, [by("a")]) { $0.end = .init([1, .reference(root), 2], isBefore: true) },
            "Cursor has too many values."
        ),
        Refusal(
            query(.all([field("a", .isIn(numbers(6))), field("b", .isIn(numbers(6)))])),
            "Too many disjunctions after normalization. Result had 36 disjunctions which is more than the maximum of 30"
        ),
        Refusal(query(field("a", .equal(1)), [], nil), "kind is required for filter: a"),
        Refusal(query(nil, [by("__name__", true)], nil), "kind is required for all orders except __key__ ascending"),
    ]) func `are refused if they cannot be run`(row: Refusal) {
        #expect(throws: FirestoreError(row.code, row.message)) { try row.query.prepared() }
    }

    @Test func `with two array-contains clauses are refused with the emulator's code by an emulator alone`() throws {
        let two = Self.query(.all([Self.field("a", .arrayContains(1)), Self.field("b", .arrayContains(2))]))
        let each = Self.query(.any([Self.field("a", .arrayContains(1)), Self.field("b", .arrayContains(2))]))
        let ours = #expect(throws: FirestoreError.self) { try two.prepared() }
        #expect(ours?.code == .invalidArgument)
        let emulators = #expect(throws: FirestoreError.self) { try two.prepared(asEmulator: true) }
        #expect(emulators?.code == .failedPrecondition)
        // One in each branch of an OR is allowed by both.
        #expect(try each.prepared().branches.count == 2 && each.prepared(asEmulator: true).branches.count == 2)
    }

    @Test(arguments: [
        query { $0.limit = 0 }, query(field("a", .isIn(numbers(30)))), query(field("a", .isNotIn(numbers(10)))),
        query(inequalities(10)), query(.all([field("a", .isIn(numbers(5))), field("b", .isIn(numbers(6)))])),
        // The same choices twice are five branches, not twenty-five.
        query(.all([field("a", .isNotNull), field("a", .greaterThan(1))])),
        query(.any([field("a", .arrayContains(1)), field("b", .arrayContains(1))])),
        query(field("a", .greaterThan(1)), [by("a"), by("__name__", true)]),
        query(nil, [by("a")]) { $0.start = .init([1, .reference(root)], isBefore: true) },
        query(field("__name__", .greaterThan(.reference(root))), [by("__name__")], nil),
        query(nil, [], .init("", allDescendants: true)),
    ]) func `are run at the borders of what is allowed`(query: Query) throws {
        #expect(try query.prepared().order.orders.last?.path.isDocumentName == true)
    }

    /// The orders that are asked for, the fields with an inequality, and the whole order: a minus is descending.
    @Test(arguments: [
        ([], [], ["__name__"]), (["a"], [], ["a", "__name__"]), (["-a"], [], ["-a", "-__name__"]),
        (["-a", "b"], [], ["-a", "b", "__name__"]), (["a", "-__name__"], [], ["a", "-__name__"]),
        // Fields with an inequality follow in the order of their names and the direction of the last order.
        ([], ["b", "a"], ["a", "b", "__name__"]), (["-c"], ["b", "a"], ["-c", "-a", "-b", "-__name__"]),
        (["b"], ["b", "a"], ["b", "a", "__name__"]), (["-__name__"], [], ["-__name__"]),
        ([], ["A", "a", "Z"], ["A", "Z", "a", "__name__"]), ([], ["é", "z"], ["z", "é", "__name__"]),
    ]) func `have a whole order`(orders: [String], inequalities: [String], whole: [String]) throws {
        var query = Self.query(nil, orders.map { Self.by(String($0.drop { $0 == "-" }), $0.hasPrefix("-")) })
        if !inequalities.isEmpty { query.filter = .all(inequalities.map { Self.field($0, .greaterThan(0)) }) }
        let found = try query.prepared().order.orders.map { ($0.isDescending ? "-" : "") + $0.path.segments[0] }
        #expect(found == whole)
    }

    @Test(
        arguments: [
            (Query.Source("c"), "", ["c/1"]), (Query.Source("c"), "c/1", ["c/1/c/2"]),
            (Query.Source("c", allDescendants: true), "", ["c/1", "c/1/c/2", "d/1/c/3"]),
            (Query.Source("c", allDescendants: true), "c/1", ["c/1/c/2"]), (Query.Source("d"), "", ["d/1"]),
            (Query.Source("c", allDescendants: true), "d/1", ["d/1/c/3"]), (Query.Source("none"), "", []),
            (nil, "", ["c/1", "d/1"]), (nil, "c/1", ["c/1/c/2", "c/1/x/4"]), (Query.Source(""), "", ["c/1", "d/1"]),
            (Query.Source("", allDescendants: true), "", ["c/1", "c/1/c/2", "c/1/x/4", "d/1", "d/1/c/3"]),
            (Query.Source("", allDescendants: true), "c/1", ["c/1/c/2", "c/1/x/4"]),
        ] as [(Query.Source?, String, [String])]
    )
    func `look at the documents of their scope`(source: Query.Source?, parent: String, found: [String]) throws {
        let paths = ["c/1", "c/1/c/2", "c/1/x/4", "d/1", "d/1/c/3"]
        let documents = paths.map { path in
            Document(name: ResourceName(database: demo, path: Self.path(path)))
        }
        let name = ResourceName(database: demo, path: Self.path(parent))
        let prepared = try Query(parent: name, source: source).prepared()
        #expect(prepared.run(over: documents).results.map(\.name.path.text) == found)
        // Documents of another database are none of it, though their paths are the same.
        let strangers = paths.map { path in
            Document(name: ResourceName(database: DatabaseName(project: "other"), path: Self.path(path)))
        }
        #expect(prepared.run(over: strangers).results.isEmpty)
    }

    private static func path(_ text: String) -> ResourcePath {
        ResourcePath(text.split(separator: "/").map(String.init))
    }
}

@Suite("What queries must hold to")
struct QueryLawTests {
    @Test(arguments: 1...30) func `cursors at a document part the results before it or behind it`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let documents = random.documents(40)
        var query = try random.query()
        (query.start, query.end, query.limit, query.offset) = (nil, nil, nil, 0)
        let prepared = try query.prepared()
        let all = prepared.run(over: documents).results
        for (index, document) in all.enumerated() {
            let values = try #require(prepared.order.values(of: document))
            func part(_ change: (inout Query) -> Void) throws -> [Document] {
                var part = query
                change(&part)
                return try part.prepared().run(over: documents).results
            }
            let parts = try [
                part { $0.start = .init(values, isBefore: true) }, part { $0.start = .init(values, isBefore: false) },
                part { $0.end = .init(values, isBefore: true) }, part { $0.end = .init(values, isBefore: false) },
            ]
            #expect(parts[0] == Array(all[index...]) && parts[1] == Array(all[(index + 1)...]))
            #expect(parts[2] == Array(all[..<index]) && parts[3] == Array(all[...index]))
        }
    }

    @Test(arguments: 1...30) func `limit and offset take a part of the whole`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let documents = random.documents(40)
        var query = try random.query()
        (query.limit, query.offset) = (nil, 0)
        let all = try query.prepared().run(over: documents)
        #expect(all.skipped == 0)
        for (limit, offset) in [(0, 0), (1, 0), (5, 3), (100, 7), (3, 1000)] {
            (query.limit, query.offset) = (limit, offset)
            let part = try query.prepared().run(over: documents)
            #expect(part.results == Array(all.results.dropFirst(offset).prefix(limit)))
            #expect(part.skipped == min(offset, all.results.count))
        }
    }

    @Test(arguments: 1...30) func `what follows each result is the rest`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let documents = random.documents(40)
        let prepared = try random.query().prepared()
        let whole = prepared.run(over: documents)
        let unlimited = try { () throws -> [Document] in
            var query = prepared.query
            (query.limit, query.offset) = (nil, 0)
            return try query.prepared().run(over: documents).results
        }()
        // Of all results, those included that the offset leaves out, any number may have been taken.
        for (index, last) in unlimited.enumerated() {
            let rest = prepared.following(last, taken: index + 1).run(over: documents).results
            let end = min(unlimited.count, prepared.query.offset + (prepared.query.limit ?? unlimited.count))
            let start = max(index + 1, prepared.query.offset)
            #expect(rest == (start < end ? Array(unlimited[start..<end]) : []))
        }
        #expect(whole.results.count <= prepared.query.limit ?? .max)
    }

    @Test(arguments: 1...30) func `the order is turned round by turning round each of its keys`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let documents = random.documents(40)
        var query = try random.query()
        (query.start, query.end, query.limit, query.offset) = (nil, nil, nil, 0)
        let forth = try query.prepared()
        query.orders = forth.order.orders.map { .init($0.path, isDescending: !$0.isDescending) }
        #expect(
            try query.prepared().run(over: documents).results
                == forth.run(over: documents).results.reversed()
        )
    }

    @Test(arguments: 1...30) func `what a query requires is what its results have`(seed: UInt64) throws {
        var random = QueryGenerator(seed: seed)
        let documents = random.documents(60)
        var query = try random.query()
        (query.start, query.end, query.limit, query.offset) = (nil, nil, nil, 0)
        let plain = try query.prepared()
        let fields = [FieldPath(["b"]), FieldPath(["m", "x"]), .documentName]
        let narrow = plain.requiring(fields).run(over: documents).results
        let expected = plain.run(over: documents).results.filter { document in
            document.fields["b"] != nil && document.fields[FieldPath(["m", "x"])] != nil
        }
        #expect(narrow == expected)
    }

    @Test(arguments: 1...60) func `an index for everything that is missing leaves nothing missing`(seed: UInt64) throws
    {
        var random = QueryGenerator(seed: seed)
        for _ in 0..<20 {
            let query = try random.query().prepared()
            let missing = query.missingIndexes(declared: [])
            #expect(query.missingIndexes(declared: Set(missing)).isEmpty, "\(query.query)")
            // Each of them alone is needed, and more indexes than these do no harm.
            for index in missing {
                let others = Set(missing).subtracting([index])
                #expect(query.missingIndexes(declared: others).contains(index), "\(query.query)")
                let other = IndexDefinition("other", index.scope, index.fields)
                #expect(query.missingIndexes(declared: Set(missing).union([other])).isEmpty)
            }
        }
    }
}
