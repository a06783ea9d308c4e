import HearthFirestoreModel
import HearthFirestoreWire
import HearthJSON
import Testing

private let database = DatabaseName(project: "p", database: "d")
private let root = ResourceName(database: database, path: .root)
private let moment = Timestamp(microseconds: 1_709_210_096_789_012)
private let text = "2024-02-29T12:34:56.789012Z"

private func name(_ path: String) -> ResourceName {
    ResourceName(database: database, path: ResourcePath(path.split(separator: "/").map(String.init)))
}

private func path(_ text: String) -> FieldPath { FieldPath(text.split(separator: ".").map(String.init)) }

@Suite("Queries and their messages")
struct QueryConversionTests {
    /// A filter, and how the protocol spells it.
    struct FilterRow: Sendable, CustomTestStringConvertible {
        let filter: Filter
        let json: String
        var testDescription: String { json }

        init(_ filter: Filter, _ json: String) {
            self.filter = filter
            self.json = json
        }

        init(_ field: String, _ test: Condition.Test, _ json: String) {
            self.init(.condition(Condition(HearthFirestoreWireTests.path(field), test)), json)
        }
    }

    private static func fieldFilter(_ operation: String, _ value: String) -> String {
        #"{"fieldFilter": {"field": {"fieldPath": "a.b"}, "op": "\#(operation)", "value": \#(value)}}"#
    }

    private static func unary(_ operation: String) -> String {
        #"{"unaryFilter": {"op": "\#(operation)", "field": {"fieldPath": "a.b"}}}"#
    }

    private static let one = #"{"integerValue": "1"}"#
    private static let list = #"{"arrayValue": {"values": [{"integerValue": "1"}, {"stringValue": "x"}]}}"#

