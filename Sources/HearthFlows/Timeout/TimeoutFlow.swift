internal import HearthAuth
internal import HearthCore

/// The end of a session by time, by a clock that does not jump within a run of the app.
enum TimeoutFlow: LastingFlow {
    struct Policy: Sendable, Hashable {
        var idle: Duration?
        var absolute: Duration?
    }

    struct Times: Sendable, Hashable {
        let uid: String
        var signedInAt: UnixTime
        var activeAt: UnixTime
        var policy: Policy
    }

    struct Kept: Sendable, Hashable, Codable {
        let uid: String
        let signedInAt: UnixTime
        let activeAt: UnixTime
    }

    enum State: Sendable, Hashable {
        case idle
        case counting(Times)
        /// An earlier run has counted; the time goes on if the same user is signed in.
        case revived(Times)
        /// The user did nothing for too long; the whole time of the session goes on if it is unlocked.
        case over(Times)
    }

    enum Event: Sendable {
        /// A user is signed in, perhaps the same as before.
        case signedIn(Times)
        case active(UnixTime)
        case tick(UnixTime)
        /// The gate has opened, so the user is there.
        case unlocked
        case signedOut
        case ended
    }

    enum Work: Sendable, Hashable {
        case endIdle
        case endSession
    }

    static let name = "timeout"
    static let version = 2
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.timeout }

    /// What was over and did not end before the process did is judged once more.
    static func record(of state: State) -> FlowRecord<Kept>? {
        guard let times = state.times else { return nil }
        let kept = Kept(uid: times.uid, signedInAt: times.signedInAt, activeAt: times.activeAt)
        return FlowRecord(kept: kept, owner: times.uid, expiresAt: UnixTime(milliseconds: .max))
    }

    static func resume(_ kept: Kept) -> State {
        // The policy is the next run's own.
        .revived(Times(uid: kept.uid, signedInAt: kept.signedInAt, activeAt: kept.activeAt, policy: Policy()))
    }

    static func deadline(of state: State) -> UnixTime? {
        guard case .counting(let times) = state else { return nil }
        let ends = [
            times.policy.absolute.map { times.signedInAt + $0 }, times.policy.idle.map { times.activeAt + $0 },
        ]
        return ends.compactMap(\.self).min()
    }

    static func due(at now: UnixTime) -> Event? { .tick(now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        session.uid == nil && state != .idle ? .signedOut : nil
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (.counting(let known), .signedIn(let times)) where known.uid == times.uid,
            (.revived(let known), .signedIn(let times)) where known.uid == times.uid:
            // The same session again, perhaps after the app was closed: the time goes on.
            var next = known
            next.policy = times.policy
            return judge(next, at: times.activeAt, isActive: false)
        case (.over(let known), .signedIn(let times)) where known.uid == times.uid:
            var next = times
            next.signedInAt = known.signedInAt
            return judge(next, at: times.activeAt, isActive: false)
        case (_, .signedIn(let times)):
            return judge(times, at: times.activeAt, isActive: true)
        case (.counting(let times), .active(let now)):
            // Everything else would write the storage at every touch.
            guard now < times.activeAt || now - times.activeAt >= .seconds(1) else { return (state, []) }
            return judge(times, at: now, isActive: true)
        case (.counting(let times), .tick(let now)):
            return judge(times, at: now, isActive: false)
        case (.counting(let times), .unlocked):
            return (.over(times), [])
        case (_, .signedOut):
            return (.idle, [])
        case (.idle, .active), (.idle, .tick), (.over, .active), (.over, .tick), (.revived, .active), (.revived, .tick),
            (.idle, .unlocked), (.over, .unlocked), (.revived, .unlocked), (_, .ended):
            return (state, [])
        }
    }

    private static func judge(_ times: Times, at now: UnixTime, isActive: Bool) -> (State, [Effect<Work>]) {
        let left = [
            times.policy.absolute.map { ($0 - elapsed(from: times.signedInAt, to: now), Work.endSession) },
            times.policy.idle.map { ($0 - elapsed(from: times.activeAt, to: now), Work.endIdle) },
        ].compactMap(\.self)
        if let end = left.first(where: { $0.0 <= .zero }) { return (.over(times), [.performFirst(end.1)]) }
        var next = times
        if isActive { next.activeAt = now }
        return (.counting(next), [])
    }

    /// A clock that went backwards between two runs proves nothing: then all the time counts as over.
    private static func elapsed(from start: UnixTime, to now: UnixTime) -> Duration {
        now < start ? .seconds(Int64.max / 2) : now - start
    }
}

extension TimeoutFlow.State {
    var times: TimeoutFlow.Times? {
        switch self {
        case .idle: nil
        case .counting(let times), .revived(let times), .over(let times): times
        }
    }
}
