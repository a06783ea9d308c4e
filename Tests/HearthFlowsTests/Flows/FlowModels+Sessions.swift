import HearthAuth
import HearthCore

@testable import HearthFlows

private func asked(_ calls: [FlowID] = [FlowModels.id], attemptsLeft: Int = 5, withFactor: Bool = false)
    -> ReauthenticationFlow.Asked
{
    var challenge = makeChallenge(FlowModels.id, attemptsLeft: attemptsLeft)
    if withFactor { challenge.secondFactor = makeStep(FlowModels.id) }
    return ReauthenticationFlow.Asked(challenge: challenge, waiters: calls.map(waiter))
}

private let handler = Carried<ReauthenticationHandler> { _ in .cancel }

private func waiter(_ call: FlowID) -> ReauthenticationFlow.Waiter {
    ReauthenticationFlow.Waiter(call: Call(call), handler: handler)
}

private func upgrade(_ phase: GuestUpgradeProgress.Phase, _ id: FlowID = FlowModels.id, target: String = "eve")
    -> GuestUpgradeProgress
{
    var progress = GuestUpgradeProgress(id: id, guest: "guest", phase: phase)
    if ![.linking, .signingIn].contains(phase) { progress.target = target }
    return progress
}

private func running(_ phase: GuestUpgradeProgress.Phase, _ call: FlowID = FlowModels.id, target: String = "eve")
    -> GuestUpgradeFlow.Running
{
    let isMerged = [.switching, .deletingGuest].contains(phase)
    return GuestUpgradeFlow.Running(
        progress: upgrade(phase, call, target: target),
        call: Call(call),
        keptUntil: FlowModels.later,
        guest: isMerged ? FlowModels.session : nil
    )
}

private func leftover(_ phase: GuestUpgradeProgress.Phase, isSwitched: Bool) -> GuestUpgradeFlow.Leftover {
    GuestUpgradeFlow.Leftover(
        progress: upgrade(phase),
        guest: FlowModels.session,
        keptUntil: FlowModels.later,
        isSwitched: isSwitched
    )
}

private let candidate = GuestUpgradeFlow.Candidate(provider: .guest, merge: nil)
private let noMerge = Carried<MergeGuest?>(nil)

private func other(_ uid: String) -> GuestUpgradeFlow.Aside {
    GuestUpgradeFlow.Aside(auth: FlowModels.aside, uid: uid, guest: FlowModels.session)
}

private let plan = Carried(
    DeletionFlow.Plan(
        steps: [Step("Orders") { _ in }, Step("Photos") { _ in }],
        handler: nil,
        revokeApple: nil
    )
)

private func deletion(
    _ phase: DeletionProgress.Phase,
    completed: Int = 0,
    isRevoked: Bool = false,
    _ id: FlowID = FlowModels.id
) -> DeletionFlow.Running {
    DeletionFlow.Running(
        progress: DeletionProgress(
            id: id,
            uid: "eve",
            steps: ["Orders", "Photos"],
            completed: completed,
            phase: phase,
            isRevoked: isRevoked
        ),
        plan: plan,
        call: Call(id),
        keptUntil: FlowModels.later
    )
}