    @Test(arguments: [
        FilterRow("a.b", .equal(1), fieldFilter("EQUAL", one)),
        FilterRow("a.b", .notEqual(1), fieldFilter("NOT_EQUAL", one)),
        FilterRow("a.b", .lessThan(1), fieldFilter("LESS_THAN", one)),
        FilterRow("a.b", .lessThanOrEqual(1), fieldFilter("LESS_THAN_OR_EQUAL", one)),
        FilterRow("a.b", .greaterThan(1), fieldFilter("GREATER_THAN", one)),
        FilterRow("a.b", .greaterThanOrEqual(1), fieldFilter("GREATER_THAN_OR_EQUAL", one)),
        FilterRow("a.b", .arrayContains(1), fieldFilter("ARRAY_CONTAINS", one)),
        FilterRow("a.b", .arrayContainsAny([1, "x"]), fieldFilter("ARRAY_CONTAINS_ANY", list)),
        FilterRow("a.b", .isIn([1, "x"]), fieldFilter("IN", list)),
        FilterRow("a.b", .isNotIn([1, "x"]), fieldFilter("NOT_IN", list)),
        FilterRow("a.b", .isNull, unary("IS_NULL")), FilterRow("a.b", .isNotNull, unary("IS_NOT_NULL")),
        FilterRow("a.b", .isNotANumber, unary("IS_NAN")), FilterRow("a.b", .isNotNotANumber, unary("IS_NOT_NAN")),
        FilterRow(.all([]), #"{"compositeFilter": {"op": "AND"}}"#),
        FilterRow(
            .any([.condition(Condition(path("a.b"), .equal(1))), .all([.condition(Condition(path("a.b"), .isNull))])]),
            #"{"compositeFilter": {"op": "OR", "filters": [\#(fieldFilter("EQUAL", one)), "#
                + #"{"compositeFilter": {"op": "AND", "filters": [\#(unary("IS_NULL"))]}}]}}"#
        ),
    ]) func `have filters that are spelled as the protocol spells them`(row: FilterRow) throws {
        let expected = try JSON.parse(Array(row.json.utf8))
        #expect(try JSON.parse(WireFilter(row.filter).json()) == expected)
        #expect(try WireFilter(text: row.json).filter() == row.filter)
    }

    @Test(arguments: [
        ("{}", "A filter has no type."),
        (fieldFilter("OPERATOR_UNSPECIFIED", one), "Unknown FieldFilter operator."),
        (
            #"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": 11, "value": {"nullValue": null}}}"#,
            "Unknown FieldFilter operator."
        ),
        (unary("OPERATOR_UNSPECIFIED"), "Unknown UnaryFilter operator."),
        (#"{"unaryFilter": {"op": 1, "field": {"fieldPath": "a"}}}"#, "Unknown UnaryFilter operator."),
        (#"{"compositeFilter": {}}"#, "Unsupported CompositeFilter operator."),
        (#"{"compositeFilter": {"op": "AND", "filters": [{}]}}"#, "A filter has no type."),
        (fieldFilter("IN", one), "'IN' requires an ArrayValue."),
        (fieldFilter("NOT_IN", one), "'NOT_IN' requires an ArrayValue."),
        (fieldFilter("ARRAY_CONTAINS_ANY", one), "'ARRAY_CONTAINS_ANY' requires an ArrayValue."),
        (#"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL"}}"#, "A value has no type."),
        (#"{"fieldFilter": {"op": "EQUAL", "value": {"nullValue": null}}}"#, "Invalid empty property path string."),
        (#"{"unaryFilter": {"op": "IS_NULL", "field": {}}}"#, "Invalid empty property path string."),
    ]) func `refuse filters that ask nothing that can be answered`(json: String, message: String) throws {
        let filter = try WireFilter(text: json)
        #expect(refusal { _ = try filter.filter() } == .invalid(message))
    }

    @Test func `say everything that a query says, and nothing that it leaves open`() throws {
        #expect(WireQuery(Query(parent: root, source: nil)).protobuf.isEmpty)
        var query = Query(parent: root, source: .init("c", allDescendants: true))
        query.filter = .condition(Condition(.documentName, .greaterThan(.reference(name("c/d")))))
        query.orders = [.init(path("a.b")), .init(.documentName, isDescending: true)]
        query.start = .init([1, .reference(name("c/d"))], isBefore: true)
        query.end = .init([9], isBefore: false)
        query.offset = 3
        query.limit = 0
        query.projection = [path("a.b"), .documentName]
        let json = #"""
            {"select": {"fields": [{"fieldPath": "a.b"}, {"fieldPath": "__name__"}]},
             "from": [{"collectionId": "c", "allDescendants": true}],
             "where": {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "GREATER_THAN",
               "value": {"referenceValue": "projects/p/databases/d/documents/c/d"}}},
             "orderBy": [{"field": {"fieldPath": "a.b"}, "direction": "ASCENDING"},
               {"field": {"fieldPath": "__name__"}, "direction": "DESCENDING"}],
             "limit": 0, "offset": 3,
             "startAt": {"values": [{"integerValue": "1"},
               {"referenceValue": "projects/p/databases/d/documents/c/d"}], "before": true},
             "endAt": {"values": [{"integerValue": "9"}]}}
            """#
        #expect(try JSON.parse(WireQuery(query).json()) == JSON.parse(Array(json.utf8)))
        #expect(try WireQuery(text: json).query(parent: root) == query)
    }

    @Test(arguments: [
        (#"{"orderBy": [{"field": {"fieldPath": "a"}}]}"#, false),
        (#"{"orderBy": [{"field": {"fieldPath": "a"}, "direction": "ASCENDING"}]}"#, false),
        (#"{"orderBy": [{"field": {"fieldPath": "a"}, "direction": "DESCENDING"}]}"#, true),
    ]) func `order ascending unless they say otherwise`(json: String, isDescending: Bool) throws {
        #expect(try WireQuery(text: json).query(parent: root).orders == [.init(path("a"), isDescending: isDescending)])
    }

    @Test(arguments: [
        (#"{"from": [{"collectionId": "a"}, {"collectionId": "b"}]}"#, FirestoreError.Code.invalidArgument),
        (#"{"findNearest": {}}"#, .unimplemented), (#"{"orderBy": [{}]}"#, .invalidArgument),
        (#"{"orderBy": [{"field": {"fieldPath": "a..b"}}]}"#, .invalidArgument),
        (#"{"select": {"fields": [{"fieldPath": "1a"}]}}"#, .invalidArgument),
        (#"{"startAt": {"values": [{}]}}"#, .invalidArgument), (#"{"limit": "2147483648"}"#, .invalidArgument),
        (#"{"limit": -2147483649}"#, .invalidArgument),
    ]) func `that cannot be run are refused`(json: String, code: FirestoreError.Code) throws {
        let query = try WireQuery(text: json)
        #expect(refusal { _ = try query.query(parent: root) }?.code == code)
    }

    @Test(arguments: 1...40) func `come back from either form of their message`(seed: UInt64) throws {
        var random = MessageGenerator(seed: seed)
        for _ in 0..<25 {
            let query = random.query(below: root)
            let message = WireQuery(query)
            #expect(try WireQuery(protobuf: message.protobuf).query(parent: root) == query)
            #expect(try WireQuery(json: message.json()).query(parent: root) == query)
        }
    }

    @Test func `compute what is asked of their results`() throws {
        let json = #"""
            {"aggregations": [{"count": {}}, {"count": {"upTo": "7"}, "alias": "some"},
             {"sum": {"field": {"fieldPath": "a.b"}}},
             {"avg": {"field": {"fieldPath": "`odd name`"}}, "alias": "mean"}]}
            """#
        #expect(
            try WireAggregationQuery(text: json).prepared() == [
                Aggregation(.count(upTo: nil), alias: "field_1"), Aggregation(.count(upTo: 7), alias: "some"),
                Aggregation(.sum(path("a.b")), alias: "field_2"),
                Aggregation(.average(FieldPath(["odd name"])), alias: "mean"),
            ]
        )
    }

    @Test(arguments: [
        "{}", #"{"aggregations": [{}]}"#, #"{"aggregations": [{"count": {"upTo": "-1"}}]}"#,
        #"{"aggregations": [{"sum": {}}]}"#, #"{"aggregations": [{"avg": {"field": {"fieldPath": "__name__"}}}]}"#,
        #"{"aggregations": [{"count": {}, "alias": "n"}, {"count": {}, "alias": "n"}]}"#,
        #"{"aggregations": [{"count": {}, "alias": "__n__"}]}"#,
        #"{"aggregations": [\#(Array(repeating: #"{"count": {}}"#, count: 6).joined(separator: ", "))]}"#,
    ]) func `refuse to compute what is no number, or too many`(json: String) throws {
        let query = try WireAggregationQuery(text: json)
        #expect(refusal { _ = try query.prepared() }?.code == .invalidArgument)
    }
}

@Suite("Writes and their messages")
struct WriteConversionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let write: Write
        let json: String
        var testDescription: String { json }

        init(_ write: Write, _ json: String) {
            self.write = write
            self.json = json
        }
    }

    private static let document = "projects/p/databases/d/documents/c/d"

    private static func transform(_ operation: FieldTransform.Operation, _ json: String) -> Row {
        Row(
            Write(name("c/d"), .update(["n": 1], mask: []), transforms: [FieldTransform(path("a.b"), operation)]),
            #"{"update": {"name": "\#(document)", "fields": {"n": {"integerValue": "1"}}}, "updateMask": {}, "#
                + #""updateTransforms": [{"fieldPath": "a.b", \#(json)}]}"#
        )
    }

    @Test(arguments: [
        Row(
            Write(name("c/d"), .update(["n": 1], mask: nil)),
            #"{"update": {"name": "\#(document)", "fields": {"n": {"integerValue": "1"}}}}"#
        ),
        Row(
            Write(name("c/d"), .update([:], mask: [path("a.b"), FieldPath(["c d"])]), precondition: .exists(true)),
            #"{"update": {"name": "\#(document)"}, "updateMask": {"fieldPaths": ["a.b", "`c d`"]}, "#
                + #""currentDocument": {"exists": true}}"#
        ),
        Row(
            Write(name("c/d"), .delete, precondition: .updateTime(moment)),
            #"{"delete": "\#(document)", "currentDocument": {"updateTime": "\#(text)"}}"#
        ),
        Row(
            Write(name("c/d"), .verify, precondition: .exists(false)),
            #"{"verify": "\#(document)", "currentDocument": {"exists": false}}"#
        ),
        Row(
            Write(name("c/d"), .transform, transforms: [FieldTransform(path("t"), .setToRequestTime)]),
            #"{"transform": {"document": "\#(document)", "fieldTransforms": "#
                + #"[{"fieldPath": "t", "setToServerValue": "REQUEST_TIME"}]}}"#
        ),
        transform(.setToRequestTime, #""setToServerValue": "REQUEST_TIME""#),
        transform(.increment(-1), #""increment": {"integerValue": "-1"}"#),
        transform(.maximum(0.5), #""maximum": {"doubleValue": 0.5}"#),
        transform(.minimum(.double(.nan)), #""minimum": {"doubleValue": "NaN"}"#),
        transform(
            .appendMissingElements([1, .null]),
            #""appendMissingElements": {"values": [{"integerValue": "1"}, {"nullValue": null}]}"#
        ),
        transform(.removeAllFromArray([]), #""removeAllFromArray": {}"#),
    ]) func `say the same`(row: Row) throws {
        #expect(try JSON.parse(WireWrite(row.write).json()) == JSON.parse(Array(row.json.utf8)))
        #expect(try WireWrite(text: row.json).write(in: database) == row.write)
    }

    @Test func `take transforms of the older form together with those of the newer one, in this order`() throws {
        let json = #"""
            {"transform": {"document": "projects/p/databases/d/documents/c/d",
               "fieldTransforms": [{"fieldPath": "a", "increment": {"integerValue": "1"}}]},
             "updateTransforms": [{"fieldPath": "b", "increment": {"integerValue": "2"}}]}
            """#
        let write = try WireWrite(text: json).write(in: database)
        #expect(write.operation == .transform && write.transforms.map(\.path) == [path("a"), path("b")])
    }

    @Test(arguments: [
        ("{}", "Write has no operation."),
        (
            #"{"delete": "projects/other/databases/d/documents/c/d"}"#,
            #"Document "projects/other/databases/d/documents/c/d" is not in database "projects/p/databases/d"."#
        ),
        (
            #"{"delete": "projects/p/databases/(default)/documents/c/d"}"#,
            #"Document "projects/p/databases/(default)/documents/c/d" is not in database "projects/p/databases/d"."#
        ),
        (#"{"verify": "\#(document)"}"#, "a verify must contain a precondition"),
        (
            #"{"verify": "\#(document)", "updateMask": {}, "currentDocument": {"exists": true}}"#,
            "a verify must not specify a document mask."
        ),
        (
            #"{"delete": "\#(document)", "updateTransforms": [{"fieldPath": "a", "setToServerValue": 1}]}"#,
            "a delete must not specify a update transform."
        ),
        (
            #"{"update": {"name": "\#(document)"}, "updateTransforms": [{"fieldPath": "a"}]}"#,
            "Unknown transform of the field a."
        ),
        (
            #"{"update": {"name": "\#(document)"}, "updateTransforms": [{"fieldPath": "a", "setToServerValue": 2}]}"#,
            "Unknown transform of the field a."
        ),
        (
            #"{"update": {"name": "\#(document)"}, "updateTransforms": [{"fieldPath": "a", "increment": {}}]}"#,
            "A value has no type."
        ),
        (
            #"{"update": {"name": "\#(document)"}, "updateTransforms": "#
                + #"[{"fieldPath": "a", "increment": {"stringValue": "1"}}]}"#, "Input must be int64 or double."
        ),
        (
            #"{"update": {"name": "\#(document)"}, "updateMask": {"fieldPaths": ["a", "a.b"]}}"#,
            #"The update mask contains conflicting paths: "a" and "a.b"."#
        ),
        (
            #"{"update": {"name": "\#(document)", "fields": {"__x__": {"nullValue": null}}}}"#,
            "field name __x__ is reserved"
        ),
    ]) func `that cannot be made are refused`(json: String, message: String) throws {
        let write = try WireWrite(text: json)
        #expect(refusal { _ = try write.write(in: database) } == .invalid(message))
    }

    @Test(arguments: ["", "c/d", document + "/", document + "/e", "projects/p/databases/d/documents"])
    func `of what is no document are refused`(name: String) throws {
        for member in ["delete", "verify"] {
            let write = try WireWrite(text: #"{"\#(member)": "\#(name)", "currentDocument": {"exists": true}}"#)
            #expect(refusal { _ = try write.write(in: database) }?.code == .invalidArgument)
        }
    }

    @Test func `come with what a transform made of a field`() throws {
        let write = Write(
            name("c/d"),
            .update(["n": 1], mask: nil),
            transforms: [FieldTransform(path("n"), .increment(2)), FieldTransform(path("l"), .removeAllFromArray([1]))]
        )
        let outcome = try write.apply(to: nil, commitTime: moment)
        let expected = #"""
            {"updateTime": "2024-02-29T12:34:56.789012Z",
             "transformResults": [{"integerValue": "3"}, {"nullValue": null}]}
            """#
        #expect(try JSON.parse(WireWriteResult(outcome).json()) == JSON.parse(Array(expected.utf8)))
        let deleted = try Write(name("c/d"), .delete).apply(to: nil, commitTime: moment)
        #expect(WireWriteResult(deleted).protobuf.isEmpty)
    }
}

@Suite("Documents and their messages")
struct DocumentConversionTests {
    private let document = Document(
        name: name("c/d"),
        fields: ["a": ["b": 1, "c": 2], "d": 3],
        createTime: Timestamp(microseconds: 1_000_000),
        updateTime: moment
    )

    @Test func `have the name as text, and both times`() throws {
        let message = WireDocument(document)
        let expected = #"""
            {"name": "projects/p/databases/d/documents/c/d", "fields": {"a": {"mapValue": {"fields":
             {"b": {"integerValue": "1"}, "c": {"integerValue": "2"}}}}, "d": {"integerValue": "3"}},
             "createTime": "1970-01-01T00:00:01Z", "updateTime": "2024-02-29T12:34:56.789012Z"}
            """#
        #expect(try JSON.parse(message.json()) == JSON.parse(Array(expected.utf8)))
    }

    @Test(
        arguments: [
            ([], ["a": ["b": 1, "c": 2], "d": 3]), (["a"], ["a": ["b": 1, "c": 2]]), (["a.c"], ["a": ["c": 2]]),
            (["d", "a.b"], ["a": ["b": 1], "d": 3]), (["none", "a.none", "d.none"], [:]), (["__name__"], [:]),
            (["__name__", "d"], ["d": 3]),
        ] as [([String], Fields)]
    ) func `are cut down to what a mask names`(paths: [String], fields: Fields) throws {
        var mask = WireMask()
        mask.fieldPaths = paths
        let kept = try mask.keeping(document)
        #expect(kept.fields == fields)
        #expect(kept.name == document.name && kept.updateTime == document.updateTime)
    }

    @Test func `refuse masks of what is no path`() {
        var mask = WireMask()
        mask.fieldPaths = ["a", "b-c"]
        #expect(refusal { _ = try mask.keeping(document) }?.code == .invalidArgument)
        #expect(WireMask([path("a.b"), FieldPath(["b-c", "`"])]).fieldPaths == ["a.b", "`b-c`.`\\``"])
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"exists": false}"#, .exists(false)), (#"{"exists": true}"#, .exists(true)),
            (#"{"updateTime": "\#(text)"}"#, .updateTime(moment)),
        ] as [(String, Precondition?)]
    ) func `depend on what they are now`(json: String, precondition: Precondition?) throws {
        #expect(try WirePrecondition(text: json).precondition == precondition)
        if let precondition {
            #expect(try JSON.parse(WirePrecondition(precondition).json()) == JSON.parse(Array(json.utf8)))
        }
    }
}
