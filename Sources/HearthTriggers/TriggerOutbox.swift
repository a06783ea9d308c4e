public import HearthCore
public import HearthDatabase

/// Delivers events of a database to functions: each at least once, those of one subject in order.
///
/// An event is written in the transaction that it tells of, so that a crash loses neither. A function that fails holds
/// back the later events of the same subject, and no others, until the event succeeds or is given up. A function whose
/// host cannot be reached gets its events when it can be.
///
/// ```swift
/// let outbox = TriggerOutbox(triggers)
/// try await outbox.open(database)
/// try await database.write { db in
///     …
///     try outbox.add([event], db)
/// }
/// outbox.wake()
/// try await outbox.run(on: database)
/// ```
public final class TriggerOutbox: Sendable {
    /// Past so many hops an event is taken for one of a loop, and dropped.
    public static let maximumHops = 10

    /// How many triggers caused what this task does now.
    ///
    /// A store reads it for the events of what a function in the same process writes.
    @TaskLocal public static var hops = 0

    private let current: @Sendable () -> [Trigger]
    let concurrency: Int
    let now: @Sendable () -> UnixTime
    let sleep: @Sendable (Duration) async throws -> Void
    let log: Log
    private let lanes = Locked<[String: TriggerLane]>([:])
    private let state = Locked(State())
    private let bell = Bell()

    private struct State: Sendable {
        /// Where the events wait.
        var database: Database?
        var isRunning = false
        /// Why a lane ended.
        var failure: (any Error)?
    }

    /// Creates an outbox.
    ///
    /// - Parameters:
    ///   - triggers: The functions, asked for again and again: call ``wake()`` when there is a new one.
    ///   - concurrency: How many events of a function are delivered at the same time. Defaults to 16.
    ///   - now: The clock. Defaults to the system's.
    ///   - sleep: Waits. Defaults to the system's clock.
    ///   - log: Where failures are noted. Defaults to nowhere.
    public init(
        _ triggers: @escaping @Sendable () -> [Trigger],
        concurrency: Int = 16,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: Log = .silent
    ) {
        current = triggers
        self.concurrency = max(1, concurrency)
        self.now = now
        self.sleep = sleep
        self.log = log
    }

    /// Makes the outbox's tables if they are missing.
    ///
    /// - Parameter database: The database.
    /// - Throws: `DatabaseError`.
    public func open(_ database: Database) async throws {
        try await database.write { db in
            try TriggerTable.create(db)
            try FailureTable.create(db)
        }
        state.withLock { $0.database = database }
    }

    /// The database that was opened; `nil` before, when there are no events.
    var database: Database? { state.withLock { $0.database } }

    /// Whether any function wants an event, so that it has to be added.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - subject: What it happened to.
    /// - Returns: Whether one does.
    public func wants(_ kind: String, _ subject: String) -> Bool {
        current().contains { $0.declaration.wants(kind, subject) }
    }

    /// Adds events in the transaction that they tell of.
    ///
    /// An event that is there already, by its id, is not added again. Call ``wake()`` when the transaction is committed.
    ///
    /// - Parameters:
    ///   - events: The events; those that no function wants are left out.
    ///   - db: The transaction.
    /// - Throws: `DatabaseError`.
    public func add(_ events: [TriggerEvent], _ db: borrowing Connection) throws {
        for event in events {
            for trigger in current() where trigger.declaration.wants(event.kind, event.subject) {
                guard event.hops <= Self.maximumHops else {
                    log.warning("\(trigger.function): dropped an event that \(event.hops) triggers caused in a row")
                    continue
                }
                try TriggerTable.add(event, for: trigger.function, db)
            }
        }
    }

    /// Looks for events and for functions now.
    public func wake() {
        bell.ring()
        for lane in lanes.withLock({ Array($0.values) }) { lane.wake() }
    }

    /// Tries the functions again whose host could not be reached.
    public func reconnect() {
        for lane in lanes.withLock({ Array($0.values) }) { lane.reconnect() }
        wake()
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
    /// Call it in one process. When it threw it may be called again: no event is lost.
    ///
    /// - Parameter database: The database.
    /// - Throws: `DatabaseError`, or ``RunningOutbox`` if the outbox is run already.
    public func run(on database: Database) async throws {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { throw RunningOutbox() }
        defer {
            state.withLock { state in
                state.isRunning = false
                state.failure = nil
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            var running: Set<String> = []
            while !Task.isCancelled {
                if let failure = state.withLock({ $0.failure }) { throw failure }
                for trigger in current() where running.insert(trigger.function).inserted {
                    let lane = lane(of: trigger.function)
                    group.addTask { await self.run(lane, database) }
                }
                await bell.wait()
            }
        }
    }

    private func run(_ lane: TriggerLane, _ database: Database) async {
        do {
            try await lane.run(on: database)
        } catch {
            state.withLock { $0.failure = error }
            bell.ring()
        }
    }

    /// Delivers everything that is due, and what becomes due meanwhile.
    ///
    /// - Returns: When the next event is due; `nil` if none waits.
    func deliver(in database: Database) async throws -> UnixTime? {
        var next: UnixTime?
        for trigger in current() {
            let due = try await lane(of: trigger.function).drain(database)
            next = [next, due].compactMap(\.self).min()
        }
        return next
    }

    /// A function as it is now; `nil` if it is gone.
    func trigger(_ function: String) -> Trigger? {
        current().first { $0.function == function }
    }

    private func lane(of function: String) -> TriggerLane {
        lanes.withLock { lanes in
            if let lane = lanes[function] { return lane }
            let lane = TriggerLane(function, of: self)
            lanes[function] = lane
            return lane
        }
    }

    /// 10 s, doubled with each failure, at most 10 minutes.
    static func delay(after attempts: Int) -> Duration {
        .seconds(min(600, 10 << min(attempts, 6)))
    }
}

extension TriggerOutbox {
    /// Creates an outbox for functions that stay the same.
    ///
    /// - Parameters:
    ///   - triggers: The functions.
    ///   - concurrency: How many events of a function are delivered at the same time. Defaults to 16.
    ///   - now: The clock. Defaults to the system's.
    ///   - sleep: Waits. Defaults to the system's clock.
    ///   - log: Where failures are noted. Defaults to nowhere.
    public convenience init(
        _ triggers: [Trigger],
        concurrency: Int = 16,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: Log = .silent
    ) {
        self.init({ triggers }, concurrency: concurrency, now: now, sleep: sleep, log: log)
    }
}

/// An outbox that is run already was to be run a second time: functions would get events twice.
public struct RunningOutbox: Error, Sendable, Hashable, CustomStringConvertible {
    /// What to do, for the developer.
    public var description: String { "The outbox is run already. Call run(on:) once; TestBackend does it by itself." }
}
