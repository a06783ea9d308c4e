internal import HearthCore
internal import HearthFunctionsWire
internal import HearthJSON

/// How the calls of a function ended.
public struct FunctionStatistics: Sendable, Hashable {
    /// How many calls ended, refused ones included.
    public internal(set) var calls = 0
    /// How many ended with which error.
    public internal(set) var failures: [FunctionsErrorCode: Int] = [:]
    /// How many took how long at most, in milliseconds: 1, 10, 100, 1,000, 10,000, and longer as `Int.max`.
    public internal(set) var durations: [Int: Int] = [:]
    /// How many run now.
    public internal(set) var running = 0
    /// How many wait for their turn.
    public internal(set) var waiting = 0

    mutating func note(_ duration: Duration, _ failure: FunctionsErrorCode?) {
        calls += 1
        if let failure { failures[failure, default: 0] += 1 }
        let milliseconds = Int(duration.wholeMilliseconds)
        let bound = [1, 10, 100, 1000, 10_000].first { milliseconds <= $0 } ?? .max
        durations[bound, default: 0] += 1
    }
}

extension FunctionStatistics {
    /// The counts for another process; a duration of more than ten seconds is `longer`.
    var json: JSONObject {
        var failures = JSONObject()
        for (code, count) in self.failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            failures[code.status] = .integer(Int64(count))
        }
        var durations = JSONObject()
        for (bound, count) in self.durations.sorted(by: { $0.key < $1.key }) {
            durations[bound == .max ? "longer" : "\(bound)"] = .integer(Int64(count))
        }
        return [
            "calls": .integer(Int64(calls)), "failures": .object(failures), "durations": .object(durations),
            "running": .integer(Int64(running)), "waiting": .integer(Int64(waiting)),
        ]
    }
}

/// Lets a bounded number of calls run, the others wait in order, and refuses those for which there is no room.
final class CallGate: Sendable {
    private struct State: Sendable {
        var statistics = FunctionStatistics()
        var queue: [(id: UInt64, waiter: CheckedContinuation<Bool, Never>)] = []
        var lastID: UInt64 = 0
        var leftEarly: Set<UInt64> = []
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var statistics: FunctionStatistics { state.withLock { $0.statistics } }

    /// Waits for a place.
    ///
    /// - Throws: `HTTPSError` if too many wait, `CancellationError` if the task was cancelled.
    func enter() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        enum Verdict { case enters, waits, full }
        let hasPlace = try await withTaskCancellationHandler {
            var verdict = Verdict.waits
            let entered = await withCheckedContinuation { (waiter: CheckedContinuation<Bool, Never>) in
                verdict = state.withLock { state in
                    if state.leftEarly.remove(id) != nil { return .full }
                    if state.statistics.running < limit {
                        state.statistics.running += 1
                        return .enters
                    }
                    guard state.queue.count < limit * 10 else { return .full }
                    state.queue.append((id, waiter))
                    state.statistics.waiting = state.queue.count
                    return .waits
                }
                if verdict != .waits { waiter.resume(returning: verdict == .enters) }
            }
            guard entered || Task.isCancelled || verdict != .full else {
                throw HTTPSError(.resourceExhausted, "Too many calls wait for this function. Try again later.")
            }
            return entered
        } onCancel: {
            leave(id)
        }
        state.withLock { _ = $0.leftEarly.remove(id) }
        guard hasPlace else { throw CancellationError() }
    }

    /// Gives the place to the next one, and notes how the call ended.
    func exit(after duration: Duration, _ failure: FunctionsErrorCode?) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            state.statistics.note(duration, failure)
            guard !state.queue.isEmpty else {
                state.statistics.running -= 1
                return nil
            }
            defer { state.statistics.waiting = state.queue.count }
            return state.queue.removeFirst().waiter
        }
        next?.resume(returning: true)
    }

    private func leave(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let place = state.queue.firstIndex(where: { $0.id == id }) else {
                state.leftEarly.insert(id)
                return nil
            }
            defer { state.statistics.waiting = state.queue.count }
            return state.queue.remove(at: place).waiter
        }
        waiter?.resume(returning: false)
    }
}
