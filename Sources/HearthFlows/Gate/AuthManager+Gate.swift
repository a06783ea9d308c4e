internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Puts the session out of memory; only the gate's key brings it back.
    ///
    /// - Throws: ``FlowError`` with code ``FlowError/Code/notPending`` if the manager has no gate.
    public func lock() async throws(FlowError) {
        await ready()
        guard gate != nil else { throw FlowError(.notPending, "there is no gate") }
        try await call(GateFlow.self, { .lock($0) }, orCancel: { .cancelled($0) })
    }

    /// Asks the gate for its key, and brings the session back.
    ///
    /// Call it also before the first sign-in, so that the session can be sealed from its beginning.
    ///
    /// - Parameter reason: What to tell the person. Defaults to nothing.
    /// - Throws: ``FlowError`` with code ``FlowError/Code/cancelled``, or with ``FlowError/Code/locked`` and the gate's
    ///   ``GateRefusal`` as its ``FlowError/underlying``.
    public func unlock(reason: String = "") async throws(FlowError) {
        await ready()
        if gate?.isLocked == true { await send(GateFlow.self, .foundLocked) }
        try await call(
            GateFlow.self,
            { .unlock(GateFlow.Unlocking(call: $0, reason: reason)) },
            orCancel: { .cancelled($0) }
        )
    }
}

extension GateFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .putAway:
            // First the session, which may still have to be sealed with the key.
            await manager.auth.lock()
            manager.gate?.lock()
            return .putAway
        case .askGate(let reason):
            guard let gate = manager.gate else { return .opened }
            do throws(GateRefusal) {
                try await gate.unlock(reason: reason)
            } catch {
                return .refused(
                    FlowError(error == .cancelled ? .cancelled : .locked, error.rawValue, underlying: error)
                )
            }
            guard !Task.isCancelled else {
                gate.lock()
                return .refused(FlowError(.cancelled))
            }
            await manager.send(TimeoutFlow.self, .unlocked)
            await manager.auth.retryRestoring()
            return .opened
        }
    }
}
