import HearthCore
import HearthFunctionsWire
import HearthJSON
import Testing

@testable import HearthFunctionsHost

/// Yields until something is so; what is awaited is an event in this process, so it comes.
private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

@Suite("The gate of a function")
struct CallGateTests {
    /// Whether a call came in, was refused because too many wait, or left.
    private enum End { case entered, full, left }

    private static func enter(_ gate: CallGate) async -> End {
        do {
            try await gate.enter()
            return .entered
        } catch is HTTPSError {
            return .full
        } catch {
            return .left
        }
    }

    @Test(arguments: [(-5, 1), (0, 1), (1, 1), (3, 3)])
    func `lets as many in as may run, and ten times as many wait`(_ limit: Int, _ room: Int) async {
        let gate = CallGate(limit: limit)
        for _ in 0..<room { #expect(await Self.enter(gate) == .entered) }
        let waiting = (0..<room * 10).map { _ in Task { await Self.enter(gate) } }
        await until { gate.statistics.waiting == room * 10 }
        #expect(gate.statistics.running == room)
        #expect(await Self.enter(gate) == .full)
        for _ in 0..<room * 11 { gate.exit(after: .zero, nil) }
        for task in waiting { #expect(await task.value == .entered) }
        let statistics = gate.statistics
        #expect(statistics.running == 0 && statistics.waiting == 0 && statistics.calls == room * 11)
    }

    @Test func `lets waiting calls in, in the order in which they came`() async {
        let gate = CallGate(limit: 1)
        #expect(await Self.enter(gate) == .entered)
        let order = Locked<[Int]>([])
        var tasks: [Task<Void, Never>] = []
        for number in 0..<5 {
            tasks.append(
                Task {
                    guard await Self.enter(gate) == .entered else { return }
                    order.withLock { $0.append(number) }
                    gate.exit(after: .zero, nil)
                }
            )
            await until { gate.statistics.waiting == number + 1 }
        }
        gate.exit(after: .zero, nil)
        for task in tasks { await task.value }
        #expect(order.withLock(\.self) == [0, 1, 2, 3, 4])
    }

    @Test func `a call that leaves the queue takes no place and leaves none behind`() async {
        let gate = CallGate(limit: 1)
        #expect(await Self.enter(gate) == .entered)
        let (one, other) = (Task { await Self.enter(gate) }, Task { await Self.enter(gate) })
        await until { gate.statistics.waiting == 2 }
        one.cancel()
        #expect(await one.value == .left)
        #expect(gate.statistics.waiting == 1)
        gate.exit(after: .zero, nil)
        #expect(await other.value == .entered)
        gate.exit(after: .zero, nil)
        #expect(gate.statistics.running == 0)
    }

    @Test func `no place is lost among calls that come, leave and are cancelled`() async {
        let gate = CallGate(limit: 2)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let call = Task {
                        guard await Self.enter(gate) == .entered else { return }
                        await Task.yield()
                        gate.exit(after: .zero, nil)
                    }
                    if number % 3 == 0 { call.cancel() }
                    await call.value
                }
            }
        }
        #expect(gate.statistics.running == 0 && gate.statistics.waiting == 0)
        #expect(await Self.enter(gate) == .entered)
    }

    @Test(
        arguments: [
            (Duration.zero, "1"), (.milliseconds(1), "1"), (.microseconds(1999), "1"), (.milliseconds(2), "10"),
            (.milliseconds(10), "10"), (.milliseconds(11), "100"), (.milliseconds(100), "100"), (.seconds(1), "1000"),
            (.milliseconds(1001), "10000"), (.seconds(10), "10000"), (.milliseconds(10_001), "longer"),
            (.seconds(Int64.max), "longer"), (.seconds(-1), "1"), (.seconds(Int64.min), "1"),
        ] as [(Duration, String)]
    )
    func `counts how long calls took`(_ duration: Duration, _ bound: String) async {
        let gate = CallGate(limit: 1)
        #expect(await Self.enter(gate) == .entered)
        gate.exit(after: duration, .notFound)
        let json = JSONValue.object(gate.statistics.json)
        #expect(
            json == [
                "calls": 1, "failures": ["NOT_FOUND": 1], "durations": [bound: 1], "running": 0, "waiting": 0,
            ]
        )
    }
}

@Suite("Calls that are running")
struct RunningCallsTests {
    @Test func `are waited for, and none begins meanwhile`() async throws {
        let calls = RunningCalls()
        try calls.begin()
        try calls.begin()
        let drained = Locked(false)
        let drain = Task {
            await calls.drain()
            drained.withLock { $0 = true }
        }
        await until { calls.isDraining }
        let error = #expect(throws: HTTPSError.self) { try calls.begin() }
        #expect(error?.code == .unavailable)
        calls.end()
        let isDrained = drained.withLock(\.self)
        #expect(!isDrained)
        calls.end()
        await drain.value
        await calls.drain()
        #expect(throws: HTTPSError.self) { try calls.begin() }
    }

    @Test func `may be waited for by several`() async throws {
        let calls = RunningCalls()
        try calls.begin()
        let drains = (0..<5).map { _ in Task { await calls.drain() } }
        await until { calls.isDraining }
        calls.end()
        for drain in drains { await drain.value }
    }
}

@Suite("The first outcome")
struct FirstOutcomeTests {
    private struct Failure: Error {}

    @Test func `counts, and later ones do not`() async throws {
        let outcome = FirstOutcome<Int>()
        outcome.settle(.success(1))
        outcome.settle(.failure(Failure()))
        #expect(try await outcome.value() == 1)
        #expect(try await outcome.value() == 1)
        let failed = FirstOutcome<Int>()
        failed.settle(.failure(Failure()))
        failed.settle(.success(2))
        await #expect(throws: Failure.self) { try await failed.value() }
    }

    @Test func `is one of those that come at once`() async throws {
        for _ in 0..<50 {
            let outcome = FirstOutcome<Int>()
            let reader = Task { try await outcome.value() }
            await withTaskGroup(of: Void.self) { group in
                for number in 1...4 { group.addTask { outcome.settle(.success(number)) } }
            }
            #expect((1...4).contains(try await reader.value))
        }
    }
}
