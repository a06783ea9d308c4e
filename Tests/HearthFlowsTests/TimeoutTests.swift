import HearthCore
import HearthTestSupport
import Testing

@testable import HearthFlows

/// When a session is over, decided by hand for every row.
@Suite("The end of a session by time")
struct TimeoutTests {
    enum Verdict: Sendable { case goesOn, endIdle, endSession }

    private func makeTimes(_ signedInAt: UnixTime, _ activeAt: UnixTime, _ policy: SessionPolicy) -> TimeoutFlow.Times {
        TimeoutFlow.Times(
            uid: "eve",
            signedInAt: signedInAt,
            activeAt: activeAt,
            policy: TimeoutFlow.Policy(idle: policy.idle, absolute: policy.absolute)
        )
    }

    private func verdict(_ state: TimeoutFlow.State, _ event: TimeoutFlow.Event) -> Verdict? {
        let (next, effects) = TimeoutFlow.reduce(state, event)
        switch (next, effects.count) {
        case (.counting, 0): return .goesOn
        case (.over, 1):
            guard case .performFirst(let work) = effects[0] else { return nil }
            return work == .endIdle ? .endIdle : .endSession
        default: return nil
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let policy: SessionPolicy
        var signedIn: UnixTime = TimeoutTests.start
        var active: UnixTime = TimeoutTests.start
        let now: UnixTime
        let verdict: Verdict
        var testDescription: String { what }
    }

    private static let start = UnixTime(seconds: 1_000_000)
    private static let minute = Duration.minutes(1)
    private static let longest = Duration.seconds(Int64.max)

    static let rows: [Row] = [
        Row(what: "no policy", policy: .none, now: UnixTime(milliseconds: .max), verdict: .goesOn),
        Row(
            what: "a millisecond before the end",
            policy: SessionPolicy(idle: minute),
            now: start + minute - .milliseconds(1),
            verdict: .goesOn
        ),
        Row(what: "at the end", policy: SessionPolicy(idle: minute), now: start + minute, verdict: .endIdle),
        Row(
            what: "at the end of the whole time",
            policy: SessionPolicy(absolute: minute),
            now: start + minute,
            verdict: .endSession
        ),
        Row(
            what: "both at once: the user cannot come back by a key",
            policy: SessionPolicy(idle: minute, absolute: minute),
            now: start + minute,
            verdict: .endSession
        ),
        Row(
            what: "the whole time, long after the user was idle",
            policy: SessionPolicy(idle: minute, absolute: .hours(1)),
            now: start + .hours(2),
            verdict: .endSession
        ),
        Row(
            what: "active until the whole time was over",
            policy: SessionPolicy(idle: minute, absolute: .hours(1)),
            active: start + .hours(1) - .seconds(1),
            now: start + .hours(1),
            verdict: .endSession
        ),
        Row(
            what: "a clock before the sign-in",
            policy: SessionPolicy(absolute: .hours(1000)),
            now: start - .milliseconds(1),
            verdict: .endSession
        ),
        Row(
            what: "a clock before the last activity and after the sign-in",
            policy: SessionPolicy(idle: .hours(1000), absolute: .hours(1000)),
            active: start + .hours(1),
            now: start + minute,
            verdict: .endIdle
        ),
        Row(what: "no patience at all", policy: SessionPolicy(idle: .zero), now: start, verdict: .endIdle),
        Row(what: "less than none", policy: SessionPolicy(absolute: .seconds(-5)), now: start, verdict: .endSession),
        Row(
            what: "the longest time there is",
            policy: SessionPolicy(idle: longest, absolute: longest),
            signedIn: UnixTime(milliseconds: 0),
            active: UnixTime(milliseconds: 0),
            now: UnixTime(milliseconds: .max - 1),
            verdict: .goesOn
        ),
    ]

    @Test(arguments: rows) func `is judged by both times alike, whether time passed or the user did something`(
        row: Row
    ) {
        let times = makeTimes(row.signedIn, row.active, row.policy)
        #expect(verdict(.counting(times), .tick(row.now)) == row.verdict)
        // The next run of the app, whose policy is its own.
        let kept = TimeoutFlow.record(of: .counting(times))?.kept
        let revived = kept.map(TimeoutFlow.resume) ?? .idle
        var next = times
        (next.signedInAt, next.activeAt) = (row.now, row.now)
        #expect(verdict(revived, .signedIn(next)) == row.verdict)
        // Activity that comes too late is none.
        if row.now != row.active { #expect(verdict(.counting(times), .active(row.now)) == row.verdict) }
        if let deadline = TimeoutFlow.deadline(of: .counting(times)), row.now >= row.signedIn, row.now >= row.active {
            #expect((deadline <= row.now) == (row.verdict != .goesOn))
        }
    }

    /// A day in the life of a session, beside a model that knows two moments and nothing else.
    @Test(arguments: 1...30) func `is the first moment at which one of the two times has passed`(seed: Int) {
        var random = SeededRandom(seed)
        let (idle, absolute) = (Duration.seconds(300), Duration.seconds(2000))
        let policy = SessionPolicy(idle: idle, absolute: absolute)
        var now = Self.start
        var (signedIn, active) = (now, now)
        var state = TimeoutFlow.reduce(.idle, .signedIn(makeTimes(now, now, policy))).0
        for step in 0..<200 {
            now = now + .seconds(Int64.random(in: 0...120, using: &random))
            let isActive = Bool.random(using: &random)
            let expected: Verdict =
                now - signedIn >= absolute ? .endSession : now - active >= idle ? .endIdle : .goesOn
            let event: TimeoutFlow.Event = isActive ? .active(now) : .tick(now)
            // What changes nothing within a second is not even looked at.
            if !isActive || now > active { #expect(verdict(state, event) == expected, "step \(step)") }
            (state, _) = TimeoutFlow.reduce(state, event)
            if expected == .goesOn {
                if isActive { active = now }
                continue
            }
            // Another user signs in on the same device: both times begin anew.
            (signedIn, active) = (now, now)
            state = TimeoutFlow.reduce(state, .signedOut).0
            #expect(state == .idle)
            var next = makeTimes(now, now, policy)
            next = TimeoutFlow.Times(uid: "ada \(step)", signedInAt: now, activeAt: now, policy: next.policy)
            state = TimeoutFlow.reduce(state, .signedIn(next)).0
        }
    }

    @Test func `takes no other user's time over`() {
        let policy = SessionPolicy(idle: Self.minute)
        let eve = makeTimes(Self.start, Self.start, policy)
        let now = Self.start + .hours(1)
        let ada = TimeoutFlow.Times(uid: "ada", signedInAt: now, activeAt: now, policy: eve.policy)
        for state in [TimeoutFlow.State.counting(eve), .revived(eve), .over(eve)] {
            #expect(TimeoutFlow.reduce(state, .signedIn(ada)).0 == .counting(ada))
        }
    }

    @Test func `gives an unlocked session its idle time again, and its whole time not`() {
        let policy = SessionPolicy(idle: Self.minute, absolute: .hours(1))
        let eve = makeTimes(Self.start, Self.start, policy)
        let locked = TimeoutFlow.reduce(.counting(eve), .tick(Self.start + Self.minute)).0
        for minutes in [2, 59] as [Int64] {
            let now = Self.start + .minutes(minutes)
            let state = TimeoutFlow.reduce(locked, .signedIn(makeTimes(now, now, policy))).0
            #expect(state == .counting(makeTimes(Self.start, now, policy)))
        }
        let late = Self.start + .hours(1)
        #expect(verdict(locked, .signedIn(makeTimes(late, late, policy))) == .endSession)
    }
}
