import HearthAnalytics
import HearthAnalyticsModel
import HearthCore
import HearthTelemetry

/// Keeps what was sent, and answers what it was told to.
final class RecordingSink: AnalyticsSink {
    private struct State: Sendable {
        var batches: [AnalyticsBatch] = []
        var answers: [AnalyticsDelivery] = []
        var attempts = 0
    }

    private let state = Locked(State())

    init(_ answers: [AnalyticsDelivery] = []) {
        state.withLock { $0.answers = answers }
    }

    func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery {
        state.withLock { state in
            state.attempts += 1
            let answer = state.answers.isEmpty ? AnalyticsDelivery.accepted : state.answers.removeFirst()
            if answer == .accepted { state.batches.append(batch) }
            return answer
        }
    }

    var attempts: Int { state.withLock { $0.attempts } }
    var batches: [AnalyticsBatch] { state.withLock { $0.batches } }
    var events: [LoggedEvent] { batches.flatMap(\.events) }
    var names: [String] { events.map(\.name.rawValue) }
}

/// A clock that stands still until a test moves it; its sleepers wait for ever, or for as long as they are told to.
final class StillClock: Sendable {
    private struct State: Sendable {
        var now = UnixTime(seconds: 1_790_000_000)
        var sleeps: [(Duration, CheckedContinuation<Void, any Error>)] = []
        var watchers: [CheckedContinuation<Duration, Never>] = []
    }

    private let state = Locked(State())

    var now: UnixTime { state.withLock { $0.now } }

    func advance(by duration: Duration) { state.withLock { $0.now = $0.now + duration } }

    /// Waits until a task sleeps, moves the time by as much as it sleeps, and wakes it.
    ///
    /// - Returns: How long it wanted to sleep.
    func passNextSleep() async -> Duration {
        let wanted = await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Duration? in
                if let first = state.sleeps.first { return first.0 }
                state.watchers.append(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        let sleeper = state.withLock { state in
            state.now = state.now + wanted
            return state.sleeps.isEmpty ? nil : state.sleeps.removeFirst().1
        }
        sleeper?.resume()
        return wanted
    }

    var telemetry: TelemetryClock {
        TelemetryClock(
            now: { self.now },
            sleep: { duration in
                try await withCheckedThrowingContinuation { continuation in
                    let watcher = self.state.withLock { state in
                        state.sleeps.append((duration, continuation))
                        return state.watchers.isEmpty ? nil : state.watchers.removeFirst()
                    }
                    watcher?.resume(returning: duration)
                }
            }
        )
    }
}

/// Problems that were reported.
final class Problems: Sendable {
    private let state = Locked<[AnalyticsProblem]>([])

    func report(_ problem: AnalyticsProblem, _ place: AnalyticsCallPlace) {
        state.withLock { $0.append(problem) }
    }

    var all: [AnalyticsProblem] { state.withLock { $0 } }
}
