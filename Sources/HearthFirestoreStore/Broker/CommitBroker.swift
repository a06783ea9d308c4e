internal import HearthCore
package import HearthFirestoreModel

/// What a listener wants to be woken for.
package struct ListenInterest: Sendable {
    /// Single documents.
    package var documents: Set<ResourcePath> = []
    /// Queries: a commit that changes none of their results does not wake.
    package var queries: [PreparedQuery] = []

    package init() {}

    func wants(_ update: DocumentUpdate) -> Bool {
        if documents.contains(update.name.path) { return true }
        return queries.contains { query in
            guard query.scope.contains(update.name.path) else { return false }
            return [update.before, update.after].contains { $0.map(query.matchesFilter) ?? false }
        }
    }
}

/// Wakes those who listen when a commit concerns them.
///
/// It keeps no changes: a listener that wakes reads from the history what happened since the last time, so that a slow
/// one costs no more than a quick one.
final class CommitBroker: Sendable {
    private struct Subscription: Sendable {
        var interest = ListenInterest()
        let wake: @Sendable () -> Void
    }

    private struct State: Sendable {
        var next = 0
        var subscriptions: [DatabaseName: [Int: Subscription]] = [:]
    }

    private let state = Locked(State())

    func subscribe(to database: DatabaseName, _ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.subscriptions[database, default: [:]][state.next] = Subscription(wake: wake)
            return state.next
        }
    }

    func change(_ number: Int, of database: DatabaseName, to interest: ListenInterest) {
        state.withLock { $0.subscriptions[database]?[number]?.interest = interest }
    }

    func unsubscribe(_ number: Int, from database: DatabaseName) {
        state.withLock { state in
            state.subscriptions[database]?[number] = nil
            if state.subscriptions[database]?.isEmpty == true { state.subscriptions[database] = nil }
        }
    }

    /// Tells of a commit that every reader can see.
    func publish(_ record: CommitRecord) {
        if record.updates.isEmpty { return }
        let subscriptions = state.withLock { $0.subscriptions[record.database] ?? [:] }
        for subscription in subscriptions.values where record.updates.contains(where: subscription.interest.wants) {
            subscription.wake()
        }
    }

    /// Tells of a change that concerns everyone, such as a clear.
    func wakeAll(of database: DatabaseName) {
        let subscriptions = state.withLock { $0.subscriptions[database] ?? [:] }
        for subscription in subscriptions.values { subscription.wake() }
    }
}
