import HearthAuth
import HearthCore

@testable import HearthFlows

private func asked(_ calls: [FlowID] = [FlowModels.id], attemptsLeft: Int = 5) -> ReauthenticationFlow.Asked {
    ReauthenticationFlow.Asked(challenge: makeChallenge(FlowModels.id, attemptsLeft: attemptsLeft), calls: calls)
}

private let outcome = SignInOutcome.needsSecondFactor(makeStep(FlowModels.id))

private func upgrade(_ phase: GuestUpgradeProgress.Phase, _ id: FlowID = FlowModels.id) -> GuestUpgradeProgress {
    var progress = GuestUpgradeProgress(id: id, guest: "guest", phase: phase)
    if ![.linking, .signingIn].contains(phase) { progress.target = "eve" }
    return progress
}

/// An upgrade whose credential turned out to be linked to the guest already.
private let ownUpgrade: GuestUpgradeProgress = {
    var progress = upgrade(.switching)
    progress.target = "guest"
    return progress
}()

private func deletion(
    _ phase: DeletionProgress.Phase,
    completed: Int = 0,
    isRevoked: Bool = false,
    _ id: FlowID = FlowModels.id
) -> DeletionProgress {
    DeletionProgress(
        id: id,
        uid: "eve",
        steps: ["Orders", "Photos"],
        completed: completed,
        phase: phase,
        isRevoked: isRevoked
    )
}

extension FlowModels {
    static let recentLogin = FlowModel<RecentLoginFlow>(
        title: "An operation that needs a recent sign-in",
        about: "Done at most twice, the second time after a confirmation.",
        states: [
            ("idle", .idle), ("trying", .trying), ("waiting", .waiting), ("retrying", .retrying), ("done", .done),
        ],
        kinds: [
            "begin, recent", "begin, not recent", "confirmed", "notConfirmed", "succeeded", "tooOld", "failed",
            "cancelled",
        ],
        event: { kind, _, _ in
            switch kind {
            case "begin, recent": .begin(isRecent: true)
            case "begin, not recent": .begin(isRecent: false)
            case "confirmed": .confirmed
            case "notConfirmed": .notConfirmed(wrong)
            case "succeeded": .succeeded
            case "tooOld": .tooOld(wrong)
            case "failed": .failed(wrong)
            default: .cancelled
            }
        },
        answered: { _ in nil },
        waiting: { _ in [] },
        ids: { _ in [] }
    )

