internal import HearthCore
internal import HearthFirestoreModel

/// Wakes the listeners that a commit concerns, at a cost of what was changed times those that may be concerned.
///
/// It keeps no changes: a listener that wakes reads from the history what happened since the last time, so that a slow
/// one costs no more than a quick one.
final class CommitBroker: Sendable {
    private typealias Wake = @Sendable () -> Void

    private struct Listeners: Sendable {
        var wakes: [Int: Wake] = [:]
        var index = ListenerIndex()
    }

    private struct State: Sendable {
        var next = 0
        var databases: [DatabaseName: Listeners] = [:]
    }

    private let state = Locked(State())

    func subscribe(to database: DatabaseName, _ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.databases[database, default: Listeners()].wakes[state.next] = wake
            return state.next
        }
    }

    func change(_ number: Int, of database: DatabaseName, to interest: ListenInterest) {
        state.withLock { state in
            guard state.databases[database]?.wakes[number] != nil else { return }
            state.databases[database]?.index.set(interest, of: number)
        }
    }

    func unsubscribe(_ number: Int, from database: DatabaseName) {
        state.withLock { state in
            state.databases[database]?.index.remove(number)
            state.databases[database]?.wakes[number] = nil
            if state.databases[database]?.wakes.isEmpty == true { state.databases[database] = nil }
        }
    }

    /// Tells of a commit that every reader can see.
    func publish(_ record: CommitRecord) {
        var woken: Set<Int> = []
        for update in record.updates {
            // Only what may be concerned is looked up under the lock; the queries are tried outside of it.
            let candidates = state.withLock { $0.databases[record.database]?.index.candidates(for: update) } ?? []
            for candidate in candidates where !woken.contains(candidate.listener) {
                if candidate.query?.isConcerned(by: update) ?? true { woken.insert(candidate.listener) }
            }
        }
        if woken.isEmpty { return }
        let wakes = state.withLock { state in woken.compactMap { state.databases[record.database]?.wakes[$0] } }
        for wake in wakes { wake() }
    }

    /// Tells of a change that concerns every listener of a database, such as a clear.
    func wakeAll(of database: DatabaseName) {
        let wakes = state.withLock { Array(($0.databases[database]?.wakes ?? [:]).values) }
        for wake in wakes { wake() }
    }
}
