import HearthFirestoreModel
import HearthHTTP
import Testing

@testable import HearthFirestore

@Suite("Mistakes of an app")
struct MistakeTests {
    private typealias Query = HearthFirestore.Query
    private typealias FieldPath = HearthFirestore.FieldPath
    private typealias Filter = HearthFirestore.Filter

    private static let firestore = Firestore(
        projectID: "p",
        credentials: FixedCredentials.anonymous,
        settings: .emulator(),
        transport: NoTransport()
    )
    private static let c = firestore.collection("c")

    private static func message(_ query: HearthFirestore.Query) async -> String? {
        do throws(HearthFirestore.FirestoreError) {
            _ = try query.effective()
            return nil
        } catch {
            return error.code == .invalidArgument ? error.message : "\(error)"
        }
    }

    @Test(
        arguments: [
            (c.limit(to: 0), "A limit is 1 or more and fits into 32 bits, not 0."),
            (c.limit(to: -1), "A limit is 1 or more and fits into 32 bits, not -1."),
            (c.limit(to: 2_147_483_648), "A limit is 1 or more and fits into 32 bits, not 2147483648."),
            (c.order(by: "n").limit(toLast: 0), "A limit is 1 or more and fits into 32 bits, not 0."),
            (c.limit(toLast: 1), "limitToLast() queries require specifying at least one orderBy"),
            (c.offset(to: -1), "An offset is 0 or more, not -1."),
            (c.order(by: ""), "The field path “” is empty, or has an empty name before or after a dot."),
            (c.order(by: "a..b"), "The field path “a..b” is empty, or has an empty name before or after a dot."),
            (c.order(by: "a*"), "The field path “a*” holds “*”; use a FieldPath for such a name."),
            (c.order(by: HearthFirestore.FieldPath([])), "A field path needs at least one name."),
            (c.order(by: HearthFirestore.FieldPath(["a", ""])), "A field path has an empty name."),
            (c.order(by: "n").start(at: []), "A cursor needs at least one value."),
            (c.start(at: [1]), "A cursor has at most as many values as the query has orders."),
            (c.order(by: "n").end(before: [1, 2]), "A cursor has at most as many values as the query has orders."),
            (c.order(by: "n").start(at: [1]).order(by: "m"), "Orders come before start(at:) and end(at:)."),
            (
                c.order(by: "n").end(at: [1]).whereField("n", isEqualTo: 1),
                "Filters come before start(at:) and end(at:)."
            ),
            (c.whereField("n", in: []), "in, notIn and arrayContainsAny need at least one value."),
            (c.whereFilter(.orFilter([])), "A combined filter needs at least one filter."),
            (
                c.whereField("n", isLessThan: FirestoreValue.null),
                "Null and NaN can be compared by isEqualTo and isNotEqualTo only."
            ),
            (
                c.whereField("n", arrayContains: Double.nan),
                "Null and NaN can be compared by isEqualTo and isNotEqualTo only."
            ),
            (
                c.whereField(HearthFirestore.FieldPath.documentID(), isEqualTo: "a/b"),
                "“a/b” is no id: in a query of one collection it cannot contain “/”."
            ),
            (
                c.whereField(HearthFirestore.FieldPath.documentID(), isEqualTo: ""),
                "The id of a document cannot be empty."
            ),
            (
                c.whereField(HearthFirestore.FieldPath.documentID(), isEqualTo: 7),
                "The id of a document is compared with text or a DocumentReference."
            ),
            (
                firestore.collectionGroup("c").whereField(HearthFirestore.FieldPath.documentID(), isEqualTo: "c"),
                "“c” is no document: in a collection group query the whole path is needed."
            ),
            (firestore.collectionGroup("a/b").query, #"Collection id "a/b" is invalid because it contains "/"."#),
            (
                firestore.collection("c/d").query,
                "“c/d” is no collection: the path of a collection has an odd number of parts."
            ),
            (firestore.collection("").query, "The path “” is empty or has an empty part."),
            (firestore.collection("a//b").query, "The path “a//b” is empty or has an empty part."),
            // The first mistake stays, whatever comes behind it.
            (
                c.limit(to: 0).offset(to: -5).order(by: "").limit(to: 3),
                "A limit is 1 or more and fits into 32 bits, not 0."
            ),
        ] as [(HearthFirestore.Query, String)]
    ) func `in a query are kept and said`(
        query: HearthFirestore.Query,
        message: String
    ) async {
        #expect(await Self.message(query) == message)
        // Every call says so, and none asks the server.
        #expect(await code { _ = try await query.getDocuments() } == .invalidArgument)
        #expect(await code { _ = try await query.count.getAggregation() } == .invalidArgument)
        #expect(await code { for try await _ in query.snapshots {} } == .invalidArgument)
    }

    @Test(arguments: [
        "c", "c/d/e", "", "c/", "/", "c//d", "c/.", "c/..", "__c__/d", "c/__d__", "c/__idx__",
    ]) func `in the path of a document are kept and said`(path: String) async {
        let document = Self.firestore.document(path)
        #expect(await code { _ = try await document.getDocument() } == .invalidArgument)
        #expect(await code { try await document.setData(["n": 1]) } == .invalidArgument)
        #expect(await code { try await document.delete() } == .invalidArgument)
        #expect(await code { for try await _ in document.snapshots {} } == .invalidArgument)
    }

    @Test(arguments: ["", "a/b"]) func `in the project are said by every call`(project: String) async {
        let firestore = Firestore(
            projectID: project,
            credentials: FixedCredentials.anonymous,
            settings: .emulator(),
            transport: NoTransport()
        )
        #expect(await code { _ = try await firestore.document("c/d").getDocument() } == .invalidArgument)
        #expect(await code { _ = try await firestore.collectionGroup("c").getDocuments() } == .invalidArgument)
    }

    @Test func `slashes around a path are none`() {
        let paths = ["c/d", "/c/d", "c/d/", "/c/d/"].map { Self.firestore.document($0).path }
        #expect(Set(paths) == ["c/d"])
    }
}

@Suite("Data that is taken apart")
struct ParsedDataTests {
    private static let name = ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", "d"]))