    static let reauthentication = FlowModel<ReauthenticationFlow>(
        title: "Confirming who the user is",
        about: "One challenge for any number of operations that wait.",
        states: [
            ("idle", .idle), ("asking", .asking(asked())), ("verifying", .verifying(asked())),
            ("verifying, last try", .verifying(asked(attemptsLeft: 1))),
            ("asking, two wait", .asking(asked([id, FlowID(rawValue: "b")]))),
        ],
        kinds: [
            "require", "require, another user", "answered", "answered late", "challenged", "confirmed",
            "confirmed, another user", "refused", "dismissed", "cancelled", "expired", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "require": .require(makeChallenge(call), call: call)
            case "require, another user": .require(makeChallenge(call, uid: "ada"), call: call)
            case "answered": .answered(id, now: now)
            case "answered late": .answered(id, now: later)
            case "challenged": .challenged(id, makeStep(id))
            case "confirmed": .confirmed(id, uid: "eve")
            case "confirmed, another user": .confirmed(id, uid: "mallory")
            case "refused": .refused(id, wrong)
            case "dismissed": .dismissed(id, wrong)
            case "cancelled": .cancelled(call: id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["require", "require, another user"],
        addressed: ["answered", "challenged", "confirmed", "refused", "dismissed", "cancelled"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: {
            switch $0 {
            case .idle: []
            case .asking(let asked), .verifying(let asked): asked.calls
            }
        },
        ids: { state in
            switch state {
            case .idle: []
            case .asking(let asked), .verifying(let asked): asked.calls + [asked.challenge.id, asked.challenge.id]
            }
        }
    )

    static let guestUpgrade = FlowModel<GuestUpgradeFlow>(
        title: "A guest becomes a lasting user",
        about: """
            Until the app has copied the guest's data the guest stays signed in, so a failure changes nothing. The guest is
            deleted last, in a later run if need be.
            """,
        states: [
            ("idle", .idle),
            ("running: linking", .running(upgrade(.linking), call: id, keptUntil: later)),
            ("running: signingIn", .running(upgrade(.signingIn), call: id, keptUntil: later)),
            ("running: merging", .running(upgrade(.merging), call: id, keptUntil: later)),
            ("running: switching", .running(upgrade(.switching), call: id, keptUntil: later)),
            ("running: deletingGuest", .running(upgrade(.deletingGuest), call: id, keptUntil: later)),
            ("awaitingFactor", .awaitingFactor(upgrade(.signingIn), keptUntil: later)),
            ("running: switching, the guest's own account", .running(ownUpgrade, call: id, keptUntil: later)),
            ("merged", .merged(upgrade(.switching), keptUntil: later)),
            ("orphaned", .orphaned(upgrade(.deletingGuest), keptUntil: later)),
        ],
        kinds: [
            "begin", "linked", "taken", "signedIn", "signedIn, the guest itself", "challenged", "factorShown",
            "factorEnded",
            "merged", "switched", "guestDeleted", "guestKept", "ended", "cancelled", "found, the other account",
            "found, the guest", "orphanDeleted", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(upgrade(.linking, call), call: call, keptUntil: later)
            case "linked": .linked(id, outcome)
            case "taken": .taken(id)
            case "signedIn": .signedIn(id, target: "eve")
            case "signedIn, the guest itself": .signedIn(id, target: "guest")
            case "challenged": .challenged(id, outcome)
            case "factorShown": .factorShown(upgrade: id, call: call, target: "eve")
            case "factorEnded": .factorEnded(upgrade: id)
            case "merged": .merged(id)
            case "switched": .switched(id, outcome)
            case "guestDeleted": .guestDeleted(id, outcome)
            case "guestKept": .guestKept(id, outcome)
            case "ended": .ended(id, .failure(wrong))
            case "cancelled": .cancelled(id)
            case "found, the other account": .found(uid: "eve")
            case "found, the guest": .found(uid: "guest")
            case "orphanDeleted": .orphanDeleted
            default: .ownerLeft
            }
        },
        opens: ["begin", "factorShown"],
        addressed: [
            "linked", "taken", "signedIn", "challenged", "factorEnded", "merged", "switched", "guestDeleted",
            "guestKept", "ended", "cancelled",
        ],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .running(_, let call, _) = $0 { [call] } else { [] } },
        ids: { state in
            switch state {
            case .running(_, let call, _): [call, call, call]
            case .awaitingFactor(let progress, _): [progress.id]
            case .idle, .merged, .orphaned: []
            }
        }
    )

    static let deletion = FlowModel<DeletionFlow>(
        title: "Deleting an account",
        about: """
            The user confirms, the app's own steps run, Apple is told, the account goes last. What was done is kept, and the
            same call goes on where it was.
            """,
        states: [
            ("idle", .idle),
            ("running: confirming", .running(HearthFlowsTests.deletion(.confirming), call: id, keptUntil: later)),
            ("running: steps", .running(HearthFlowsTests.deletion(.steps), call: id, keptUntil: later)),
            (
                "running: steps, the last",
                .running(HearthFlowsTests.deletion(.steps, completed: 1), call: id, keptUntil: later)
            ),
            (
                "running: revoking",
                .running(HearthFlowsTests.deletion(.revoking, completed: 2), call: id, keptUntil: later)
            ),
            (
                "running: deletingAccount",
                .running(
                    HearthFlowsTests.deletion(.deletingAccount, completed: 2, isRevoked: true),
                    call: id,
                    keptUntil: later
                )
            ),
            ("interrupted", .interrupted(HearthFlowsTests.deletion(.interrupted, completed: 1), keptUntil: later)),
        ],
        kinds: [
            "begin", "confirmed", "stepDone", "revoked", "deleted", "failed", "cancelled", "abandoned", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(HearthFlowsTests.deletion(.confirming, call), call: call, keptUntil: later)
            case "confirmed": .confirmed(id)
            case "stepDone": .stepDone(id)
            case "revoked": .revoked(id)
            case "deleted": .deleted(id, DeletedAccount(uid: "eve", displayName: nil))
            case "failed": .failed(id, wrong)
            case "cancelled": .cancelled(id)
            case "abandoned": .abandoned(id)
            default: .ownerLeft
            }
        },
        opens: ["begin"],
        addressed: ["confirmed", "stepDone", "revoked", "deleted", "failed", "cancelled", "abandoned"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .running(_, let call, _) = $0 { [call] } else { [] } },
        ids: { state in
            switch state {
            case .running(_, let call, _): [call, call, call]
            case .interrupted(let progress, _): [progress.id]
            case .idle: []
            }
        }
    )

