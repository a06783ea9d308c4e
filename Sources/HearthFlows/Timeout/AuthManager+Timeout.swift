internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Notes that the user has done something.
    ///
    /// Call it on what shows that the user is there, as often as you like: once a second counts.
    public func noteActivity() async {
        await ready()
        await send(TimeoutFlow.self, .active(now()))
    }

    /// Looks whether the session's time is over; call it when the app comes back to the front.
    public func checkTime() async {
        await ready()
        await send(TimeoutFlow.self, .tick(now()))
    }

    /// Counts the time of the user who is signed in.
    func countTime() async {
        guard policy != .none, let uid = auth.currentUser?.uid else { return }
        let now = now()
        let limits = TimeoutFlow.Policy(idle: policy.idle, absolute: policy.absolute)
        if case .counting(let times) = workflows.timeout.state, times.uid == uid, times.policy == limits { return }
        let times = TimeoutFlow.Times(uid: uid, signedInAt: now, activeAt: now, policy: limits)
        await send(TimeoutFlow.self, .signedIn(times))
    }
}

extension TimeoutFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .endIdle where manager.policy.action == .lock && manager.gate != nil:
            await manager.send(GateFlow.self, .lock(nil))
        case .endIdle: await end(because: .idle, manager)
        case .endSession: await end(because: .sessionExpired, manager)
        }
        return .ended
    }

    private static func end(because reason: SignOutReason, _ manager: isolated AuthManager) async {
        // What the storage still holds is removed again and again by the client.
        try? await manager.auth.signOut(because: reason)
        await manager.sessionChanged()
    }
}
