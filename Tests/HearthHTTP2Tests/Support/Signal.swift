import HearthCore

/// Something that happens once, which a thread or a task may wait for.
final class Signal: Sendable {
    private let state = Locked<(isSent: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    /// Lets everybody go on.
    func send() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits, ignoring cancellation.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isSent { state.waiters.append(continuation) }
                return state.isSent
            }
            if isOver { continuation.resume() }
        }
    }

    /// Whether it has happened.
    var isSent: Bool { state.withLock { $0.isSent } }
}
