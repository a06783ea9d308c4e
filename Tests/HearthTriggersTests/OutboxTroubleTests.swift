import HearthCore
import HearthDatabase
import Testing

@testable import HearthTriggers

/// What an outbox does when its functions, their host or its storage fail.
@Suite("The outbox of triggers in trouble")
struct OutboxTroubleTests {
    typealias Clock = OutboxTests.Clock
    typealias Deliveries = OutboxTests.Deliveries
    struct Failure: Error, CustomStringConvertible {
        var description: String { "no stock" }
    }

    /// Events, each of a subject of its own.
    private func add(_ count: Int, at time: UnixTime, to outbox: TriggerOutbox, _ database: Database) async throws {
        try await database.write { db in
            for number in 0..<count {
                try outbox.add([OutboxTests.event("\(number)", "s\(number)", at: time)], db)
            }
        }
    }

    @Test func `a host that is away is left alone for a second, however many deliveries failed together`() async throws
    {
        let (clock, attempts) = (Clock(), Locked(0))
        let (sleeps, asked) = AsyncStream.makeStream(of: Duration.self)
        let (alarms, alarm) = AsyncStream.makeStream(of: Void.self)
        let trigger = try OutboxTests.trigger { _ in
            attempts.withLock { $0 += 1 }
            throw UnreachableFunction("away")
        }
        let outbox = TriggerOutbox([trigger], now: { clock.now }) { duration in
            asked.yield(duration)
            for await _ in alarms { break }
            try Task.checkCancellation()
        }
        let database = try Database(.memory)
        try await outbox.open(database)
        try await add(40, at: clock.now, to: outbox, database)
        let running = Task { try await outbox.run(on: database) }
        var sleeping = sleeps.makeAsyncIterator()
        #expect(await sleeping.next() == .seconds(1))
        // New events do not make the host come back.
        for _ in 0..<200 {
            outbox.wake()
            await Task.yield()
        }
        #expect(attempts.withLock { $0 } == 16)
        clock.advance(.seconds(1))
        alarm.yield()
        while attempts.withLock({ $0 }) < 32 { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(try await outbox.waiting(in: database) == ["f": 40])
    }

    @Test func `a storage that fails ends the run, and a later run goes on`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await OutboxTests.outbox(clock, [try OutboxTests.trigger { all.add($0.id) }])
        try await add(1, at: clock.now, to: outbox, database)
        try await database.write { db in
            try db.execute(
                "CREATE TRIGGER full BEFORE DELETE ON trigger_event BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
        }
        await #expect(throws: DatabaseError.self) { try await outbox.run(on: database) }
        // Once, and not again and again.
        #expect(all.ids == ["0"])
        try await database.write { db in try db.execute("DROP TRIGGER full") }
        let running = Task { try await outbox.run(on: database) }
        while try await outbox.waiting(in: database) != [:] { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(all.ids == ["0", "0"])
    }

    @Test func `an outbox runs once at a time`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await OutboxTests.outbox(clock, [try OutboxTests.trigger { all.add($0.id) }])
        let running = Task { try await outbox.run(on: database) }
        try await add(1, at: clock.now, to: outbox, database)
        outbox.wake()
        while all.ids.isEmpty { await Task.yield() }
        await #expect(throws: RunningOutbox.self) { try await outbox.run(on: database) }
        running.cancel()
        try await running.value
        let again = Task { try await outbox.run(on: database) }
        again.cancel()
        try await again.value
    }

    @Test func `an event that was given up can be seen, tried once more, and forgotten`() async throws {
        let (clock, all, fails) = (Clock(), Deliveries(), Locked(true))
        let trigger = try OutboxTests.trigger { event in
            if fails.withLock({ $0 }) { throw Failure() }
            all.add(event.id)
        }
        let (outbox, database) = try await OutboxTests.outbox(clock, [trigger])
        try await add(3, at: clock.now, to: outbox, database)
        _ = try await outbox.deliver(in: database)
        #expect(try await outbox.waiting(in: database) == [:])
        // As after a new start of the program.
        let later = TriggerOutbox([trigger], now: { clock.now })
        try await later.open(database)
        let failures = try await later.failures()
        #expect(Set(failures.map(\.event.id)) == ["0", "1", "2"])
        #expect(failures.allSatisfy { $0.function == "f" && $0.attempts == 1 && $0.reason == "no stock" })
        #expect(failures.allSatisfy { $0.time == clock.now && $0.event.payload == Array($0.event.id.utf8) })
        #expect(try await later.failures(of: "other").isEmpty)
        #expect(try await later.failures(limit: 2).count == 2)
        // It fails again: it is in the list again.
        #expect(try await later.retry(.init(function: "f", id: "1")) == 1)
        _ = try await later.deliver(in: database)
        #expect(try await later.failures().count == 3)
        fails.withLock { $0 = false }
        #expect(try await later.retry(.init(function: "f", id: "1")) == 1)
        #expect(try await later.retry(.init(function: "f", id: "1")) == 0)
        _ = try await later.deliver(in: database)
        #expect(all.ids == ["1"])
        #expect(try await later.forget(.init(function: "f", id: "0")) == 1)
        #expect(try await later.retry(.init(function: "f")) == 1)
        _ = try await later.deliver(in: database)
        #expect(all.ids == ["1", "2"])
        #expect(try await later.failures().isEmpty)
    }

    @Test func `the newest thousand of the events that a function failed with are kept`() async throws {
        let clock = Clock()
        let broken = try OutboxTests.trigger("broken") { _ in throw Failure() }
        let rare = try OutboxTests.trigger("rare", "s7") { _ in throw Failure() }
        let (outbox, database) = try await OutboxTests.outbox(clock, [broken, rare])
        try await add(1_040, at: clock.now, to: outbox, database)
        _ = try await outbox.deliver(in: database)
        let kept = try await outbox.failures(of: "broken", limit: 5_000).compactMap { Int($0.event.id) }
        #expect(Set(kept) == Set(40..<1_040))
        #expect(try await outbox.failures(of: "rare").map(\.event.id) == ["7"])
    }
}
