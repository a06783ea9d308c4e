public import HearthCore
internal import HearthHTTP

/// A run of a scheduled function.
public struct ScheduledRun: Sendable, Hashable {
    /// When it should begin.
    public let time: UnixTime
}

/// A scheduled function of a host.
struct ScheduledFunction: Sendable {
    let function: HostedFunction
    let schedule: Schedule
    let body: @Sendable (ScheduledRun) async throws -> Void
}

extension FunctionsHost {
    /// Adds a function that runs by the clock, as long as ``runSchedules(sharing:)`` does.
    ///
    /// - Parameters:
    ///   - name: Its name, for logs and statistics.
    ///   - schedule: When it runs.
    ///   - options: How it runs; a run that takes longer than the time-out is cancelled. Defaults to the usual.
    ///   - body: What it does. A run that fails is noted in the log, and not repeated.
    public func onSchedule(
        _ name: String,
        _ schedule: Schedule,
        options: FunctionOptions = .init(concurrency: 1),
        _ body: @escaping @Sendable (ScheduledRun) async throws -> Void
    ) {
        let function = HostedFunction(name: name, options: options, work: .request { _ in .init(status: 404) })
        schedules.withLock { $0.append(ScheduledFunction(function: function, schedule: schedule, body: body)) }
    }

    /// Runs the scheduled functions until its task is cancelled.
    ///
    /// A run that takes longer than to the next one delays it: runs of one function never overlap, and moments that
    /// passed meanwhile are left out.
    ///
    /// - Parameter runs: What several processes of a project share, so that each run is one process's. Defaults to
    ///   nothing: then run it in one process alone.
    public func runSchedules(sharing runs: ScheduledRuns? = nil) async {
        await withTaskGroup(of: Void.self) { group in
            for scheduled in schedules.withLock({ $0 }) { group.addTask { await self.run(scheduled, sharing: runs) } }
        }
    }

    private func run(_ scheduled: ScheduledFunction, sharing runs: ScheduledRuns?) async {
        while let next = scheduled.schedule.next(after: environment.now()) {
            // Asked again: the clock that waits may be ahead of the one that tells the time.
            while environment.now() < next {
                guard (try? await environment.sleep(next - environment.now())) != nil else { return }
            }
            let name = scheduled.function.name
            let deadline = environment.now() + scheduled.function.options.timeout
            do {
                guard try await runs?.begin(name, at: next, now: environment.now(), until: deadline) ?? true else {
                    continue
                }
            } catch {
                environment.log.error("\(name): left out, because the shared file cannot be used: \(error)")
                continue
            }
            // What fails is in the log, and counted.
            _ = try? await run(scheduled.function, until: deadline) {
                try await scheduled.body(ScheduledRun(time: next))
            }
            do {
                try await runs?.end(name, at: next)
            } catch {
                environment.log.error("\(name): ended, which the shared file does not know: \(error)")
            }
        }
    }
}
