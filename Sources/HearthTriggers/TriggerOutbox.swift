public import HearthCore
public import HearthDatabase

/// Delivers events of a database to functions: each at least once, those of one subject in order.
///
/// An event is written in the transaction that it tells of, so that a crash loses neither. A function that fails holds
/// back the later events of the same subject, and no others, until the event succeeds or is given up.
///
/// ```swift
/// let outbox = TriggerOutbox(triggers)
/// try await outbox.open(database)
/// try await database.write { db in
///     …
///     try outbox.add([event], db)
/// }
/// outbox.wake()
/// await outbox.run(on: database)
/// ```
public final class TriggerOutbox: Sendable {
    /// Past so many hops an event is taken for one of a loop, and dropped.
    public static let maximumHops = 10

    private let triggers: [Trigger]
    private let concurrency: Int
    private let now: @Sendable () -> UnixTime
    private let sleep: @Sendable (Duration) async throws -> Void
    private let log: Log
    private let bell = Bell()

    /// Creates an outbox.
    ///
    /// - Parameters:
    ///   - triggers: The functions.
    ///   - concurrency: How many events of a function are delivered at the same time. Defaults to 16.
    ///   - now: The clock. Defaults to the system's.
    ///   - sleep: Waits. Defaults to the system's clock.
    ///   - log: Where failures are noted. Defaults to nowhere.
    public init(
        _ triggers: [Trigger],
        concurrency: Int = 16,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: Log = .silent
    ) {
        self.triggers = triggers
        self.concurrency = max(1, concurrency)
        self.now = now
        self.sleep = sleep
        self.log = log
    }

    /// Makes the outbox's table if it is missing.
    ///
    /// - Parameter database: The database.
    /// - Throws: `DatabaseError`.
    public func open(_ database: Database) async throws {
        try await database.write { db in try TriggerTable.create(db) }
    }

    /// Adds events in the transaction that they tell of.
    ///
    /// Call ``wake()`` when it is committed.
    ///
    /// - Parameters:
    ///   - events: The events; those that no function wants are left out.
    ///   - db: The transaction.
    /// - Throws: `DatabaseError`.
    public func add(_ events: [TriggerEvent], _ db: borrowing Connection) throws {
        for event in events {
            for trigger in triggers where trigger.wants(event.kind, event.subject) {
                guard event.hops <= Self.maximumHops else {
                    log.warning("\(trigger.function): dropped an event that \(event.hops) triggers caused in a row")
                    continue
                }
                try TriggerTable.add(event, for: trigger.function, db)
            }
        }
    }

    /// Looks for events now.
    public func wake() {
        bell.ring()
    }

    /// How many events wait for each function, also for functions that this program does not have.
    ///
    /// - Parameter database: The database.
    /// - Returns: The counts.
    /// - Throws: `DatabaseError`.
    public func waiting(in database: Database) async throws -> [String: Int] {
        try await database.read { db in try TriggerTable.counts(db) }
    }

    /// Delivers events until its task is cancelled.
    ///
    /// Call it once, in one process.
    ///
    /// - Parameter database: The database.
    /// - Throws: `DatabaseError`.
    public func run(on database: Database) async throws {
        while !Task.isCancelled {
            let next = try await deliver(in: database)
            if let next, next <= now() { continue }
            // Whatever comes first: a new event, or the time of one that failed.
            let alarm = next.map { next in
                Task { [sleep, now, bell] in
                    try await sleep(next - now())
                    bell.ring()
                }
            }
            await bell.wait()
            alarm?.cancel()
        }
    }

    /// Delivers everything that is due, and what becomes due meanwhile.
    ///
    /// - Returns: When the next event is due; `nil` if none waits.
    func deliver(in database: Database) async throws -> UnixTime? {
        var next: UnixTime?
        for trigger in triggers {
            while !Task.isCancelled {
                let heads = try await database.read { [concurrency] db in
                    try TriggerTable.heads(of: trigger.function, limit: concurrency * 8, db)
                }
                let due = heads.filter { $0.next <= now() }.prefix(concurrency)
                guard !due.isEmpty else {
                    next = (heads.map(\.next) + [next].compactMap(\.self)).min()
                    break
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for waiting in due { group.addTask { try await self.deliver(waiting, to: trigger, database) } }
                    try await group.waitForAll()
                }
            }
        }
        return next
    }

    private func deliver(_ waiting: TriggerTable.Waiting, to trigger: Trigger, _ database: Database) async throws {
        do {
            try await trigger.deliver(waiting.event)
        } catch {
            // A delivery that was cancelled happens again.
            guard !Task.isCancelled else { return }
            let age = now() - waiting.event.time
            if let limit = trigger.retryFor, age < limit {
                let next = now() + Self.delay(after: waiting.attempts)
                log.warning("\(trigger.function): event \(waiting.event.id) failed and is tried again: \(error)")
                try await database.write { db in try TriggerTable.postpone(waiting.number, until: next, db) }
                return
            }
            log.error("\(trigger.function): event \(waiting.event.id) failed and is dropped: \(error)")
        }
        try await database.write { db in try TriggerTable.remove(waiting.number, db) }
    }

    /// 10 s, doubled with each failure, at most 10 minutes.
    static func delay(after attempts: Int) -> Duration {
        .seconds(min(600, 10 << min(attempts, 6)))
    }
}

/// Wakes one task; a ring that no one waits for is kept.
private final class Bell: Sendable {
    private let state = Locked((hasRung: false, waiter: CheckedContinuation<Void, Never>?.none))

    func ring() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.hasRung = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns after a ring, and at once when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
