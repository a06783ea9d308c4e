internal import HearthCore
internal import HearthDatabase

/// The deliveries of one function: several at a time, one at a time of a subject.
final class TriggerLane: Sendable {
    private struct State: Sendable {
        /// The subjects with a delivery in flight.
        var busy: Set<String> = []
        /// Until when a host that could not be reached is left alone.
        var awayUntil: UnixTime?
        /// Whether the log knows that the host cannot be reached.
        var isNoted = false
        /// Why the table could not be changed after a delivery.
        var failure: (any Error)?
    }

    /// The first events of subjects, read from the table and not delivered yet.
    ///
    /// Of each subject there is one at most, so that none of them can pass another one.
    private typealias Heads = ArraySlice<TriggerTable.Waiting>

    /// How long a host that cannot be reached is left alone.
    static let pause = Duration.seconds(1)
    /// How many events are read at a time: reading looks at every subject, of which a storm has many.
    private static let page = 512

    private let function: String
    /// The outbox has its lanes as long as it lives, and runs them.
    private unowned let outbox: TriggerOutbox
    private let state = Locked(State())
    private let bell = Bell()

    init(_ function: String, of outbox: TriggerOutbox) {
        self.function = function
        self.outbox = outbox
    }

    func wake() { bell.ring() }

    /// Tries the host again, if it could not be reached.
    func reconnect() {
        state.withLock { $0.awayUntil = nil }
        bell.ring()
    }

    /// Delivers events until its task is cancelled.
    ///
    /// - Throws: `DatabaseError`.
    func run(on database: Database) async throws {
        while !Task.isCancelled {
            let next = try await drain(database)
            // Whatever comes first: a new event, or the time of one that waits.
            let alarm = next.map { next in
                Task { [outbox, bell] in
                    try await outbox.sleep(next - outbox.now())
                    bell.ring()
                }
            }
            await bell.wait()
            alarm?.cancel()
        }
    }

    /// Delivers what is due, and what becomes due meanwhile.
    ///
    /// - Returns: When to look again; `nil` if no event waits.
    /// - Throws: `DatabaseError`: then no further delivery begins, and those in flight are cancelled.
    func drain(_ database: Database) async throws -> UnixTime? {
        try await withThrowingDiscardingTaskGroup { group in
            var heads: Heads = []
            while !Task.isCancelled, let trigger = outbox.trigger(function) {
                if let failure = state.withLock({ $0.failure.take() }) { throw failure }
                // As they are before the look at the table: a delivery that ends meanwhile rings.
                let (busy, isAlone) = state.withLock { ($0.busy, isAway($0)) }
                let started = isAlone ? 0 : try await start(trigger, &heads, beside: busy, database, &group)
                if started == 0, busy.isEmpty { break }
                // A delivery ended, or there is something new.
                await bell.wait()
            }
        }
        if let end = state.withLock({ isAway($0) ? $0.awayUntil : nil }) { return end }
        guard outbox.trigger(function) != nil else { return nil }
        return try await database.read { [function] db in try TriggerTable.earliest(of: function, db) }
    }

    /// Whether the host is left alone now; not longer than the pause, also when the clock was moved back.
    private func isAway(_ state: State) -> Bool {
        guard let end = state.awayUntil else { return false }
        let now = outbox.now()
        return now < end && end <= now + Self.pause
    }

    /// Starts deliveries for which there is room, and reads more events when none is left of those that were read before.
    private func start(
        _ trigger: Trigger,
        _ heads: inout Heads,
        beside busy: Set<String>,
        _ database: Database,
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws -> Int {
        let room = outbox.concurrency - busy.count
        guard room > 0 else { return 0 }
        if heads.isEmpty {
            let (now, limit) = (outbox.now(), Self.page + busy.count)
            let read = try await database.read { [function] db in
                try TriggerTable.heads(of: function, due: now, limit: limit, db)
            }
            heads = read.filter { !busy.contains($0.event.subject) }[...]
        }
        let due = heads.prefix(room)
        heads = heads.dropFirst(due.count)
        for waiting in due {
            state.withLock { _ = $0.busy.insert(waiting.event.subject) }
            group.addTask { [self] in
                var failure: (any Error)?
                do {
                    try await deliver(waiting, to: trigger, database)
                } catch {
                    failure = error
                }
                state.withLock { [failure] state in
                    state.busy.remove(waiting.event.subject)
                    state.failure = state.failure ?? failure
                }
                bell.ring()
            }
        }
        return due.count
    }

    private func deliver(_ waiting: TriggerTable.Waiting, to trigger: Trigger, _ database: Database) async throws {
        do {
            try await trigger.run(waiting.event)
            state.withLock { $0.isNoted = false }
        } catch let error as UnreachableFunction {
            noteUnreachable(error)
            return
        } catch {
            // A delivery that was cancelled happens again.
            guard !Task.isCancelled else { return }
            return try await fail(waiting, of: trigger, with: error, database)
        }
        try await database.write { db in try TriggerTable.remove(waiting.number, db) }
    }

    /// Tries an event again later, or gives it up.
    private func fail(
        _ waiting: TriggerTable.Waiting,
        of trigger: Trigger,
        with error: any Error,
        _ database: Database
    ) async throws {
        let now = outbox.now()
        let event = waiting.event
        if let limit = trigger.declaration.retryFor, now - event.time < limit {
            outbox.log.warning("\(function): event \(event.id) failed and is tried again: \(error)")
            let next = now + TriggerOutbox.delay(after: waiting.attempts)
            return try await database.write { db in try TriggerTable.postpone(waiting.number, until: next, db) }
        }
        outbox.log.error("\(function): event \(event.id) failed and is given up: \(error)")
        let reason = String("\(error)".prefix(FailedEvent.maximumReason))
        try await database.write { db in
            try FailureTable.add(waiting, because: reason, at: now, db)
            try TriggerTable.remove(waiting.number, db)
        }
    }

    /// Leaves the host alone for a while; the log is told once, until an event is delivered again.
    private func noteUnreachable(_ error: UnreachableFunction) {
        let end = outbox.now() + Self.pause
        let isNew = state.withLock { state in
            defer { state.isNoted = true }
            state.awayUntil = end
            return !state.isNoted
        }
        if isNew { outbox.log.warning("\(function) cannot be reached, its events wait: \(error)") }
    }
}
