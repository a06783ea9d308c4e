import HearthFirestoreModel

/// Makes random rules, documents and queries over few fields and few values, so that they meet.
struct RuleGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    mutating func chance(_ numerator: Int, of denominator: Int) -> Bool {
        Int.random(in: 0..<denominator, using: &self) < numerator
    }

    private static let fields = ["a", "b", "m.x", "tags"]

    /// Values with a spelling in rules, if there is one.
    private static let values: [(value: Value, text: String?)] = [
        (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (1, "1"), (2, "2"), (1.0, "1.0"), (1.5, "1.5"),
        (.integer(9_007_199_254_740_992), "9007199254740992"), (.integer(9_007_199_254_740_993), "9007199254740993"),
        (.double(9_007_199_254_740_992), "9007199254740992.0"), (.double(.nan), nil), (.double(-0.0), "-0.0"),
        (.double(.infinity), nil), ("a", "'a'"), ("b", "'b'"), ("", "''"), ("é", "'é'"), ("e\u{301}", "'e\u{301}'"),
        ("😀", "'😀'"), ("\u{FFFD}", "'\u{FFFD}'"),
        (.timestamp(Timestamp(microseconds: 61_500_000)), "timestamp.value(61500)"),
        (.timestamp(Timestamp(microseconds: 61_500_001)), nil), (.bytes([1, 2]), "b'\\x01\\x02'"), ([], "[]"),
        ([1, "a"], "[1, 'a']"), ([1.0], "[1]"), (["x": 1], "{'x': 1}"), ([:], "{}"), (["x": "a"], "{'x': 'a'}"),
        (.reference(Rules.name("c/1")), "/databases/(default)/documents/c/1"),
        (
            .reference(ResourceName(database: DatabaseName(project: "other"), path: ResourcePath(["c", "1"]))),
            "/databases/(default)/documents/c/1"
        ), (.geoPoint(GeoPoint(latitude: 1, longitude: 2)), "latlng.value(1, 2)"), (.vector([1, 2]), nil),
    ]

    private static func text(of value: Value) -> String? {
        values.first { $0.value == value }?.text
    }

    mutating func value() -> Value { pick(Self.values).value }

    private mutating func literal() -> String {
        pick(Self.values).text ?? "math.pow(-1, 0.5)"
    }

    private mutating func field() -> String { pick(Self.fields) }

    // MARK: Documents and queries

    /// Documents, some of which have the values that a query asks for.
    mutating func documents(for query: PreparedQuery) -> [Document] {
        let collections = ["c", "c", "d/x/c", "c/1/c", "e"]
        let conditions = query.query.filter?.conditions ?? []
        return (0..<Int.random(in: 4..<12, using: &self)).map { _ in
            var fields = Fields()
            for name in ["a", "b", "tags"] where chance(3, of: 4) { fields[name] = value() }
            if chance(1, of: 2) { fields["tags"] = .array((0..<2).map { _ in arrayElement() }) }
            if chance(2, of: 3) { fields["m"] = .map(["x": value()]) }
            for condition in conditions where chance(2, of: 3) {
                guard let wanted = condition.test.operands.randomElement(using: &self) else { continue }
                let operand = chance(1, of: 2) ? wanted : twin(of: wanted)
                switch condition.path.segments {
                case ["m", "x"]: fields["m"] = .map(["x": operand])
                case ["__name__"]: break
                case let path: fields[path[0]] = condition.test.isArrayContains ? .array([1, operand]) : operand
                }
            }
            return Rules.document("\(pick(collections))/\(pick(["0", "1", "2", "x"]))", fields)
        }
    }

    /// A value that a filter takes for the same, or nearly so, and rules may not.
    private mutating func twin(of value: Value) -> Value {
        switch value {
        case .integer(let number): chance(1, of: 2) ? .double(Double(number)) : .integer(number + 1)
        case .double(let number): number == 1 ? .integer(1) : .double(number + 1)
        case .array(let values): .array(values.map { twin(of: $0) })
        case .map(let fields): .map(Fields(fields.entries.map { ($0.name, twin(of: $0.value)) }))
        case .reference(let name):
            .reference(ResourceName(database: DatabaseName(project: "another"), path: name.path))
        case .string(let text): .string(text + "a")
        case .null: .double(.nan)
        default: self.value()
        }
    }

    private mutating func arrayElement() -> Value {
        let element = value()
        if case .array = element { return 1 }
        return element
    }

    private mutating func condition() -> Condition {
        if chance(1, of: 12) {
            let name = Value.reference(Rules.name(pick(["c/1", "d/x/c/1", "e/1"])))
            return Condition(.documentName, chance(2, of: 3) ? .equal(name) : .notEqual(name))
        }
        let some = (0..<Int.random(in: 1..<3, using: &self)).map { _ in value() }
        let test: Condition.Test = pick([
            .equal(some[0]), .equal(some[0]), .equal(some[0]), .notEqual(some[0]), .lessThan(some[0]),
            .lessThanOrEqual(some[0]), .greaterThan(some[0]), .greaterThanOrEqual(some[0]), .arrayContains(some[0]),
            .arrayContainsAny(some), .isIn(some), .isNotIn(some), .isNull, .isNotNull, .isNotANumber, .isNotNotANumber,
        ])
        return Condition(FieldPath(field().split(separator: ".").map(String.init)), test)
    }

    private mutating func filter(depth: Int) -> Filter {
        guard depth > 0, chance(1, of: 2) else { return .condition(condition()) }
        let parts = (0..<Int.random(in: 1..<3, using: &self)).map { _ in filter(depth: depth - 1) }
        return chance(2, of: 3) ? .all(parts) : .any(parts)
    }

    /// A query that the engine accepts; half of them ask one question of one collection.
    mutating func query() -> PreparedQuery {
        while true {
            if chance(1, of: 2) {
                guard let simple = try? Query("c", where: .condition(condition())).prepared() else { continue }
                return simple
            }
            let (parent, collection) = pick([("", "c"), ("", "c"), ("", "c"), ("d/x", "c"), ("c/1", "c"), ("", "")])
            let isGroup = chance(1, of: 3)
            var query = Query(collection, below: parent, group: isGroup)
            if collection.isEmpty, !isGroup { query.source = nil }
            if chance(9, of: 10) { query.filter = filter(depth: 2) }
            if let prepared = try? query.prepared() { return prepared }
        }
    }

    // MARK: Rules

    /// A ruleset that has some chance to allow a query.
    mutating func rules(for query: PreparedQuery) -> String {
        let patterns = [
            "/c/{id}", "/{c}/{id}", "/{p=**}/c/{id}", "/{p=**}/{id}", "/{id=**}", "/d/x/c/{id}", "/d/{x}/c/{id}",
            "/c/1/c/{id}",
            "/{p=**}/{c}/{id}",
        ]
        let conditions = query.query.filter?.conditions ?? []
        if conditions.count == 1, chance(2, of: 3) {
            return Self.functions
                + "match /c/{id} { allow list: if \(chance(1, of: 4) ? "!" : "")(\(sharp(conditions[0]))); }"
        }
        let matches = (0..<Int.random(in: 1..<4, using: &self)).map { _ in
            "match \(pick(patterns)) { allow list: if \(expression(Int.random(in: 0..<4, using: &self), conditions)); }"
        }
        return Self.functions + matches.joined(separator: "\n")
    }

    private static let functions = "function same(x, y) { let z = x; return z == y; }\n"

    /// An expression about the field of a condition.
    private mutating func sharp(_ condition: Condition) -> String {
        guard !condition.path.isDocumentName, let text = Self.text(of: condition.test.operands.first ?? .null) else {
            return atom([condition])
        }
        return near(condition, "resource.data." + condition.path.text, text)
    }

    private mutating func expression(_ depth: Int, _ conditions: [Condition]) -> String {
        guard depth > 0, chance(2, of: 3) else { return atom(conditions) }
        let left = expression(depth - 1, conditions)
        let right = expression(depth - 1, conditions)
        return switch Int.random(in: 0..<9, using: &self) {
        case 0...2: "(\(left)) && (\(right))"
        case 3...5: "(\(left)) || (\(right))"
        case 6: "!(\(left))"
        case 7: "(\(left)) ? (\(right)) : (\(expression(depth - 1, conditions)))"
        default: left
        }
    }

    private mutating func atom(_ conditions: [Condition]) -> String {
        if let condition = conditions.randomElement(using: &self), chance(4, of: 5),
            let text = Self.text(of: condition.test.operands.first ?? .null)
        {
            let name = condition.path.isDocumentName ? "resource.__name__" : "resource.data." + condition.path.text
            return near(condition, name, text)
        }
        return about("resource.data." + field(), literal())
    }

    /// An expression that a condition decides, or nearly so.
    private mutating func near(_ condition: Condition, _ field: String, _ literal: String) -> String {
        let operation = pick(["==", "!=", "<", "<=", ">", ">="])
        let number = Int.random(in: 0..<8, using: &self)
        return switch number {
        case 0...2: condition.test.text(field, literal) ?? about(field, literal)
        case 3, 4: "\(field) \(operation) \(literal)"
        case 5: "\(field) is \(pick(["int", "float", "number", "string", "list", "map"]))"
        case 6:
            pick([
                "string(\(field)) == '1'", "\(field) / 2 == 0", "\(literal) \(operation) \(field)", "\(field) != null",
            ])
        default: about(field, literal)
        }
    }

    private mutating func about(_ field: String, _ literal: String) -> String {
        let operation = pick(["==", "!=", "<", "<=", ">", ">="])
        let type = pick([
            "int", "float", "number", "string", "list", "map", "bool", "null", "path", "timestamp", "latlng",
        ])
        return pick([
            "\(field) \(operation) \(literal)", "\(field) \(operation) \(literal)", "\(literal) \(operation) \(field)",
            "\(field) \(operation) \(literal)", "\(literal) in \(field)", "\(field) in [\(literal), 'a']",
            "\(field) in {'a': 1}", "\(field) is \(type)", "\(field) != null", "[\(field)] == [\(literal)]",
            "{'k': \(field)}.k == \(literal)", "same(\(field), \(literal))", "\(field).size() \(operation) 1",
            "\(field).hasAny([\(literal)])", "\(field).get('x', 1) == \(literal)", "\(field).x == \(literal)",
            "\(field)[0] == \(literal)", "\(field) + 1 > 1", "-\(field) < 0", "\(field) == resource.data.b",
            "resource.data.get('a', \(literal)) == \(literal)", "resource.data.get(['m', 'x'], 0) == \(literal)",
            "resource.data['a'] == \(literal)", "'b' in resource.data", "resource.data.keys().hasAny(['a'])",
            "resource.id == '1'", "id == '1'", "resource.__name__ == /databases/(default)/documents/c/1", "id == /c/1",
            "exists(/databases/$(database)/documents/c/$(\(field)))", "exists(/databases/$(database)/documents/c/1)",
            "get(/databases/$(database)/documents/c/1).data.a == \(literal)",
            "\(field).toSet() == [\(literal)].toSet()",
            "\(field).diff({}).addedKeys().size() == 1", "\(field) ? true : false", "string(\(field)) == '1'",
            "math.abs(\(field)) >= 0", "\(field).matches('a')", "resource != null", "resource.data.size() > 0",
        ])
    }
}

extension Condition.Test {
    fileprivate var isArrayContains: Bool {
        switch self {
        case .arrayContains, .arrayContainsAny: true
        default: false
        }
    }

    /// An expression that the condition makes true.
    fileprivate func text(_ field: String, _ literal: String) -> String? {
        switch self {
        case .equal: "\(field) == \(literal)"
        case .notEqual, .isNotIn: "\(field) != \(literal)"
        case .lessThan: "\(field) < \(literal)"
        case .lessThanOrEqual: "\(field) <= \(literal)"
        case .greaterThan: "!(\(field) <= \(literal))"
        case .greaterThanOrEqual: "\(literal) <= \(field)"
        case .arrayContains: "\(literal) in \(field)"
        case .isNotNull, .isNotNotANumber: "\(field) != null"
        case .isNull: "\(field) == null"
        default: nil
        }
    }
}
