import FirestoreSamples
import HearthFirestoreModel
import Testing

@Suite("What writes must hold to")
struct WriteLawTests {
    private static let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))
    private static let before = Timestamp(microseconds: 1_000_000)
    private static let now = Timestamp(microseconds: 2_345_678)

    private static func stored(_ fields: Fields) -> Document {
        Document(name: name, fields: fields, createTime: before, updateTime: before)
    }

    /// A write, whether the document is there, what must hold, and how it ends: a code, or nothing.
    struct Row: Sendable, CustomTestStringConvertible {
        let operation: Write.Operation
        let isThere: Bool
        let precondition: Precondition?
        let code: FirestoreError.Code?
        var testDescription: String { "\(operation) of \(isThere ? "a" : "no") document, \(precondition as Any)" }

        init(_ operation: Write.Operation, _ isThere: Bool, _ precondition: Precondition?, _ code: FirestoreError.Code?)
        {
            self.operation = operation
            self.isThere = isThere
            self.precondition = precondition
            self.code = code
        }

        static let all: [Row] = {
            let operations: [Write.Operation] = [
                .update(["n": 2], mask: nil), .update(["n": 2], mask: [FieldPath(["n"])]), .delete, .verify, .transform,
            ]
            // What must hold, and what comes of it for a document that is there and for one that is not.
            let conditions: [(Precondition?, FirestoreError.Code?, FirestoreError.Code?)] = [
                (nil, nil, nil), (.exists(true), nil, .notFound), (.exists(false), .alreadyExists, nil),
                (.updateTime(before), nil, .failedPrecondition),
                (.updateTime(Timestamp(microseconds: 999_999)), .failedPrecondition, .failedPrecondition),
                (.updateTime(now), .failedPrecondition, .failedPrecondition),
                // No document was changed at the beginning of time, which is what a missing one is taken for.
                (.updateTime(Timestamp(microseconds: 0)), .failedPrecondition, .failedPrecondition),
            ]
            return operations.flatMap { operation in
                conditions.flatMap { condition, there, missing in
                    [Row(operation, true, condition, there), Row(operation, false, condition, missing)]
                }
            }
        }()
    }

    @Test(arguments: Row.all) func `happen only if what they ask for holds`(row: Row) throws {
        let write = Write(Self.name, row.operation, precondition: row.precondition)
        let current = row.isThere ? Self.stored(["n": 1]) : nil
        guard row.code == nil else {
            let error = #expect(throws: FirestoreError.self) { try write.apply(to: current, commitTime: Self.now) }
            #expect(error?.code == row.code)
            return
        }
        let outcome = try write.apply(to: current, commitTime: Self.now)
        switch row.operation {
        case .delete: #expect(outcome.document == nil && outcome.updateTime == nil)
        case .verify: #expect(outcome.document == current)
        case .update:
            #expect(outcome.document?.fields == ["n": 2] && outcome.updateTime == Self.now)
            #expect(outcome.document?.createTime == (row.isThere ? Self.before : Self.now))
        case .transform: #expect(outcome.document?.fields == (row.isThere ? ["n": 1] : [:]))
        }
    }

    @Test(arguments: 1...40) func `with a mask change what it names and leave the rest`(seed: UInt64) throws {
        var random = ValueGenerator(seed: seed)
        let names = ["a", "b", "é"]
        for _ in 0..<20 {
            let current = Fields((0..<3).map { _ in (random.pick(names), random.value(depth: 2)) })
            let given = Fields((0..<3).map { _ in (random.pick(names), random.value(depth: 2)) })
            let mask = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                FieldPath((0..<Int.random(in: 1...2, using: &random)).map { _ in random.pick(names) })
            }
            let write = Write(Self.name, .update(given, mask: mask))
            guard (try? write.check()) != nil, (try? Write(Self.name, .update(current, mask: nil)).check()) != nil,
                let after = try? write.apply(to: Self.stored(current), commitTime: Self.now).document?.fields
            else { continue }
            for path in mask {
                // A path through what is no map gives nothing to set, and leaves nothing behind.
                #expect(after[path].map(\.key) == given[path].map(\.key), "\(path.text)")
            }
            for name in names where !mask.contains(where: { $0.segments[0] == name }) {
                #expect(after[name] == current[name])
            }
            // Once more changes nothing, and keeps the time of the first.
            let stored = Document(name: Self.name, fields: after, createTime: Self.before, updateTime: Self.before)
            let again = try write.apply(to: stored, commitTime: Self.now)
            #expect(again.document == stored && again.updateTime == Self.before)
        }
    }

    @Test(
        arguments: [
            // Integers stop at their borders; a double on either side makes the sum one.
            (1, 2, 3), (.integer(.max), 1, .integer(.max)), (.integer(.min), -1, .integer(.min)),
            (.integer(.max), .integer(.min), -1), (1, 0.5, 1.5), (0.5, 1, 1.5), (1.0, 2, 3.0),
            (.double(.nan), 1, .double(.nan)),
            (.double(.infinity), .double(-.infinity), .double(.nan)),
            (.integer(.max), 0.0, 9_223_372_036_854_775_808.0),
            // What is no number is replaced.
            ("x", 2, 2), (.null, 0.5, 0.5), (true, 1, 1), ([1], 1, 1), (nil, 7, 7), (["n": 1], 1, 1),
        ] as [(Value?, Value, Value)]
    ) func `add numbers`(present: Value?, operand: Value, sum: Value) {
        let outcome = FieldTransform.Operation.increment(operand).apply(to: present, commitTime: Self.now)
        #expect(outcome.value == sum && outcome.result == sum)
    }

    @Test(
        arguments: [
            // The field, the operand, the greater and the lesser: of equal ones the field stays, with its type.
            (1, 2, 2, 1), (2, 1.5, 2, 1.5), (1, 1.0, 1, 1), (1.0, 1, 1.0, 1.0),
            (-1, .double(-.infinity), -1, .double(-.infinity)),
            (.double(.nan), 1, .double(.nan), .double(.nan)), (1, .double(.nan), .double(.nan), .double(.nan)),
            ("x", 1, 1, 1), (nil, 1, 1, 1), (.null, -1, -1, -1),
            (9_007_199_254_740_993, 9_007_199_254_740_992.0, 9_007_199_254_740_993, 9_007_199_254_740_992.0),
            (0, .double(-0.0), 0, 0),
        ] as [(Value?, Value, Value, Value)]
    )
    func `take the greater or the lesser number`(present: Value?, operand: Value, greater: Value, lesser: Value) {
        let maximum = FieldTransform.Operation.maximum(operand).apply(to: present, commitTime: Self.now)
        let minimum = FieldTransform.Operation.minimum(operand).apply(to: present, commitTime: Self.now)
        #expect(maximum.value == greater && maximum.result == greater)
        #expect(minimum.value == lesser && minimum.result == lesser)
    }

    @Test(arguments: 1...30) func `treat arrays as sets, element by element`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        for _ in 0..<20 {
            let present = (0..<5).map { _ in random.value(depth: 1) }
            let others = (0..<4).map { _ in Bool.random(using: &random) ? random.pick(present) : random.value(depth: 1)
            }
            var union = present
            for other in others where !union.contains(where: { $0.isEquivalent(to: other) }) { union.append(other) }
            let rest = present.filter { value in !others.contains { $0.isEquivalent(to: value) } }
            let added = FieldTransform.Operation.appendMissingElements(others)
            let removed = FieldTransform.Operation.removeAllFromArray(others)
            #expect(added.apply(to: .array(present), commitTime: Self.now) == (.array(union), .null))
            #expect(removed.apply(to: .array(present), commitTime: Self.now) == (.array(rest), .null))
            // What is no array is taken for an empty one.
            #expect(removed.apply(to: "x", commitTime: Self.now) == ([], .null))
        }
    }

    @Test func `of many elements cost no more than a pass over them`() {
        // A comparison of each with each would be four thousand million.
        let many = (0..<60_000).map { Value.integer(Int64($0)) }
        let added = FieldTransform.Operation.appendMissingElements(many)
        let (value, _) = added.apply(to: .array(many), commitTime: Self.now)
        #expect(value == .array(many))
        let removed = FieldTransform.Operation.removeAllFromArray(many)
        #expect(removed.apply(to: .array(many), commitTime: Self.now).value == [])
    }
}

