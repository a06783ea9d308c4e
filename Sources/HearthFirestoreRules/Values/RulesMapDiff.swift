import HearthFirestoreModel

/// What `a.diff(b)` says about the keys of two maps; a is the new side.
struct RulesMapDiff: Sendable {
    enum Status: String, Sendable {
        case added = "ADDED"
        case removed = "REMOVED"
        case changed = "CHANGED"
        case unchanged = "UNCHANGED"
    }

    /// In the order of the keys.
    let statuses: [(key: String, status: Status)]

    init(new: RulesMap, old: RulesMap, _ budget: inout RulesBudget) throws(EvaluationStop) {
        var statuses: [(key: String, status: Status)] = []
        var left = 0
        var right = 0
        while left < new.count || right < old.count {
            guard left < new.count else {
                statuses.append((old.entry(at: right).key, .removed))
                right += 1
                continue
            }
            guard right < old.count else {
                statuses.append((new.entry(at: left).key, .added))
                left += 1
                continue
            }
            let (newEntry, oldEntry) = (new.entry(at: left), old.entry(at: right))
            switch Comparison(text: newEntry.key, oldEntry.key) {
            case .less:
                statuses.append((newEntry.key, .added))
                left += 1
            case .greater:
                statuses.append((oldEntry.key, .removed))
                right += 1
            case .equal:
                let isSame = try newEntry.value.equals(oldEntry.value, &budget)
                statuses.append((newEntry.key, isSame ? .unchanged : .changed))
                left += 1
                right += 1
            }
        }
        try budget.spend(work: statuses.count)
        self.statuses = statuses
    }

    func keys(_ wanted: Status...) -> RulesValue {
        let keys = statuses.filter { wanted.contains($0.status) }.map { RulesValue.string($0.key) }
        return .set(RulesSet(ascending: keys))
    }
}
