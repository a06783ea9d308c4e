internal import HearthCore

/// The jobs that wait for a worker.
final class JobQueue: Sendable {
    private struct State: Sendable {
        var waiting: [Job] = []
        var threads = 0
        var idle = 0
        var isClosed = false
    }

    private enum Admission {
        case accepted
        case needsThread
        case refused
    }

    private let state = Monitor(State())
    private let threadLimit: Int
    private let waitingLimit: Int

    init(threadLimit: Int, waitingLimit: Int) {
        self.threadLimit = threadLimit
        self.waitingLimit = waitingLimit
    }

    /// Lines a job up, and starts a thread if none is free and there may be more.
    ///
    /// - Returns: Whether the job will be done.
    func add(_ job: Job) -> Bool {
        let admission = state.withLock { state, wakesOne -> Admission in
            if state.idle <= state.waiting.count, state.threads < threadLimit {
                state.threads += 1
                state.waiting.append(job)
                return .needsThread
            }
            guard state.waiting.count < waitingLimit + state.idle else { return .refused }
            state.waiting.append(job)
            wakesOne = true
            return .accepted
        }
        switch admission {
        case .accepted: return true
        case .refused: return false
        case .needsThread:
            // The threads that answer requests go first.
            let thread = SystemThread(isBackground: true) { self.serve() }
            return thread != nil || withdrawFromMissingThread(job)
        }
    }

    /// Takes a job out of the line, if it still stands there.
    func remove(_ job: Job) {
        state.withLock { state, _ in state.waiting.removeAll { $0 === job } }
    }

    /// Does one job after the other; the body of a worker thread.
    func serve() {
        while let job = next() { job.perform() }
    }

    /// Lets the threads end once nothing waits any more.
    func close() {
        state.wakeAll { $0.isClosed = true }
    }

    private func next() -> Job? {
        state.withLock { state, _ in state.idle += 1 }
        return state.wait { state -> Job?? in
            if !state.waiting.isEmpty {
                state.idle -= 1
                return .some(state.waiting.removeFirst())
            }
            return state.isClosed ? .some(nil) : nil
        }
    }

    // Without the new thread the job is still done if there is another one.
    private func withdrawFromMissingThread(_ job: Job) -> Bool {
        state.withLock { state, wakesOne in
            state.threads -= 1
            wakesOne = true
            if state.threads > 0 { return true }
            state.waiting.removeAll { $0 === job }
            return false
        }
    }
}

/// Something to do once, unless it was cancelled before.
final class Job: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }

    func perform() {
        work()
    }
}