extension FlowModels {
    static let reauthentication = FlowModel<ReauthenticationFlow>(
        title: "Confirming who the user is",
        about: "One challenge for any number of operations that wait.",
        states: [
            ("idle", .idle), ("asking", .asking(asked())), ("asking for a code", .asking(asked(withFactor: true))),
            ("verifying", .verifying(asked())), ("verifying, last try", .verifying(asked(attemptsLeft: 1))),
            ("asking, two wait", .asking(asked([id, other]))),
        ],
        kinds: [
            "require", "require, another user", "answered", "answered: cancel", "answered late", "challenged",
            "confirmed", "confirmed, another user", "refused", "factorEnded", "dismissed", "cancelled", "expired",
            "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "require": .require(makeChallenge(call), waiter(call))
            case "require, another user": .require(makeChallenge(call, uid: "ada"), waiter(call))
            case "answered": .answered(id, .password("horse"), now: now)
            case "answered: cancel": .answered(id, .cancel, now: now)
            case "answered late": .answered(id, .password("horse"), now: later)
            case "challenged": .challenged(id, makeStep(id))
            case "confirmed": .confirmed(id, uid: "eve")
            case "confirmed, another user": .confirmed(id, uid: "mallory")
            case "refused": .refused(id, wrong)
            case "factorEnded": .factorEnded(id, wrong)
            case "dismissed": .dismissed(id, wrong)
            case "cancelled": .cancelled(id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["require", "require, another user"],
        addressed: ["answered", "challenged", "confirmed", "refused", "factorEnded", "dismissed", "cancelled"],
        waiting: { $0.asked?.waiters.map(\.call.id) ?? [] },
        ids: { state in
            state.asked.map { $0.waiters.map(\.call.id) + [$0.challenge.id, $0.challenge.id] } ?? []
        }
    )

    static let guestUpgrade = FlowModel<GuestUpgradeFlow>(
        title: "A guest becomes a lasting user",
        about: """
            Until the app has copied the guest's data the guest stays signed in, so a failure changes nothing. The guest is
            deleted last, in a later run if need be; never the account that the credential belongs to.
            """,
        states: [
            ("idle", .idle),
            ("running: linking", .running(running(.linking))),
            ("running: signingIn", .running(running(.signingIn))),
            ("running: merging", .running(running(.merging))),
            ("running: switching", .running(running(.switching))),
            ("running: switching, the guest's own account", .running(running(.switching, target: "guest"))),
            ("running: deletingGuest", .running(running(.deletingGuest))),
            ("awaitingFactor", .awaitingFactor(upgrade(.signingIn), merge: noMerge, keptUntil: later)),
            ("revived", .revived(leftover(.switching, isSwitched: false))),
            ("revived, switched", .revived(leftover(.deletingGuest, isSwitched: true))),
            ("orphaned", .orphaned(leftover(.deletingGuest, isSwitched: true))),
        ],
        kinds: [
            "begin", "linked", "taken", "signedIn", "signedIn, the guest itself", "challenged", "factorShown",
            "factorShown, the guest itself", "factorEnded", "merged", "switched", "guestDeleted", "guestKept", "ended",
            "cancelled", "found, the other account", "found, the guest", "orphanDeleted", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(running(.linking, call), candidate)
            case "linked": .linked(id, outcome)
            case "taken": .taken(id, candidate)
            case "signedIn": .signedIn(id, HearthFlowsTests.other("eve"))
            case "signedIn, the guest itself": .signedIn(id, HearthFlowsTests.other("guest"))
            case "challenged": .challenged(id, outcome, nil)
            case "factorShown": .factorShown(upgrade: id, HearthFlowsTests.other("eve"), Call(call))
            case "factorShown, the guest itself": .factorShown(upgrade: id, HearthFlowsTests.other("guest"), Call(call))
            case "factorEnded": .factorEnded(upgrade: id)
            case "merged": .merged(id, HearthFlowsTests.other("eve"))
            case "switched": .switched(id, HearthFlowsTests.other("eve"), outcome)
            case "guestDeleted": .guestDeleted(id, outcome)
            case "guestKept": .guestKept(id, outcome)
            case "ended": .ended(id, .failure(wrong))
            case "cancelled": .cancelled(id)
            case "found, the other account": .found(uid: "eve")
            case "found, the guest": .found(uid: "guest")
            case "orphanDeleted": .orphanDeleted(true)
            default: .ownerLeft
            }
        },
        opens: ["begin", "factorShown", "factorShown, the guest itself"],
        addressed: [
            "linked", "taken", "signedIn", "challenged", "factorEnded", "merged", "switched", "guestDeleted",
            "guestKept", "ended", "cancelled",
        ],
        waiting: { if case .running(let running) = $0 { [running.call.id] } else { [] } },
        ids: { state in
            switch state {
            case .running(let running): [running.call.id, running.call.id, running.call.id]
            case .awaitingFactor(let progress, _, _): [progress.id]
            case .idle, .revived, .orphaned: []
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
            ("running: confirming", .running(HearthFlowsTests.deletion(.confirming))),
            ("running: steps", .running(HearthFlowsTests.deletion(.steps))),
            ("running: steps, the last", .running(HearthFlowsTests.deletion(.steps, completed: 1))),
            ("running: revoking", .running(HearthFlowsTests.deletion(.revoking, completed: 2))),
            (
                "running: deletingAccount",
                .running(HearthFlowsTests.deletion(.deletingAccount, completed: 2, isRevoked: true))
            ),
            (
                "interrupted",
                .interrupted(
                    DeletionFlow.Interrupted(
                        progress: HearthFlowsTests.deletion(.interrupted, completed: 1).progress,
                        keptUntil: later
                    )
                )
            ),
        ],
        kinds: [
            "begin", "confirmed", "stepDone", "revoked", "deleted", "failed", "cancelled", "abandoned", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(HearthFlowsTests.deletion(.confirming, call))
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
        waiting: { if case .running(let running) = $0 { [running.call.id] } else { [] } },
        ids: { state in
            switch state {
            case .running(let running): [running.call.id, running.call.id, running.call.id]
            case .interrupted(let interrupted): [interrupted.progress.id]
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
            ("revived", .revived(times(1000))), ("over", .over(times(1000))),
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
        }
    )

    private static func unlocking(_ call: FlowID) -> GateFlow.Unlocking {
        GateFlow.Unlocking(call: Call(call), reason: "")
    }

    static let gate = FlowModel<GateFlow>(
        title: "The lock on a session",
        about: "What is behind it is out of memory until the gate has given its key.",
        states: [
            ("idle", .idle), ("locking", .locking([Call(id)], then: [])),
            ("locking, to be unlocked", .locking([Call(id)], then: [unlocking(other)])), ("locked", .locked),
            ("unlocking", .unlocking([unlocking(id)])),
            ("unlocking, two wait", .unlocking([unlocking(id), unlocking(other)])),
        ],
        kinds: ["lock", "putAway", "foundLocked", "unlock", "opened", "refused", "cancelled", "signedOut"],
        event: { kind, id, call in
            switch kind {
            case "lock": .lock(Call(call))
            case "putAway": .putAway
            case "foundLocked": .foundLocked
            case "unlock": .unlock(unlocking(call))
            case "opened": .opened
            case "refused": .refused(wrong)
            case "cancelled": .cancelled(id)
            default: .signedOut
            }
        },
        opens: ["lock", "unlock"],
        addressed: ["cancelled"],
        waiting: callers,
        ids: callers
    )

    private static let callers: @Sendable (GateFlow.State) -> [FlowID] = {
        switch $0 {
        case .locking(let calls, let callers): calls.map(\.id) + callers.map(\.call.id)
        case .unlocking(let callers): callers.map(\.call.id)
        case .idle, .locked: []
        }
    }
}
