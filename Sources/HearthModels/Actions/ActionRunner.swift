internal import HearthFlows
public import Observation

/// Runs what the user asks for: each action once at a time, and each with its own progress.
@MainActor @Observable
public final class ActionRunner<Action: Hashable & Sendable> {
    private struct Run {
        let number: Int
        let task: Task<Void, Never>
    }

    private var progresses: [Action: ActionProgress] = [:]
    private(set) var lastError: FlowError?
    @ObservationIgnored private var runs: [Action: Run] = [:]
    @ObservationIgnored private var count = 0

    var isRunning: Bool { progresses.values.contains(where: \.isRunning) }

    func progress(of action: Action) -> ActionProgress {
        progresses[action] ?? .idle
    }

    /// Does an action and waits for its end; while it runs, a second call waits for the same end.
    ///
    /// The action is given up if the task of the call that began it is cancelled.
    func run(_ action: Action, _ work: @escaping @MainActor () async throws(FlowError) -> Void) async {
        if let run = runs[action] { return await run.task.value }
        count += 1
        let number = count
        progresses[action] = .running
        lastError = nil
        let task = Task {
            let result: ActionProgress
            do throws(FlowError) {
                try await work()
                result = .succeeded
            } catch {
                result = error.isCancellation ? .idle : .failed(error)
            }
            self.end(action, number, result)
        }
        runs[action] = Run(number: number, task: task)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Gives up whatever runs.
    func cancel() {
        for (action, run) in runs {
            run.task.cancel()
            progresses[action] = .idle
        }
        runs = [:]
    }

    private func end(_ action: Action, _ number: Int, _ result: ActionProgress) {
        // What was given up has nothing to say any more: another run may have begun.
        guard runs[action]?.number == number else { return }
        runs[action] = nil
        progresses[action] = result
        if let error = result.error { lastError = error }
    }
}
