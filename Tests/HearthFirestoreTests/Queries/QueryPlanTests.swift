import HearthFirestoreModel
import Testing

@testable import HearthFirestore

@Suite("What a query asks")
struct QueryPlanTests {
    private typealias Query = HearthFirestore.Query
    private typealias FieldPath = HearthFirestore.FieldPath
    private typealias Filter = HearthFirestore.Filter

    private static let firestore = Firestore(projectID: "p", transport: NoTransport())
    private static let c = firestore.collection("c")
    private static let group = firestore.collectionGroup("g")
    private static let id = HearthFirestore.FieldPath.documentID()

    /// Orders as `a`, `-b`.
    private static func text(_ orders: [ModelQuery.Order]) -> [String] {
        orders.map { ($0.isDescending ? "-" : "") + $0.path.text }
    }

    private static func name(_ path: String) -> Value {
        .reference(
            ResourceName(
                database: DatabaseName(project: "p"),
                path: ResourcePath(path.split(separator: "/").map(String.init))
            )
        )
    }

    // The rule of Firestore's documentation: the explicit orders, then each field with an inequality by its path, then the
    // name; what is added takes the last direction.
    @Test(
        arguments: [
            (c.query, ["__name__"]),
            (c.order(by: "b"), ["b", "__name__"]),
            (c.order(by: "b").order(by: "a", descending: true), ["b", "-a", "-__name__"]),
            (c.whereField("a", isEqualTo: 1).whereField("b", in: [1]), ["__name__"]),
            (c.whereField("a", arrayContains: 1), ["__name__"]),
            (c.whereField("a", isEqualTo: FirestoreValue.null), ["__name__"]),
            (c.whereField("a", isNotEqualTo: FirestoreValue.null), ["a", "__name__"]),
            (c.whereField("a", isNotEqualTo: Double.nan), ["a", "__name__"]),
            (c.whereField("b", isLessThan: 1).whereField("a", isGreaterThan: 1), ["a", "b", "__name__"]),
            (c.whereField("b", notIn: [1]).order(by: "z", descending: true), ["-z", "-b", "-__name__"]),
            (c.whereField("b", isLessThan: 1).order(by: "b", descending: true), ["-b", "-__name__"]),
            (c.whereField(id, isLessThan: "x").whereField("a", isLessThan: 1), ["a", "__name__"]),
            (c.whereField("a.b", isLessThan: 1).whereField("a", isLessThan: 1), ["a", "a.b", "__name__"]),
            (
                c.whereFilter(.orFilter([.whereField("n", isLessThan: 1), .whereField("a", isNotEqualTo: 2)])),
                ["a", "n", "__name__"]
            ),
            (c.order(by: id, descending: true), ["-__name__"]),
            (c.order(by: "a").limit(toLast: 3), ["-a", "-__name__"]),
            (c.order(by: "a", descending: true).limit(toLast: 3), ["a", "__name__"]),
            (c.order(by: "a").limit(toLast: 3).limit(to: 2), ["a", "__name__"]),
        ] as [(HearthFirestore.Query, [String])]
    ) func `is ordered to its end`(query: HearthFirestore.Query, orders: [String]) throws {
        #expect(Self.text(try query.effective().orders) == orders)
    }

    @Test func `is sent for a reading with the orders that were asked for alone`() throws {
        #expect(Self.text(try Self.c.order(by: "a").whereField("a", isLessThan: 2).written().orders) == ["a"])
        #expect(Self.text(try Self.c.whereField("a", isLessThan: 2).written().orders) == [])
    }

    @Test func `turns round for the last results, cursors and all`() throws {
        let query = Self.c.order(by: "a").start(after: [1]).end(at: [9]).limit(toLast: 2)
        let plan = try query.written()
        #expect(plan.limit == 2 && query.isReversed)
        // What came behind 1 ends before it now; what ended at 9, itself included, begins there.
        #expect(plan.start == ModelQuery.Cursor([9], isBefore: true))
        #expect(plan.end == ModelQuery.Cursor([1], isBefore: true))
        let other = try Self.c.order(by: "a").start(at: [1]).end(before: [9]).limit(toLast: 2).written()
        #expect(other.start == ModelQuery.Cursor([9], isBefore: false))
        #expect(other.end == ModelQuery.Cursor([1], isBefore: false))
    }

    @Test func `keeps the last limit, offset, choice of fields and cursor`() throws {
        let query = Self.c.order(by: "a").limit(to: 1).limit(to: 2).offset(to: 3).offset(to: 4).select(["x"])
            .select(["y", "z.w"]).start(at: [1]).start(after: [2]).end(at: [3]).end(before: [4])
        let plan = try query.written()
        #expect(plan.limit == 2 && plan.offset == 4)
        #expect(plan.projection == [ModelPath(["y"]), ModelPath(["z", "w"])])
        #expect(plan.start == ModelQuery.Cursor([2], isBefore: false))
        #expect(plan.end == ModelQuery.Cursor([4], isBefore: true))
        #expect(try Self.c.select([]).written().projection == [.documentName])
    }

