import HearthCore
import HearthDatabase
import Testing

@testable import HearthTriggers

@Suite("The outbox of triggers")
struct OutboxTests {
    struct Failure: Error {}

    /// A clock that is moved by hand.
    final class Clock: Sendable {
        private let time = Locked(UnixTime(seconds: 1_800_000_000))
        var now: UnixTime { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    final class Deliveries: Sendable {
        private let all = Locked<[String]>([])
        var ids: [String] { all.withLock { $0 } }
        func add(_ id: String) { all.withLock { $0.append(id) } }
    }

    static func event(
        _ id: String,
        _ subject: String,
        kind: String = "written",
        at time: UnixTime,
        hops: Int = 0
    )
        -> TriggerEvent
    {
        TriggerEvent(id: id, kind: kind, subject: subject, time: time, payload: Array(id.utf8), hops: hops)
    }

    static func trigger(
        _ function: String = "f",
        kinds: Set<String> = ["written", "created"],
        _ subjects: String = "*",
        retryFor: Duration? = nil,
        deliver: @escaping @Sendable (TriggerEvent) async throws -> Void
    ) throws -> Trigger {
        let subjects = try PathPattern(subjects)
        let declaration = TriggerDeclaration(
            function: function,
            kinds: kinds,
            subjects: subjects,
            retryFor: retryFor
        )
        return Trigger(declaration, deliver: deliver)
    }

    static func outbox(_ clock: Clock, _ triggers: [Trigger]) async throws -> (TriggerOutbox, Database) {
        let database = try Database(.memory)
        let outbox = TriggerOutbox(triggers, now: { clock.now })
        try await outbox.open(database)
        return (outbox, database)
    }

    @Test func `each function gets what it wants, in order for each subject`() async throws {
        let (clock, all, some) = (Clock(), Deliveries(), Deliveries())
        let (outbox, database) = try await Self.outbox(
            clock,
            [
                try Self.trigger("all") { all.add($0.id) },
                try Self.trigger("some", kinds: ["created"], "a") { some.add($0.id) },
            ]
        )
        try await database.write { db in
            for number in 0..<200 {
                let subject = ["a", "b", "c"][number % 3]
                let kind = number < 10 ? "created" : "written"
                try outbox.add([Self.event("\(number)", subject, kind: kind, at: clock.now)], db)
            }
        }
        #expect(try await outbox.deliver(in: database) == nil)
        #expect(some.ids == ["0", "3", "6", "9"])
        for rest in 0..<3 {
            let numbers = all.ids.compactMap { Int($0) }.filter { $0 % 3 == rest }
            #expect(numbers == Array(stride(from: rest, to: 200, by: 3)))
        }
        #expect(try await outbox.waiting(in: database) == [:])
    }

    @Test func `a transaction that is rolled back leaves no event`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await Self.outbox(
            clock,
            [try Self.trigger { all.add($0.id) }]
        )
        await #expect(throws: Failure.self) {
            try await database.write { db in
                try outbox.add([Self.event("1", "a", at: clock.now)], db)
                throw Failure()
            }
        }
        #expect(try await outbox.deliver(in: database) == nil && all.ids.isEmpty)
    }

    @Test func `a failure holds back its subject alone, until it is over or given up`() async throws {
        let (clock, all, fails) = (Clock(), Deliveries(), Locked(true))
        let trigger = try Self.trigger(retryFor: .seconds(3600)) { event in
            if event.subject == "a", fails.withLock({ $0 }) { throw Failure() }
            all.add(event.id)
        }
        let (outbox, database) = try await Self.outbox(clock, [trigger])
        try await database.write { db in
            for (id, subject) in [("1", "a"), ("2", "a"), ("3", "b"), ("4", "a")] {
                try outbox.add([Self.event(id, subject, at: clock.now)], db)
            }
        }
        // 10 s, 20 s, 40 s …
        #expect(try await outbox.deliver(in: database) == clock.now + .seconds(10))
        #expect(all.ids == ["3"])
        clock.advance(.seconds(10))
        #expect(try await outbox.deliver(in: database) == clock.now + .seconds(20))
        fails.withLock { $0 = false }
        clock.advance(.seconds(20))
        #expect(try await outbox.deliver(in: database) == nil)
        #expect(all.ids == ["3", "1", "2", "4"])
    }

    @Test func `an event is given up after its time, or at once without retries`() async throws {
        for retry in [Duration?.none, .seconds(60)] {
            let (clock, all) = (Clock(), Deliveries())
            let trigger = try Self.trigger(retryFor: retry) { event in
                all.add(event.id)
                throw Failure()
            }
            let (outbox, database) = try await Self.outbox(clock, [trigger])
            try await database.write { db in try outbox.add([Self.event("1", "a", at: clock.now)], db) }
            for _ in 0..<10 {
                _ = try await outbox.deliver(in: database)
                clock.advance(.seconds(600))
            }
            #expect(all.ids.count == (retry == nil ? 1 : 2))
            #expect(try await outbox.waiting(in: database) == [:])
        }
    }

