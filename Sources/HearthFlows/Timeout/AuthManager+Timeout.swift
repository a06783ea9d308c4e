internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Notes that the user has done something.
    ///
    /// Call it on what shows that somebody is there, as often as you like: once a second counts.
    public func noteActivity() async {
        await ready()
        await send(TimeoutFlow.Event.active(now()))
    }

    /// Looks whether the session's time is over; call it when the app comes back to the front.
    public func checkTime() async {
        await ready()
        await send(TimeoutFlow.Event.tick(now()))
    }

    /// Counts the time of whoever is signed in.
    func countTime(of uid: String?) async {
        guard policy != .none else { return }
        guard let uid else { return await send(TimeoutFlow.Event.signedOut) }
        if case .counting(let times) = machines.timeout, times.uid == uid, times.policy == policy.times,
            timers["timeout"] != nil
        {
            return
        }
        let now = now()
        let times = TimeoutFlow.Times(uid: uid, signedInAt: now, activeAt: now, policy: policy.times)
        await send(TimeoutFlow.Event.signedIn(times))
    }

    func send(_ event: TimeoutFlow.Event) async {
        for effect in await step(lasting: TimeoutFlow.self, \.timeout, event) {
            switch effect {
            case .wake(let delay): wake("timeout", after: delay) { await $0.send(TimeoutFlow.Event.tick($0.now())) }
            case .endIdle where policy.action == .lock && gate != nil: send(GateFlow.Event.lock)
            case .endIdle: await end(because: .idle)
            case .endSession: await end(because: .sessionExpired)
            }
        }
    }

    private func end(because reason: SignOutReason) async {
        // What the storage still holds is removed again and again by the client.
        try? await auth.signOut(because: reason)
        await sessionChanged()
    }
}

extension SessionPolicy {
    var times: TimeoutFlow.Policy { TimeoutFlow.Policy(idle: idle, absolute: absolute) }
}