    @Test func `asks for ids as names of documents`() throws {
        func value(_ query: HearthFirestore.Query) throws -> Condition.Test? {
            try query.written().filter?.conditions.first?.test
        }
        #expect(try value(Self.c.whereField(Self.id, isEqualTo: "x")) == .equal(Self.name("c/x")))
        #expect(
            try value(Self.c.whereField(Self.id, in: ["x", Self.firestore.document("c/y")]))
                == .isIn([Self.name("c/x"), Self.name("c/y")])
        )
        #expect(try value(Self.group.whereField(Self.id, isLessThan: "a/b/g/d")) == .lessThan(Self.name("a/b/g/d")))
        let below = Self.firestore.document("r/s").collection("c")
        #expect(try value(below.whereField(Self.id, isEqualTo: "x")) == .equal(Self.name("r/s/c/x")))
        let cursor = try below.order(by: Self.id).start(at: ["x"]).written().start
        #expect(cursor == ModelQuery.Cursor([Self.name("r/s/c/x")], isBefore: true))
    }

    @Test(arguments: ["g", "a/b/g", "a//b", "a/b//d", "//"]) func `refuses ids that name no document of a group`(
        id: String
    ) {
        let error = #expect(throws: HearthFirestore.FirestoreError.self) {
            try Self.group.whereField(Self.id, isEqualTo: id).written()
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `joins filters that follow one another`() throws {
        let one = Self.c.whereField("a", isEqualTo: 1).whereField("b", isEqualTo: 2).whereField("c", isEqualTo: 3)
        let filters = ["a", "b", "c"].enumerated().map { index, name in
            ModelFilter.condition(Condition(ModelPath([name]), .equal(.integer(Int64(index + 1)))))
        }
        #expect(try one.written().filter == .all(filters))
        let either = Self.c.whereFilter(.orFilter([.whereField("a", isEqualTo: 1), .whereField("b", isEqualTo: 2)]))
            .whereField("c", isEqualTo: 3)
        #expect(try either.written().filter == .all([.any(Array(filters[..<2])), filters[2]]))
    }

    @Test func `begins where a document of the results stands`() throws {
        let fields: Fields = ["a": 1, "b": "x"]
        let document = Document(
            name: ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", "d"])),
            fields: fields
        )
        let snapshot = DocumentSnapshot(Self.firestore.document("c/d"), ShownDocument(document))
        let ordered = try Self.c.order(by: "b", descending: true).start(afterDocument: snapshot).written()
        #expect(Self.text(ordered.orders) == ["-b", "-__name__"])
        #expect(ordered.start == ModelQuery.Cursor(["x", Self.name("c/d")], isBefore: false))
        let unequal = try Self.c.whereField("a", isGreaterThan: 0).end(beforeDocument: snapshot).written()
        #expect(Self.text(unequal.orders) == ["a", "__name__"])
        #expect(unequal.end == ModelQuery.Cursor([1, Self.name("c/d")], isBefore: true))
        let plain = try Self.c.start(atDocument: snapshot).end(atDocument: snapshot).written()
        #expect(Self.text(plain.orders) == ["__name__"])
        #expect(plain.start?.isBefore == true && plain.end?.isBefore == false)
        // What lacks the field of the order, or is of another collection, stands nowhere among the results.
        for wrong in [Self.c.order(by: "z").start(atDocument: snapshot), Self.group.start(atDocument: snapshot)] {
            let error = #expect(throws: HearthFirestore.FirestoreError.self) { try wrong.written() }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `is the same as another one that asks the same of the same client`() {
        let other = Firestore(projectID: "p", transport: NoTransport())
        let queries = [
            Self.c.query, Self.c.limit(to: 1), Self.c.order(by: "a").limit(to: 1),
            Self.c.order(by: "a").limit(toLast: 1),
            Self.c.whereField("a", isEqualTo: 1), Self.c.whereField("a", isEqualTo: 1.0), Self.c.offset(to: 1),
            Self.c.select(["a"]), Self.c.order(by: "a").start(at: [1]), Self.c.order(by: "a").start(after: [1]),
            Self.c.limit(to: 0), Self.firestore.collectionGroup("c"), other.collection("c").query,
            Self.firestore.collection("d").query,
        ]
        #expect(Set(queries).count == queries.count)
        #expect(Self.c.whereField("a", isEqualTo: Double.nan) == Self.c.whereField("a", isEqualTo: -Double.nan))
    }

    @Test(
        arguments: [
            ([], "invalidArgument"), (Array(repeating: AggregateField.count(), count: 6), "invalidArgument"),
            ([.sum("")], "invalidArgument"), ([.average("a..b")], "invalidArgument"),
            ([.count(), .sum("a")], "unavailable"),
        ] as [([AggregateField], String)]
    ) func `computes one to five numbers of fields that have a name`(fields: [AggregateField], code: String) async {
        // Without a network, what is no mistake is what cannot be reached.
        let clocked = Firestore(projectID: "p", transport: NoTransport(), clock: FirestoreClock(sleep: { _ in }))
        let error = await #expect(throws: HearthFirestore.FirestoreError.self) {
            try await clocked.collection("c").aggregate(fields).getAggregation()
        }
        #expect(error.map { "\($0.code)" } == code)
    }
}
