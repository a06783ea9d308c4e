import FirestoreSamples
import HearthFirestoreModel
import Testing

@Suite("Conditions")
struct ConditionTests {
    /// One document for each value of the field `f`, and one without it.
    private static let samples: KeyValuePairs<String, Value?> = [
        "missing": nil, "null": .null, "false": false, "true": true, "nan": .double(.nan), "-1": -1, "0": 0,
        "0.5": 0.5, "1": 1, "1.0": 1.0, "2": 2, "inf": .double(.infinity),
        "time": .timestamp(Timestamp(microseconds: 5)), "a": "a", "b": "b", "bytes": .bytes([1]),
        "ref": .reference(ResourceName(database: demo, path: ResourcePath(["c", "d"]))),
        "place": .geoPoint(GeoPoint(latitude: 1, longitude: 2)), "[]": [], "[1]": [1], "[1,a]": [1, "a"],
        "[null]": [.null], "[nan]": [.double(.nan)], "vector": .vector([1, 2]), "{}": [:], "{a:1}": ["a": 1],
    ]

    private static let present = samples.filter { $0.value != nil && $0.key != "null" }.map(\.key)

    private static func all(but others: String...) -> [String] { present.filter { !others.contains($0) } }

    struct Row: Sendable, CustomTestStringConvertible {
        let test: Condition.Test
        let found: [String]
        var testDescription: String { "\(test)" }

        init(_ test: Condition.Test, _ found: [String]) {
            self.test = test
            self.found = found
        }
    }

    /// The documents that each question finds, after
    /// https://firebase.google.com/docs/firestore/query-data/queries and the order of types.
    private static let rows: [Row] = [
        // Numbers are equal whatever their type; null and not-a-number equal nothing.
        Row(.equal(1), ["1", "1.0"]), Row(.equal(1.0), ["1", "1.0"]), Row(.equal(.double(-0.0)), ["0"]),
        Row(.equal(.null), []), Row(.equal(.double(.nan)), []), Row(.equal("a"), ["a"]), Row(.equal(""), []),
        Row(.equal([]), ["[]"]), Row(.equal([1.0]), ["[1]"]), Row(.equal(["a", 1]), []), Row(.equal([:]), ["{}"]),
        Row(.equal(["a": 1.0]), ["{a:1}"]), Row(.equal([.null]), ["[null]"]), Row(.equal(.vector([1, 2])), ["vector"]),
        Row(.equal([1, 2]), []), Row(.equal(.bytes([1])), ["bytes"]), Row(.equal(false), ["false"]),
        // What is null or not there is not unequal either.
        Row(.notEqual(1), all(but: "1", "1.0")), Row(.notEqual("zz"), present), Row(.notEqual(.null), []),
        Row(.notEqual(.double(.nan)), present),
        // Only values of the operand's type are before or after it.
        Row(.lessThan(1), ["-1", "0", "0.5"]), Row(.lessThanOrEqual(1), ["-1", "0", "0.5", "1", "1.0"]),
        Row(.greaterThan(1), ["2", "inf"]), Row(.greaterThanOrEqual(1), ["1", "1.0", "2", "inf"]),
        Row(.lessThan(.double(-.infinity)), []), Row(.greaterThanOrEqual(.double(.infinity)), ["inf"]),
        Row(.lessThan("b"), ["a"]), Row(.greaterThanOrEqual("a"), ["a", "b"]), Row(.lessThan(true), ["false"]),
        Row(.greaterThan(false), ["true"]), Row(.lessThan(.null), []), Row(.lessThanOrEqual(.null), []),
        Row(.greaterThan(.double(.nan)), []), Row(.lessThanOrEqual(.double(.nan)), []),
        Row(.greaterThan(.timestamp(.earliest)), ["time"]), Row(.lessThan(.bytes([2])), ["bytes"]),
        Row(.greaterThan([]), ["[1]", "[1,a]", "[null]", "[nan]"]), Row(.lessThan([1]), ["[]", "[null]", "[nan]"]),
        Row(.greaterThan([1]), ["[1,a]"]), Row(.greaterThan([:]), ["{a:1}"]), Row(.lessThan(["a": 1]), ["{}"]),
        Row(.lessThan(.vector([0, 0, 0])), ["vector"]), Row(.greaterThan(.vector([9])), ["vector"]),
        Row(.lessThanOrEqual(.geoPoint(GeoPoint(latitude: 1, longitude: 1))), []),
        // Elements are compared like values.
        Row(.arrayContains(1), ["[1]", "[1,a]"]), Row(.arrayContains(1.0), ["[1]", "[1,a]"]),
        Row(.arrayContains("a"), ["[1,a]"]), Row(.arrayContains(.null), []), Row(.arrayContains(.double(.nan)), []),
        Row(.arrayContains([1]), []), Row(.arrayContainsAny(["a", .null]), ["[1,a]"]),
        Row(.arrayContainsAny([2, 1]), ["[1]", "[1,a]"]), Row(.arrayContainsAny([]), []),
        Row(.isIn([1, "a", .null, .double(.nan)]), ["1", "1.0", "a"]), Row(.isIn([[1]]), ["[1]"]), Row(.isIn([]), []),
        Row(.isNotIn([1]), all(but: "1", "1.0")), Row(.isNotIn([1, .double(.nan)]), all(but: "1", "1.0")),
        Row(.isNotIn(["zz", .null]), []), Row(.isNotIn([]), present),
        Row(.isNull, ["null"]), Row(.isNotNull, present), Row(.isNotANumber, ["nan"]),
        Row(.isNotNotANumber, all(but: "nan")),
    ]

