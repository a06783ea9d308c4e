import HearthFirestoreModel

/// Methods of lists, sets, maps, differences of maps, and paths.
extension MethodCall {
    func apply(to items: [RulesValue], _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        try budget.spend(work: items.count)
        switch method {
        case .size: return .int(Int64(items.count))
        case .hasAll, .hasAny, .hasOnly: return try compare(RulesSet(items, &budget), &budget)
        case .toSet: return .set(try RulesSet(items, &budget))
        case .join: return try joined(items, &budget)
        case .concat:
            guard case .list(let others) = arguments[0] else { throw mismatch }
            try budget.spend(work: others.count)
            return .list(items + others)
        case .removeAll:
            guard case .list(let others) = arguments[0] else { throw mismatch }
            let removed = try RulesSet(others, &budget)
            var kept: [RulesValue] = []
            for item in items where try !removed.contains(item, &budget) { kept.append(item) }
            return .list(kept)
        default: throw undefined
        }
    }

    private func joined(_ items: [RulesValue], _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        guard case .string(let separator) = arguments[0] else { throw mismatch }
        var size = 0
        var parts: [String] = []
        for item in items {
            guard case .string(let part) = item else { throw mismatch }
            size += part.utf8.count + separator.utf8.count
            parts.append(part)
        }
        try budget.spend(bytes: size)
        return .string(parts.joined(separator: separator))
    }

    func apply(to set: RulesSet, _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        switch method {
        case .size: return .int(Int64(set.members.count))
        case .hasAll, .hasAny, .hasOnly: return try compare(set, &budget)
        case .union, .intersection, .difference:
            guard case .set(let other) = arguments[0] else { throw mismatch }
            let choice: RulesSet.MergeChoice =
                switch method {
                case .union: [.left, .right, .both]
                case .intersection: .both
                default: .left
                }
            return .set(try set.merged(with: other, keeping: choice, &budget))
        default: throw undefined
        }
    }

    /// Answers `hasAll`, `hasAny` and `hasOnly`, for which duplicates and order do not matter.
    private func compare(_ set: RulesSet, _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        let other: RulesSet
        switch arguments[0] {
        case .list(let items): other = try RulesSet(items, &budget)
        case .set(let set): other = set
        default: throw mismatch
        }
        let common = try set.merged(with: other, keeping: .both, &budget).members.count
        switch method {
        case .hasAll: return .bool(common == other.members.count)
        case .hasAny: return .bool(common > 0)
        default: return .bool(common == set.members.count)
        }
    }

    func apply(to map: RulesMap, _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        switch method {
        case .size: return .int(Int64(map.count))
        case .keys:
            try budget.spend(work: map.count)
            return .list(map.keys.map(RulesValue.string))
        case .values:
            try budget.spend(work: map.count)
            return .list(map.values)
        case .diff:
            guard case .map(let old) = arguments[0] else { throw mismatch }
            return .mapDiff(try RulesMapDiff(new: map, old: old, &budget))
        case .get:
            switch arguments[0] {
            case .string(let key): return map[key] ?? arguments[1]
            case .list(let keys): return try nested(keys, in: map) ?? arguments[1]
            default: throw mismatch
            }
        default: throw undefined
        }
    }

    private func nested(_ keys: [RulesValue], in map: RulesMap) throws(EvaluationStop) -> RulesValue? {
        var value: RulesValue? = keys.isEmpty ? nil : .map(map)
        for key in keys {
            guard case .string(let key) = key else { throw mismatch }
            if case .map(let inner)? = value { value = inner[key] } else { value = nil }
        }
        return value
    }

    func apply(to diff: RulesMapDiff) throws(EvaluationStop) -> RulesValue {
        switch method {
        case .addedKeys: return diff.keys(.added)
        case .removedKeys: return diff.keys(.removed)
        case .changedKeys: return diff.keys(.changed)
        case .unchangedKeys: return diff.keys(.unchanged)
        case .affectedKeys: return diff.keys(.added, .removed, .changed)
        default: throw undefined
        }
    }

    func apply(to path: RulesPath) throws(EvaluationStop) -> RulesValue {
        guard method == .bind else { throw undefined }
        guard case .map(let map) = arguments[0], let bound = path.bind(map) else { throw mismatch }
        return .path(bound)
    }
}
