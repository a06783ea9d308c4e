import HearthFirestoreModel

extension RulesValue {
    /// Whether two values are equal in rules: of different types they never are, but for `1 == 1.0`.
    func equals(_ other: RulesValue, _ budget: inout RulesBudget) throws(EvaluationStop) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)):
            try budget.spend(work: 1 + right.utf8.count / 16)
            return left.hasSameBytes(as: right)
        case (.list(let left), .list(let right)) where left.count != right.count: return false
        default: return try compare(to: other, &budget) == .equal
        }
    }

    /// Compares in a total order of all values, in which sets are sorted.
    ///
    /// Numbers of both kinds compare exactly.
    func compare(to other: RulesValue, _ budget: inout RulesBudget) throws(EvaluationStop) -> Comparison {
        try budget.spend(work: 1)
        switch (self, other) {
        case (.bool(let left), .bool(let right)): return Comparison(left ? 1 : 0, right ? 1 : 0)
        case (.int, .int), (.int, .float), (.float, .int), (.float, .float):
            return numberValue.compare(to: other.numberValue)
        case (.string(let left), .string(let right)):
            try budget.spend(work: min(left.utf8.count, right.utf8.count) / 16)
            return Comparison(text: left, right)
        case (.bytes(let left), .bytes(let right)):
            try budget.spend(work: min(left.count, right.count) / 16)
            return Comparison(bytes: left, right)
        case (.list(let left), .list(let right)): return try Self.compare(left, right, &budget)
        case (.set(let left), .set(let right)): return try Self.compare(left.members, right.members, &budget)
        case (.map(let left), .map(let right)): return try Self.compare(left, right, &budget)
        case (.timestamp(let left), .timestamp(let right)), (.duration(let left), .duration(let right)):
            return Comparison(left.total, right.total)
        case (.latlng(let left), .latlng(let right)): return Value.geoPoint(left).compare(to: .geoPoint(right))
        case (.path(let left), .path(let right)):
            try budget.spend(work: left.segments.count)
            return Comparison(left.segments, right.segments) { Comparison(text: $0, $1) }
        case (.mapDiff(let left), .mapDiff(let right)):
            return Comparison(left.statuses, right.statuses) { first, second in
                Comparison(text: first.key, second.key)
                    .then(Comparison(first.status.rawValue, second.status.rawValue))
            }
        default: return Comparison(rank, other.rank)
        }
    }

    /// The number as the query engine compares it.
    private var numberValue: Value {
        switch self {
        case .int(let number): .integer(number)
        case .float(let number): .double(number)
        default: .null
        }
    }

    private static func compare(
        _ left: [RulesValue],
        _ right: [RulesValue],
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Comparison {
        for (first, second) in zip(left, right) {
            let comparison = try first.compare(to: second, &budget)
            guard comparison == .equal else { return comparison }
        }
        return Comparison(left.count, right.count)
    }

    private static func compare(
        _ left: RulesMap,
        _ right: RulesMap,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Comparison {
        for index in 0..<min(left.count, right.count) {
            let (first, second) = (left.entry(at: index), right.entry(at: index))
            let keys = Comparison(text: first.key, second.key)
            guard keys == .equal else { return keys }
            let values = try first.value.compare(to: second.value, &budget)
            guard values == .equal else { return values }
        }
        return Comparison(left.count, right.count)
    }

    /// Values of different ranks are never equal.
    var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .int, .float: 2
        case .timestamp: 3
        case .string: 4
        case .bytes: 5
        case .path: 6
        case .latlng: 7
        case .list: 8
        case .map: 9
        case .duration: 10
        case .set: 11
        case .mapDiff: 12
        }
    }
}
