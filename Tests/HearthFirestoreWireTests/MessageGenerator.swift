import HearthFirestoreModel

/// Makes random writes.
struct MessageGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// SplitMix64, https://prng.di.unimi.it/splitmix64.c.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    mutating func value(_ depth: Int) -> Value {
        switch number(depth > 0 ? 12 : 9) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &self))
        case 2: return .integer(Int64(bitPattern: next()))
        case 3: return .double(Bool.random(using: &self) ? Double(bitPattern: next()) : .nan)
        case 4: return .string(String(repeating: "é\"\n", count: number(60)))
        case 5: return .bytes((0..<number(200)).map { UInt8($0) })
        case 6: return .timestamp(Timestamp(microseconds: Int64(number(1 << 50))))
        case 7: return .geoPoint(GeoPoint(latitude: Double(number(90)), longitude: -Double(number(180))))
        case 8: return .reference(ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", "ü"])))
        case 9: return .array((0..<number(4)).map { _ in value(0) })
        case 10: return .vector((0..<1 + number(3)).map { Double($0) })
        default: return .map(fields(depth - 1))
        }
    }

    mutating func fields(_ depth: Int) -> Fields {
        Fields((0..<number(5)).map { _ in (["a", "b.c", "é", "`"][number(4)], value(depth)) })
    }

    mutating func write() -> Write {
        let name = ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", "d\(number(9))"]))
        let path = FieldPath(["a b", "c"])
        let transforms: [FieldTransform] = [
            FieldTransform(path, .setToRequestTime), FieldTransform(path, .increment(value(0))),
            FieldTransform(path, .appendMissingElements([value(1)])), FieldTransform(path, .removeAllFromArray([])),
        ]
        let operations: [Write.Operation] = [
            .update(fields(3), mask: nil), .update(fields(3), mask: [path]), .update([:], mask: []), .delete, .verify,
            .transform,
        ]
        let conditions: [Precondition?] = [nil, .exists(false), .updateTime(Timestamp(microseconds: 5))]
        return Write(
            name,
            operations[number(6)],
            transforms: Array(transforms.prefix(number(5))),
            precondition: conditions[number(3)]
        )
    }

    private mutating func filter(_ depth: Int) -> Filter {
        if depth > 0, number(3) == 0 {
            let parts = (0..<number(4)).map { _ in filter(depth - 1) }
            return Bool.random(using: &self) ? .all(parts) : .any(parts)
        }
        let operand = value(1)
        let operands = (0..<number(4)).map { _ in value(1) }
        let tests: [Condition.Test] = [
            .equal(operand), .notEqual(operand), .lessThan(operand), .lessThanOrEqual(operand), .greaterThan(operand),
            .greaterThanOrEqual(operand), .arrayContains(operand), .arrayContainsAny(operands), .isIn(operands),
            .isNotIn(operands), .isNull, .isNotNull, .isNotANumber, .isNotNotANumber,
        ]
        return .condition(Condition(FieldPath([["a", "é"][number(2)], "b c"]), tests[number(tests.count)]))
    }

    /// A query, whether or not it can be run.
    mutating func query(below parent: ResourceName) -> Query {
        var query = Query(
            parent: parent,
            source: Query.Source(["c", "", "é"][number(3)], allDescendants: number(2) == 0)
        )
        if number(3) > 0 { query.filter = filter(3) }
        query.orders = (0..<number(3)).map { Query.Order(FieldPath(["f\($0)"]), isDescending: number(2) == 0) }
        if number(2) == 0 { query.start = Query.Cursor([value(1)], isBefore: number(2) == 0) }
        if number(2) == 0 { query.end = Query.Cursor([value(1), value(0)], isBefore: number(2) == 0) }
        query.offset = number(3)
        if number(2) == 0 { query.limit = [0, 1, Int(Int32.max)][number(3)] }
        if number(3) == 0 { query.projection = (0..<number(3)).map { FieldPath(["p\($0)"]) } }
        return query
    }
}
