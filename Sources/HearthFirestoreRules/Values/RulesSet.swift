import HearthFirestoreModel

/// A set of the rules language: members in the order of all values, each once.
struct RulesSet: Sendable {
    let members: [RulesValue]

    /// Takes members that ascend and differ.
    init(ascending members: [RulesValue]) {
        self.members = members
    }

    init(_ values: [RulesValue], _ budget: inout RulesBudget) throws(EvaluationStop) {
        members = try Self.sorted(values, &budget)
    }

    func contains(_ value: RulesValue, _ budget: inout RulesBudget) throws(EvaluationStop) -> Bool {
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            switch try members[middle].compare(to: value, &budget) {
            case .equal: return true
            case .less: low = middle + 1
            case .greater: high = middle
            }
        }
        return false
    }

    /// The members of both sets that a choice keeps, by where they are.
    func merged(
        with other: RulesSet,
        keeping choice: MergeChoice,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> RulesSet {
        var result: [RulesValue] = []
        var left = 0
        var right = 0
        while left < members.count || right < other.members.count {
            let order = try Self.order(members, left, other.members, right, &budget)
            switch order {
            case .less: if choice.contains(.left) { result.append(members[left]) }
            case .greater: if choice.contains(.right) { result.append(other.members[right]) }
            case .equal: if choice.contains(.both) { result.append(members[left]) }
            }
            if order != .greater { left += 1 }
            if order != .less { right += 1 }
        }
        return RulesSet(ascending: result)
    }

    struct MergeChoice: OptionSet {
        let rawValue: Int

        static let left = MergeChoice(rawValue: 1)
        static let right = MergeChoice(rawValue: 2)
        static let both = MergeChoice(rawValue: 4)
    }

    private static func order(
        _ left: [RulesValue],
        _ leftIndex: Int,
        _ right: [RulesValue],
        _ rightIndex: Int,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Comparison {
        guard leftIndex < left.count else { return .greater }
        guard rightIndex < right.count else { return .less }
        return try left[leftIndex].compare(to: right[rightIndex], &budget)
    }

    /// Sorts by merging and drops what is there already.
    private static func sorted(
        _ values: [RulesValue],
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> [RulesValue] {
        guard values.count > 1 else { return values }
        let middle = values.count / 2
        let low = RulesSet(ascending: try sorted(Array(values[..<middle]), &budget))
        let high = RulesSet(ascending: try sorted(Array(values[middle...]), &budget))
        return try low.merged(with: high, keeping: [.left, .right, .both], &budget).members
    }
}