    private func write(
        _ data: [String: any FirestoreConvertible],
        merge: Bool = false,
        fields: [String]? = nil
    ) throws -> Write {
        try .set(Self.name, data, try fields.map { try .only($0) } ?? (merge ? .all : .none))
    }

    private func paths(_ texts: String...) throws -> [ModelPath] { try texts.map { try ModelPath($0) } }

    @Test func `replaces a document, computed fields behind it`() throws {
        let data: [String: any FirestoreConvertible] = [
            "n": 1, "a.b": 2, "m": ["t": .fieldValue(.serverTimestamp()), "x": 3] as FirestoreValue,
            "i": FieldValue.increment(5), "empty": [:] as FirestoreValue,
        ]
        let written = try write(data)
        #expect(written.operation == .update(["n": 1, "a.b": 2, "m": ["x": 3], "empty": [:]], mask: nil))
        #expect(written.precondition == nil)
        #expect(
            written.transforms == [
                FieldTransform(ModelPath(["i"]), .increment(5)),
                FieldTransform(ModelPath(["m", "t"]), .setToRequestTime),
            ]
        )
    }

    @Test func `merges what it names, maps by their members`() throws {
        let data: [String: any FirestoreConvertible] = [
            "n": 1,
            "m": ["x": 3, "gone": .fieldValue(.delete()), "deep": ["y": 1] as FirestoreValue] as FirestoreValue,
            "t": FieldValue.serverTimestamp(), "list": [1, 2], "empty": [:] as FirestoreValue,
        ]
        let written = try write(data, merge: true)
        let fields: Fields = ["n": 1, "m": ["x": 3, "deep": ["y": 1]], "list": [1, 2], "empty": [:]]
        #expect(
            try written.operation
                == .update(fields, mask: paths("empty", "list", "m.deep.y", "m.gone", "m.x", "n"))
        )
        #expect(try written.transforms.map(\.path) == paths("t"))
    }

    @Test func `merges only the fields that are wanted`() throws {
        let data: [String: any FirestoreConvertible] = [
            "n": 1, "m": ["x": 3, "y": 4] as FirestoreValue, "t": FieldValue.serverTimestamp(),
            "u": FieldValue.serverTimestamp(),
        ]
        let written = try write(data, fields: ["m.x", "t"])
        #expect(try written.operation == .update(["m": ["x": 3]], mask: paths("m.x")))
        #expect(try written.transforms.map(\.path) == paths("t"))
        for fields in [["none"], ["m", "m.x"], ["n.x"], ["m.z"]] {
            #expect(throws: HearthFirestore.FirestoreError.self) { try write(data, fields: fields) }
        }
    }

    @Test func `updates paths, whole maps at their ends`() throws {
        let written = try Write.update(
            Self.name,
            ([
                "m.x": 1, "gone": FieldValue.delete(), "t": FieldValue.serverTimestamp(),
                "w": ["a": 1] as FirestoreValue,
            ]
                as [String: any FirestoreConvertible]).updates()
        )
        #expect(
            try written.operation == .update(["m": ["x": 1], "w": ["a": 1]], mask: paths("gone", "m.x", "w"))
        )
        #expect(written.precondition == .exists(true))
        #expect(try written.transforms.map(\.path) == paths("t"))
    }

    @Test(
        arguments: [
            (["a": 1, "a.b": 2], "“a” and “a.b” cannot be updated together: one is within the other."),
            ([:], "An update needs at least one field."),
            (
                ["m": ["x": .fieldValue(.delete())] as FirestoreValue],
                "FieldValue.delete() at “m.x” needs updateData, or setData with merge: true."
            ),
            (["a..b": 1], "The field path “a..b” is empty, or has an empty name before or after a dot."),
            (["m": ["": 1] as FirestoreValue], "A map at “m” has an empty name."),
        ] as [([String: any FirestoreConvertible], String)]
    )
    func `refuses updates that contradict themselves`(data: [String: any FirestoreConvertible], message: String) {
        let error = #expect(throws: HearthFirestore.FirestoreError.self) {
            try Write.update(Self.name, try data.updates())
        }
        #expect(error?.message == message && error?.code == .invalidArgument)
    }

    @Test(
        arguments: [
            ["": 1], ["__x__": 1], ["list": [.fieldValue(.serverTimestamp())] as FirestoreValue],
            ["gone": FieldValue.delete()], ["nested": [[1] as FirestoreValue] as FirestoreValue],
            ["place": FirestoreValue.geoPoint(HearthFirestore.GeoPoint(latitude: 91, longitude: 0))],
            ["sum": FieldValue.increment(1), "sum2": FieldValue.maximum("x")],
        ] as [[String: any FirestoreConvertible]]
    ) func `refuses what no document can hold`(
        data: [String: any FirestoreConvertible]
    ) {
        let error = #expect(throws: HearthFirestore.FirestoreError.self) { try write(data) }
        #expect(error?.code == .invalidArgument)
    }
}
