/// Conditions that a document must meet together: one branch of a filter in disjunctive normal form.
public typealias Conjunction = [Condition]

extension Filter {
    /// The most branches of a filter.
    static let maximumDisjunctions = 30

    /// The disjunctive normal form: a document matches if it meets all conditions of one branch.
    ///
    /// Choices among values become branches; branches that are equal are one.
    ///
    /// - Returns: At least one branch; the only one is empty if the filter asks for nothing.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` for more than 30 branches.
    public func disjunctions() throws(FirestoreError) -> [Conjunction] {
        // Counted before it is done: a short filter can have any number of branches.
        let count = disjunctionCount
        guard count <= Self.maximumDisjunctions * Self.maximumDisjunctions else { throw Self.tooMany(count) }
        let branches = Self.merged(distributed)
        guard branches.count <= Self.maximumDisjunctions else { throw Self.tooMany(branches.count) }
        return branches
    }

    private static func tooMany(_ count: Int) -> FirestoreError {
        .invalid(
            "Too many disjunctions after normalization. Result had \(count) disjunctions which is more than the maximum "
                + "of \(maximumDisjunctions)"
        )
    }

    /// How many branches distributing gives, at most a number that is too large anyway.
    private var disjunctionCount: Int {
        let limit = Int(Int32.max)
        return switch self {
        case .condition(let condition): condition.test.alternatives.count
        case .all(let filters): filters.reduce(1) { min(limit, $0 * $1.disjunctionCount) }
        case .any(let filters): filters.isEmpty ? 1 : filters.reduce(0) { min(limit, $0 + $1.disjunctionCount) }
        }
    }

    private var distributed: [Conjunction] {
        switch self {
        case .condition(let condition):
            condition.test.alternatives.map { [Condition(condition.path, $0)] }
        case .any(let filters): filters.isEmpty ? [[]] : filters.flatMap(\.distributed)
        case .all(let filters):
            filters.reduce([[]]) { branches, filter in
                let others = filter.distributed
                return branches.flatMap { branch in others.map { branch + $0 } }
            }
        }
    }

    private static func merged(_ branches: [Conjunction]) -> [Conjunction] {
        var seen: Set<Set<Condition>> = []
        return branches.compactMap { branch in
            guard seen.insert(Set(branch)).inserted else { return nil }
            var conditions: Set<Condition> = []
            return branch.filter { conditions.insert($0).inserted }
        }
    }
}
