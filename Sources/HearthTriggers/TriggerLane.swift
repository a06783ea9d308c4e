internal import HearthCore
internal import HearthDatabase

/// The deliveries of one function: several at a time, one at a time of a subject.
final class TriggerLane: Sendable {
    private struct State: Sendable {
        /// The subjects with a delivery in flight.
        var busy: Set<String> = []
        var isReachable = true
        /// Whether the log knows that the host cannot be reached.
        var isNoted = false
    }

    /// How long a host that cannot be reached is left alone.
    static let pause = Duration.seconds(1)

    private let function: String
    private unowned let outbox: TriggerOutbox
    private let state = Locked(State())
    private let bell = Bell()

    init(_ function: String, of outbox: TriggerOutbox) {
        self.function = function
        self.outbox = outbox
    }

    /// Whether the last delivery reached the function's host.
    var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set { state.withLock { $0.isReachable = newValue } }
    }

    func wake() { bell.ring() }

    /// Delivers events until its task is cancelled.
    ///
    /// - Throws: `DatabaseError`.
    func run(on database: Database) async throws {
        while !Task.isCancelled {
            let next = try await drain(database)
            // Whatever comes first: a new event, or the time of one that failed.
            let alarm = next.map { next in
                Task { [outbox, bell] in
                    try await outbox.sleep(next - outbox.now())
                    bell.ring()
                }
            }
            await bell.wait()
            alarm?.cancel()
            // A host that was away for a while is asked again by whatever comes next.
            isReachable = true
        }
    }

    /// Delivers what is due, and what becomes due meanwhile.
    ///
    /// - Returns: When the next event is due; `nil` if none waits.
    /// - Throws: `DatabaseError`.
    func drain(_ database: Database) async throws -> UnixTime? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            while !Task.isCancelled, let trigger = outbox.trigger(function) {
                let started = isReachable ? try await start(trigger, database, &group) : 0
                if started == 0, state.withLock({ $0.busy.isEmpty }) { break }
                // A delivery ended, or there is something new.
                await bell.wait()
            }
            try await group.waitForAll()
        }
        guard isReachable else { return outbox.now() + Self.pause }
        guard outbox.trigger(function) != nil else { return nil }
        return try await database.read { [function] db in try TriggerTable.earliest(of: function, db) }
    }

    /// Starts deliveries for which there is room.
    ///
    /// - Returns: How many.
    private func start(
        _ trigger: Trigger,
        _ database: Database,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> Int {
        let busy = state.withLock { $0.busy }
        let room = outbox.concurrency - busy.count
        guard room > 0 else { return 0 }
        let now = outbox.now()
        let heads = try await database.read { [function, outbox] db in
            try TriggerTable.heads(of: function, due: now, limit: outbox.concurrency + busy.count, db)
        }
        let due = heads.filter { !busy.contains($0.event.subject) }.prefix(room)
        for waiting in due {
            state.withLock { _ = $0.busy.insert(waiting.event.subject) }
            group.addTask { [self] in
                defer {
                    state.withLock { _ = $0.busy.remove(waiting.event.subject) }
                    bell.ring()
                }
                try await deliver(waiting, to: trigger, database)
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
            let age = outbox.now() - waiting.event.time
            if let limit = trigger.declaration.retryFor, age < limit {
                let next = outbox.now() + TriggerOutbox.delay(after: waiting.attempts)
                outbox.log.warning("\(function): event \(waiting.event.id) failed and is tried again: \(error)")
                try await database.write { db in try TriggerTable.postpone(waiting.number, until: next, db) }
                return
            }
            outbox.log.error("\(function): event \(waiting.event.id) failed and is dropped: \(error)")
        }
        try await database.write { db in try TriggerTable.remove(waiting.number, db) }
    }

    /// Leaves the host alone for a while; the log is told once, until an event is delivered again.
    private func noteUnreachable(_ error: UnreachableFunction) {
        let isNew = state.withLock { state in
            defer { state.isNoted = true }
            state.isReachable = false
            return !state.isNoted
        }
        if isNew { outbox.log.warning("\(function) cannot be reached, its events wait: \(error)") }
    }
}
