import HearthCore
import HearthCrypto
import HearthServerCrypto
import Testing

@Suite("The worker pool")
struct WorkerPoolTests {
    @Test func `work is done and its result comes back`() async throws {
        let pool = WorkerPool(threads: 2)
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask { try await pool.run { () throws(CryptoError) in number * 2 } }
            }
            return try await group.reduce(0, +)
        }
        #expect(results == 9900)
    }

    @Test func `what the work throws comes back`() async {
        let pool = WorkerPool(threads: 1)
        let error = await #expect(throws: CryptoError.self) {
            try await pool.run { () throws(CryptoError) -> Int in throw CryptoError(.malformed) }
        }
        #expect(error?.code == .malformed)
    }

    @Test func `a full queue refuses at once, and recovers`() async throws {
        let pool = WorkerPool(threads: 1, waiting: 1)
        let gate = Gate()
        let first = Task { try await pool.run { () throws(CryptoError) in gate.pass() } }
        await gate.isEntered()
        // The one thread is busy now: one job may wait, of three others two are refused.
        let counts = Locked((refused: 0, done: 0))
        let others = (0..<3).map { _ in
            Task {
                do {
                    try await pool.run { () throws(CryptoError) in }
                    counts.withLock { $0.done += 1 }
                } catch CryptoError.Code.overloaded {
                    let refused = counts.withLock { counts in
                        counts.refused += 1
                        return counts.refused
                    }
                    if refused == 2 { gate.open() }
                }
            }
        }
        for other in others { try await other.value }
        try await first.value
        #expect(counts.withLock { $0.refused } == 2)
        #expect(counts.withLock { $0.done } == 1)
        #expect(try await pool.run { () throws(CryptoError) in 7 } == 7)
    }

    @Test func `a task that is cancelled before its work began drops it`() async throws {
        let pool = WorkerPool(threads: 1)
        let gate = Gate()
        let wasDone = Locked(false)
        let first = Task { try await pool.run { () throws(CryptoError) in gate.pass() } }
        await gate.isEntered()
        let second = Task { try await pool.run { () throws(CryptoError) in wasDone.withLock { $0 = true } } }
        second.cancel()
        let error = await #expect(throws: CryptoError.self) { try await second.value }
        #expect(error?.code == .cancelled)
        gate.open()
        try await first.value
        try await pool.run { () throws(CryptoError) in }
        #expect(!wasDone.withLock { $0 })
    }

    @Test func `work that began is done to its end`() async throws {
        let pool = WorkerPool(threads: 1)
        let gate = Gate()
        let first = Task { try await pool.run { () throws(CryptoError) in gate.pass() } }
        await gate.isEntered()
        first.cancel()
        gate.open()
        try await first.value
    }
}

/// Holds a worker until the test lets it go.
private final class Gate: Sendable {
    private let state = Locked((isEntered: false, isOpen: false))

    func pass() {
        state.withLock { $0.isEntered = true }
        while !state.withLock({ $0.isOpen }) {}
    }

    func isEntered() async {
        while !state.withLock({ $0.isEntered }) { await Task.yield() }
    }

    func open() {
        state.withLock { $0.isOpen = true }
    }
}