@Suite("Sizes and digests")
struct SizeTests {
    /// The sizes of the documentation, <https://firebase.google.com/docs/firestore/storage-size>.
    @Test(
        arguments: [
            (.null, 1), (true, 1), (1, 8), (1.5, 8), (.timestamp(.earliest), 8), ("", 1), ("abc", 4), ("é😀", 7),
            (.bytes([1, 2, 3]), 3), (.bytes([]), 0), (.geoPoint(GeoPoint(latitude: 1, longitude: 2)), 16), ([], 0),
            (["a", 1, .null], 11), ([:], 0), (["ab": 1, "c": "d"], 15), ([["a": [1]]], 10),
            // A name is its ids, each with one byte more, and sixteen; an id that is a number is eight.
            (.reference(ResourceName(database: demo, path: ResourcePath(["c", "é"]))), 21),
            (.reference(ResourceName(database: demo, path: ResourcePath(["c", "__id5__"]))), 26),
        ] as [(Value, Int)]
    ) func `of values are counted as documented`(value: Value, size: Int) {
        let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))
        let empty = Document(name: name)
        // The name, thirty-two bytes for the document, and two for the field's name.
        #expect(empty.storageSize == 4 + 16 + 32)
        #expect(Document(name: name, fields: ["f": value]).storageSize == empty.storageSize + 2 + size)
    }

    @Test func `are limited exactly`() throws {
        let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))
        // 52 for the empty document, "a" and "b" with two bytes each, and one byte at the end of each text.
        let room = 1_048_576 - 52 - 6
        func write(_ count: Int) -> Write {
            let half: Value = .string(String(repeating: "x", count: 500_000))
            return Write(name, .update(["a": half, "b": .string(String(repeating: "y", count: count))], mask: nil))
        }
        try write(room - 500_000).check()
        #expect(throws: FirestoreError.invalid("maximum entity size is 1048576 bytes")) {
            try write(room - 499_999).check()
        }
    }
}
