#if !canImport(Darwin)
internal import CCurl
internal import HearthCore
internal import HearthHTTP

/// What the callers and the sending thread share: calls to begin, calls to give up, and who waits for which.
///
/// Anyone who takes a waiting caller out of the table resumes it, so each is resumed exactly once; a cancelled one
/// is resumed by the cancelling thread, whatever libcurl is doing.
final class CurlQueue: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    enum Command: Sendable {
        case begin(UInt64, CurlJob)
        case giveUp(UInt64)
        /// The reader of a streamed body has room again.
        case goOn(UInt64)
    }

    private struct State: Sendable {
        var lastID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        var cancelledEarly: Set<UInt64> = []
        var commands: [Command] = []
        // The multi handle while the thread lives: `curl_multi_wakeup` may be called from any thread.
        var multi: SharedPointer?
        var isClosed = false
    }

    private let state = Locked(State())
    private let connectionsPerHost: Int

    init(connectionsPerHost: Int) {
        self.connectionsPerHost = connectionsPerHost
    }

    /// A number for a call.
    func nextID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Runs one call to its end, a streamed one to the head of its response, or to the cancellation of the task.
    func run(_ job: CurlJob, _ id: UInt64) async -> Outcome {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { submit(id, job, $0) }
        } onCancel: {
            cancel(id)
        }
        state.withLock { _ = $0.cancelledEarly.remove(id) }
        return outcome
    }

    /// Ends the thread.
    ///
    /// Called when no one waits any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            Self.wake(state)
        }
    }

    /// Hands the outcome to the caller, unless it has gone.
    func finish(_ id: UInt64, _ outcome: Outcome) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: outcome)
    }

    /// Tells the thread what to do, if there is one.
    func post(_ command: Command) {
        state.withLock { state in
            guard state.multi != nil, !state.isClosed else { return }
            state.commands.append(command)
            Self.wake(state)
        }
    }

    /// Takes what there is to do; `nil` when the thread shall end.
    func takeCommands() -> [Command]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Makes the multi handle unreachable, after which it may be freed.
    func forgetMulti() {
        state.withLock { $0.multi = nil }
    }

    private func submit(_ id: UInt64, _ job: CurlJob, _ waiter: Waiter) {
        let refusal: TransportError? = state.withLock { state in
            guard !state.cancelledEarly.contains(id) else { return TransportError(.cancelled) }
            guard state.multi != nil || startThread(&state) else {
                return TransportError(.unreachable, "no thread could be started")
            }
            state.waiters[id] = waiter
            state.commands.append(.begin(id, job))
            Self.wake(state)
            return nil
        }
        if let refusal { waiter.resume(returning: .failure(refusal)) }
    }

    private func cancel(_ id: UInt64) {
        let waiter: Waiter? = state.withLock { state in
            guard let waiter = state.waiters.removeValue(forKey: id) else {
                state.cancelledEarly.insert(id)
                return nil
            }
            state.commands.append(.giveUp(id))
            Self.wake(state)
            return waiter
        }
        waiter?.resume(returning: .failure(TransportError(.cancelled)))
    }

    private func startThread(_ state: inout State) -> Bool {
        guard Self.isLibraryReady, let multi = unsafe curl_multi_init() else { return false }
        unsafe curl_shim_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        let shared = unsafe SharedPointer(multi)
        guard SystemThread({ CurlThread(queue: self, multi: shared).run() }) != nil else {
            unsafe curl_multi_cleanup(multi)
            return false
        }
        state.multi = shared
        return true
    }

    private static func wake(_ state: State) {
        guard let multi = unsafe state.multi?.address else { return }
        unsafe curl_multi_wakeup(multi)
    }

    private static let isLibraryReady = curl_shim_global_init() == CURLE_OK
}
#endif
