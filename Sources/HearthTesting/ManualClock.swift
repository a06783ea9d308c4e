public import HearthCore

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private struct Sleeper: Sendable {
        let end: UnixTime
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now: UnixTime
        var sleepers: [Int: Sleeper] = [:]
        var nextSleeper = 0
        /// The tasks that wait for another one to sleep.
        var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWatcher = 0
    }

    private let state: Locked<State>

    /// Creates a clock.
    ///
    /// - Parameter start: The first moment. Defaults to the system's time, rounded down to a second.
    public init(_ start: UnixTime = UnixTime.systemNow().roundedDownToSeconds) {
        state = Locked(State(now: start))
    }

    /// The moment that the clock shows.
    public var now: UnixTime {
        state.withLock { $0.now }
    }

    /// Moves the clock, and wakes the tasks that have slept long enough.
    ///
    /// - Parameter duration: How far; negative to move it back.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state -> [Sleeper] in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { $0.value.end < $1.value.end }.map(\.value)
        }
        for sleeper in woken { sleeper.wake.resume() }
    }

    /// Waits until the clock was moved far enough.
    ///
    /// - Parameter duration: How far.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isDone, watchers) = state.withLock { state -> (Bool, [Int: CheckedContinuation<Void, Never>]) in
                    guard duration > .zero, !Task.isCancelled else { return (true, [:]) }
                    state.sleepers[id] = Sleeper(end: state.now + duration, wake: continuation)
                    defer { state.watchers = [:] }
                    return (false, state.watchers)
                }
                for watcher in watchers.values { watcher.resume() }
                if isDone { continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(())) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps by this clock, so that moving it has an effect, or until the calling task is cancelled.
    public func untilATaskSleeps() async {
        let id = state.withLock { state in
            state.nextWatcher += 1
            return state.nextWatcher
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    let isDone = !state.sleepers.isEmpty || Task.isCancelled
                    if !isDone { state.watchers[id] = continuation }
                    return isDone
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { $0.watchers.removeValue(forKey: id) }
            watcher?.resume()
        }
    }
}