    @Test func `a loop ends`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await Self.outbox(
            clock,
            [try Self.trigger { all.add($0.id) }]
        )
        try await database.write { db in
            try outbox.add([Self.event("in", "a", at: clock.now, hops: 10)], db)
            try outbox.add([Self.event("out", "a", at: clock.now, hops: 11)], db)
        }
        _ = try await outbox.deliver(in: database)
        #expect(all.ids == ["in"])
    }

    @Test func `the wait between tries doubles up to ten minutes`() {
        let seconds = (0..<8).map { TriggerOutbox.delay(after: $0).components.seconds }
        #expect(seconds == [10, 20, 40, 80, 160, 320, 600, 600])
    }

    @Test func `an event is added once for each function, by its id`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await Self.outbox(clock, [try Self.trigger { all.add($0.id) }])
        for _ in 0..<3 {
            try await database.write { db in try outbox.add([Self.event("1", "a", at: clock.now)], db) }
        }
        #expect(try await outbox.waiting(in: database) == ["f": 1])
    }

    @Test func `events of a host that cannot be reached wait, whatever its functions say of retries`() async throws {
        let (clock, all, isAway) = (Clock(), Deliveries(), Locked(true))
        let trigger = try Self.trigger { event in
            if isAway.withLock({ $0 }) { throw UnreachableFunction("away") }
            all.add(event.id)
        }
        let (outbox, database) = try await Self.outbox(clock, [trigger])
        try await database.write { db in
            for number in 0..<40 {
                try outbox.add([Self.event("\(number)", "s\(number % 3)", at: clock.now)], db)
            }
        }
        for _ in 0..<3 {
            // Seven days are nothing to an event that was never delivered.
            clock.advance(.seconds(7 * 86_400))
            #expect(try await outbox.deliver(in: database) == clock.now + .seconds(1))
            outbox.reconnect()
        }
        #expect(all.ids.isEmpty)
        #expect(try await outbox.waiting(in: database) == ["f": 40])
        isAway.withLock { $0 = false }
        #expect(try await outbox.deliver(in: database) == nil)
        for rest in 0..<3 {
            let numbers = all.ids.compactMap { Int($0) }.filter { $0 % 3 == rest }
            #expect(numbers == Array(stride(from: rest, to: 40, by: 3)))
        }
    }

    @Test func `a function that does not end holds back neither another function nor another subject`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (release, released) = AsyncStream.makeStream(of: Void.self)
        let slow = try Self.trigger("slow") { event in
            if event.subject == "a" { for await _ in release { break } }
            all.add("slow \(event.id)")
        }
        let quick = try Self.trigger("quick") { all.add("quick \($0.id)") }
        let (outbox, database) = try await Self.outbox(clock, [slow, quick])
        let running = Task { try await outbox.run(on: database) }
        for (id, subject) in [("1", "a"), ("2", "a"), ("3", "b")] {
            try await database.write { db in try outbox.add([Self.event(id, subject, at: clock.now)], db) }
            outbox.wake()
        }
        while all.ids.count < 4 { await Task.yield() }
        #expect(Set(all.ids) == ["quick 1", "quick 2", "quick 3", "slow 3"])
        released.finish()
        while all.ids.count < 6 { await Task.yield() }
        #expect(all.ids.suffix(2) == ["slow 1", "slow 2"])
        running.cancel()
        try await running.value
    }

    @Test func `a function that comes later gets what waits under its name`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let database = try Database(.memory)
        let trigger = try Self.trigger { all.add($0.id) }
        let triggers = Locked([trigger])
        let outbox = TriggerOutbox({ triggers.withLock { $0 } }, now: { clock.now })
        try await outbox.open(database)
        try await database.write { db in try outbox.add([Self.event("1", "a", at: clock.now)], db) }
        triggers.withLock { $0 = [] }
        let running = Task { try await outbox.run(on: database) }
        try await database.write { db in try outbox.add([Self.event("2", "a", at: clock.now)], db) }
        triggers.withLock { $0 = [trigger] }
        outbox.wake()
        while all.ids.isEmpty { await Task.yield() }
        #expect(all.ids == ["1"])
        running.cancel()
        try await running.value
    }

    @Test func `a running outbox delivers what is added, and ends with its task`() async throws {
        let (clock, all) = (Clock(), Deliveries())
        let (outbox, database) = try await Self.outbox(
            clock,
            [try Self.trigger { all.add($0.id) }]
        )
        let running = Task { try await outbox.run(on: database) }
        for number in 0..<20 {
            try await database.write { db in try outbox.add([Self.event("\(number)", "a", at: clock.now)], db) }
            outbox.wake()
        }
        while all.ids.count < 20 { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(all.ids == (0..<20).map(String.init))
    }
}
