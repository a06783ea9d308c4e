internal import HearthCore

/// The end of a session by time, by a clock that does not jump within a run of the app.
enum TimeoutFlow: LastingFlow {
    struct Policy: Sendable, Hashable, Codable {
        var idle: Duration?
        var absolute: Duration?
    }

    struct Times: Sendable, Hashable, Codable {
        let uid: String
        var signedInAt: UnixTime
        var activeAt: UnixTime
        var policy: Policy
    }

    enum State: Sendable, Hashable, Codable {
        case idle
        case counting(Times)
        /// The user did nothing for too long; the whole time of the session goes on if it is unlocked.
        case over(Times)
    }

    enum Event: Sendable {
        /// Somebody is signed in; who it was before, is known.
        case signedIn(Times)
        case active(UnixTime)
        case tick(UnixTime)
        /// The gate has opened, so somebody is there.
        case unlocked
        case signedOut
    }

    enum Effect: Sendable, Hashable {
        case wake(after: Duration)
        case endIdle
        case endSession
    }

    static let name = "timeout"
    static let version = 1
    static let idle = State.idle

    static func record(of state: State) -> FlowRecord<State>? {
        guard let times = state.times else { return nil }
        // What was over and did not end before the process did is judged once more.
        return FlowRecord(state: .counting(times), owner: times.uid, expiresAt: UnixTime(milliseconds: .max))
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.counting(let known), .signedIn(let times)) where known.uid == times.uid:
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
        case (.idle, .active), (.idle, .tick), (.over, .active), (.over, .tick),
            (.idle, .unlocked), (.over, .unlocked):
            return (state, [])
        }
    }

    private static func judge(_ times: Times, at now: UnixTime, isActive: Bool) -> (State, [Effect]) {
        let left = [
            times.policy.absolute.map { ($0 - elapsed(from: times.signedInAt, to: now), Effect.endSession) },
            times.policy.idle.map { ($0 - elapsed(from: times.activeAt, to: now), Effect.endIdle) },
        ].compactMap(\.self)
        if let end = left.first(where: { $0.0 <= .zero }) { return (.over(times), [end.1]) }
        var next = times
        if isActive { next.activeAt = now }
        let waits = [
            times.policy.absolute.map { $0 - (now - times.signedInAt) },
            times.policy.idle.map { $0 - (now - next.activeAt) },
        ]
        guard let wait = waits.compactMap(\.self).min() else { return (.counting(next), []) }
        return (.counting(next), [.wake(after: wait)])
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
        case .counting(let times), .over(let times): times
        }
    }
}
