internal import Synchronization

/// How much the connections of one server hold in memory together, against a limit.
package final class MemoryBudget: Sendable {
    /// In bytes.
    package let limit: Int
    private let used = Atomic<Int>(0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// How much is held now.
    package var held: Int { used.load(ordering: .relaxed) }

    /// Whether nothing more should be held.
    package var isExhausted: Bool { held >= limit }

    /// Whether so many bytes would still fit, for something that will become `total` bytes large.
    package func hasRoom(for count: Int, of total: Int) -> Bool {
        count <= ceiling(total) - held
    }

    /// Takes from the budget, unless that would exceed it.
    ///
    /// The last quarter is kept for what is small: a few large uploads that trickle in cannot shut out the many
    /// small requests.
    ///
    /// - Parameters:
    ///   - count: How many bytes.
    ///   - total: How large the thing that is held becomes by them.
    /// - Returns: Whether they were taken.
    package func take(_ count: Int, of total: Int) -> Bool {
        let after = used.add(count, ordering: .relaxed).newValue
        guard after <= ceiling(total) else {
            give(count)
            return false
        }
        return true
    }

    /// Takes from the budget what is held already, whatever the limit says.
    package func note(_ change: Int) {
        used.add(change, ordering: .relaxed)
    }

    /// Returns what was taken.
    package func give(_ count: Int) {
        used.subtract(count, ordering: .relaxed)
    }

    private func ceiling(_ total: Int) -> Int {
        total <= Self.small ? limit : limit / 4 * 3
    }

    /// Up to here, what is held is small: nearly every request of a user.
    static let small = 64 * 1024
}

/// What one body takes from a budget; it is returned when the last holder lets go of it.
package final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let count = Atomic<Int>(0)

    package init(of budget: MemoryBudget) {
        self.budget = budget
    }

    deinit {
        budget.give(count.load(ordering: .relaxed))
    }

    /// Takes as much more as is missing to a size, or returns what is too much.
    ///
    /// Only one thread at a time may ask.
    ///
    /// - Returns: Whether the budget has it.
    package func resize(to size: Int) -> Bool {
        let before = count.load(ordering: .relaxed)
        if size > before {
            guard budget.take(size - before, of: size) else { return false }
        } else {
            budget.give(before - size)
        }
        count.store(size, ordering: .relaxed)
        return true
    }
}