    private static func times(_ seconds: Int64) -> TimeoutFlow.Times {
        TimeoutFlow.Times(
            uid: "eve",
            signedInAt: UnixTime(seconds: 1000),
            activeAt: UnixTime(seconds: seconds),
            policy: TimeoutFlow.Policy(idle: .seconds(60), absolute: .seconds(600))
        )
    }

    static let timeout = FlowModel<TimeoutFlow>(
        title: "The end of a session by time",
        about: "Here with a minute of doing nothing and ten minutes in all, for a session that began at 1000.",
        states: [
            ("idle", .idle), ("counting", .counting(times(1000))), ("counting, near the end", .counting(times(1590))),
            ("over", .over(times(1000))),
        ],
        kinds: [
            "signedIn", "active at 1010", "active at 1000.5", "active at 900", "tick at 1030", "tick at 1060",
            "tick at 1600", "unlocked", "signedOut",
        ],
        event: { kind, _, _ in
            switch kind {
            case "signedIn": .signedIn(times(1010))
            case "active at 1010": .active(UnixTime(seconds: 1010))
            case "active at 1000.5": .active(UnixTime(milliseconds: 1_000_500))
            case "active at 900": .active(UnixTime(seconds: 900))
            case "tick at 1030": .tick(UnixTime(seconds: 1030))
            case "tick at 1060": .tick(UnixTime(seconds: 1060))
            case "tick at 1600": .tick(UnixTime(seconds: 1600))
            case "unlocked": .unlocked
            default: .signedOut
            }
        },
        answered: { _ in nil },
        waiting: { _ in [] },
        ids: { _ in [] }
    )

    static let gate = FlowModel<GateFlow>(
        title: "The lock on a session",
        about: "What is behind it is out of memory until the gate has given its key.",
        states: [
            ("idle", .idle), ("locked", .locked), ("unlocking", .unlocking(calls: [id])),
            ("unlocking, two wait", .unlocking(calls: [id, FlowID(rawValue: "b")])),
        ],
        kinds: ["lock", "unlock", "opened", "refused", "cancelled", "signedOut"],
        event: { kind, id, call in
            switch kind {
            case "lock": .lock
            case "unlock": .unlock(call: call)
            case "opened": .opened
            case "refused": .refused(wrong)
            case "cancelled": .cancelled(call: id)
            default: .signedOut
            }
        },
        opens: ["unlock"],
        addressed: ["cancelled"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .unlocking(let calls) = $0 { calls } else { [] } },
        ids: { if case .unlocking(let calls) = $0 { calls } else { [] } }
    )
}
