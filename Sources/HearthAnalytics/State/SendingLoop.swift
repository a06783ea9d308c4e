internal import HearthCore
internal import HearthTelemetry

/// What the sending loop is told.
enum AnalyticsSignal: Sendable {
    /// An event waits where none did.
    case first
    /// Enough events wait to be sent at once.
    case enough
    /// The time is over that was waited for.
    case due
}

/// Sends events in time: some seconds after the first, at once when there are many, later after a failure.
struct SendingLoop: Sendable {
    let courier: Courier
    let clock: TelemetryClock
    let interval: Duration
    /// Where the timer knocks.
    let alarm: AsyncStream<AnalyticsSignal>.Continuation
    /// Lets the next event signal again that it is the first.
    let rearm: @Sendable () -> Void

    /// Runs until the task is cancelled.
    func run(_ signals: AsyncStream<AnalyticsSignal>) async {
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        for await signal in signals {
            var wait = interval
            if signal != .first || interval == .zero {
                rearm()
                guard await courier.deliverIfDue() == .later else { continue }
                wait = await courier.wait ?? interval
            }
            timer?.cancel()
            timer = Task { [wait] in
                guard (try? await clock.sleep(wait)) != nil else { return }
                alarm.yield(.due)
            }
        }
    }
}