    private static let documents = samples.map { name, value in
        Document(
            name: ResourceName(database: demo, path: ResourcePath(["c", name])),
            fields: value.map { ["f": $0, "m": ["f": $0]] } ?? ["m": [:]]
        )
    }

    @Test(arguments: rows) func `find what is of their kind and stands where they say`(row: Row) {
        for path in [FieldPath(["f"]), FieldPath(["m", "f"])] {
            let condition = Condition(path, row.test)
            let found = Self.documents.filter(condition.matches).map(\.name.path.id)
            #expect(found == Self.samples.map(\.key).filter(row.found.contains), "\(path.text)")
        }
        let elsewhere = Condition(FieldPath(["f", "below"]), row.test)
        #expect(Self.documents.allSatisfy { !elsewhere.matches($0) })
    }

    @Test(arguments: rows) func `are spelled and read back by their operator`(row: Row) throws {
        guard let (name, value) = row.test.fieldOperator else {
            #expect(row.test.operands.isEmpty)
            return
        }
        #expect(try Condition.Test(name: name, value: value) == row.test)
    }

    @Test(arguments: ["", "equal", "IS_NULL", "LIKE"]) func `of other names are refused`(name: String) {
        #expect(throws: FirestoreError.invalid("Unknown FieldFilter operator.")) {
            try Condition.Test(name: name, value: 1)
        }
    }

    @Test(arguments: rows) func `order the results only if they ask for more than places`(row: Row) throws {
        guard !row.test.operands.isEmpty || row.test.fieldOperator == nil else { return }
        var query = Query(parent: ResourceName(database: demo, path: .root), source: .init("c"))
        query.filter = .condition(Condition(FieldPath(["f"]), row.test))
        let order = try query.prepared().order
        let ordering: Bool
        switch row.test {
        case .equal, .isIn, .arrayContains, .arrayContainsAny, .isNull, .isNotANumber: ordering = false
        default: ordering = true
        }
        #expect(order.orders.map(\.path.text) == (ordering ? ["f", "__name__"] : ["__name__"]))
        #expect(row.test.isInequality == ordering)
    }

    @Test func `of names compare whole paths`() throws {
        let names = ["c/a", "c/a/d/x", "c/b", "c/__id7__", "c/__id-2__"].map {
            ResourceName(database: demo, path: ResourcePath($0.split(separator: "/").map(String.init)))
        }
        func found(_ test: Condition.Test) -> [String] {
            names.filter { Condition(.documentName, test).matches(Document(name: $0)) }.map(\.path.text)
        }
        #expect(found(.greaterThan(.reference(names[0]))) == ["c/a/d/x", "c/b"])
        #expect(found(.lessThan(.reference(names[0]))) == ["c/__id7__", "c/__id-2__"])
        #expect(found(.lessThan(.reference(names[3]))) == ["c/__id-2__"])
        #expect(found(.isIn([.reference(names[1]), .reference(names[2])])) == ["c/a/d/x", "c/b"])
    }
}
