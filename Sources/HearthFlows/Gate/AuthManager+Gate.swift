internal import HearthAuth

extension AuthManager {
    /// Puts the session out of memory; only the gate's key brings it back.
    ///
    /// - Throws: ``FlowError`` with code ``FlowError/Code/notPending`` if the manager has no gate.
    public func lock() async throws(FlowError) {
        await ready()
        guard gate != nil else { throw FlowError(.notPending, "there is no gate") }
        send(GateFlow.Event.lock)
        await tasks[Self.lockID]?.value
    }

    /// Asks the gate for its key, and brings the session back.
    ///
    /// Call it also before the first sign-in, so that the session can be sealed from its beginning.
    ///
    /// - Parameter reason: What to tell the person. Defaults to nothing.
    /// - Throws: ``FlowError`` with code ``FlowError/Code/cancelled``, or with ``FlowError/Code/locked`` and the gate's
    ///   ``GateRefusal`` as its ``FlowError/cause``.
    public func unlock(reason: String = "") async throws(FlowError) {
        await ready()
        if machines.gate == .idle, gate?.isLocked == true { send(GateFlow.Event.lock) }
        materials.gateReason = reason
        let id = newID()
        try await wait(completions, id) {
            send(GateFlow.Event.unlock(call: id))
        } cancel: {
            send(GateFlow.Event.cancelled(call: id))
        }
    }

    func send(_ event: GateFlow.Event) {
        for effect in step(GateFlow.self, \.gate, event) {
            switch effect {
            case .putAway: work(Self.lockID) { await $0.putAway() }
            case .askGate: work(Self.unlockID) { await $0.askGate() }
            case .stopAsking: tasks.removeValue(forKey: Self.unlockID)?.cancel()
            case .finish(let id, let result): finish(completions, id, result)
            }
        }
    }

    private static var lockID: FlowID { FlowID(rawValue: "lock") }
    private static var unlockID: FlowID { FlowID(rawValue: "unlock") }

    private func putAway() async {
        // First the session, which may still have to be sealed with the key.
        await auth.lock()
        guard machines.gate != .idle else { return }
        gate?.lock()
        publish()
    }

    private func askGate() async {
        await tasks[Self.lockID]?.value
        guard let gate else { return send(GateFlow.Event.opened) }
        do throws(GateRefusal) {
            try await gate.unlock(reason: materials.gateReason)
            guard case .unlocking = machines.gate else { return gate.lock() }
            await send(TimeoutFlow.Event.unlocked)
            await auth.retryRestoring()
            send(GateFlow.Event.opened)
            await sessionChanged()
        } catch {
            let code: FlowError.Code = error == .cancelled ? .cancelled : .locked
            send(GateFlow.Event.refused(FlowError(code, error.rawValue, cause: error)))
        }
    }
}
