import HearthAuth
import HearthCore

@testable import HearthFlows

private func enrollment(_ id: FlowID, attemptsLeft: Int = 5, resendAt: UnixTime? = FlowModels.now)
    -> EnrollmentFlow.Enrollment
{
    EnrollmentFlow.Enrollment(
        id: id,
        owner: "eve",
        phoneNumber: "+15555550100",
        attemptsLeft: attemptsLeft,
        resendAt: resendAt,
        expiresAt: FlowModels.later
    )
}

extension FlowModels {
    static let emailLink = FlowModel<ProofFlow<EmailLinkWait>>(
        title: "A mailed link, or a texted code",
        about: "Sent, perhaps sent again, and tried a few times; both are kept until they are used or too old.",
        states: [
            ("idle", .idle), ("sending", .sending(makeWait(id), call: id, isFirst: true)),
            ("sending again", .sending(makeWait(id), call: id, isFirst: false)), ("awaiting", .awaiting(makeWait(id))),
            ("completing", .completing(makeWait(id), call: id)),
            ("completing, last try", .completing(makeWait(id, attemptsLeft: 1), call: id)),
        ],
        kinds: [
            "send", "resend", "resend early", "sent", "sendFailed", "complete", "complete late", "completed", "refused",
            "refused, offline", "cancelled", "abandoned", "expired", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "send": .send(makeWait(call), call: call)
            case "resend": .resend(id, call: call, now: now)
            case "resend early": .resend(id, call: call, now: now - .seconds(1))
            case "sent": .sent(call: id, resendAt: now, expiresAt: later)
            case "sendFailed": .sendFailed(call: id, wrong)
            case "complete": .complete(call: call, now: now)
            case "complete late": .complete(call: call, now: later)
            case "completed": .completed(call: id, .needsSecondFactor(makeStep(id)))
            case "refused": .refused(call: id, wrong)
            case "refused, offline": .refused(call: id, offline)
            case "cancelled": .cancelled(call: id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["send", "resend", "resend early", "complete", "complete late"],
        addressed: ["sent", "sendFailed", "completed", "refused", "cancelled", "abandoned"],
        answered: {
            switch $0 {
            case .finish(let id, _), .finishSending(let id, _): id
            case .send, .complete: nil
            }
        },
        waiting: {
            switch $0 {
            case .sending(_, let call, _), .completing(_, let call): [call]
            case .idle, .awaiting: []
            }
        },
        ids: { state in
            switch state {
            case .sending(let wait, let call, _), .completing(let wait, let call): [wait.id, call]
            case .awaiting(let wait): [wait.id]
            case .idle: []
            }
        }
    )

    static let enrollment = FlowModel<EnrollmentFlow>(
        title: "Adding a second factor",
        about: "A code is texted or a key shown, and the first code tried a few times.",
        states: [
            ("idle", .idle), ("starting", .starting(HearthFlowsTests.enrollment(id, resendAt: nil), call: id)),
            ("texting again", .starting(HearthFlowsTests.enrollment(id), call: id)),
            ("awaitingCode", .awaitingCode(HearthFlowsTests.enrollment(id))),
            ("finishing", .finishing(HearthFlowsTests.enrollment(id), call: id)),
            ("finishing, last try", .finishing(HearthFlowsTests.enrollment(id, attemptsLeft: 1), call: id)),
        ],
        kinds: [
            "begin", "resend", "resend early", "started", "startFailed", "finish", "finish late", "finished",
            "refused, wrong code", "refused otherwise", "cancelled", "abandoned", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(HearthFlowsTests.enrollment(call, resendAt: nil), call: call)
            case "resend": .resend(id, call: call, now: now)
            case "resend early": .resend(id, call: call, now: now - .seconds(1))
            case "started": .started(call: id, resendAt: now, expiresAt: later)
            case "startFailed": .startFailed(call: id, wrong)
            case "finish": .finish(id, call: call, now: now)
            case "finish late": .finish(id, call: call, now: later)
            case "finished": .finished(call: id)
            case "refused, wrong code": .refused(call: id, wrong, isWrongCode: true)
            case "refused otherwise": .refused(call: id, offline, isWrongCode: false)
            case "cancelled": .cancelled(call: id)
            case "abandoned": .abandoned(id)
            default: .ownerLeft
            }
        },
        opens: ["begin", "resend", "resend early", "finish", "finish late"],
        addressed: ["started", "startFailed", "finished", "refused otherwise", "cancelled", "abandoned"],
        answered: {
            switch $0 {
            case .endStart(let id, _), .endFinish(let id, _): id
            case .start, .finish, .forgetKey: nil
            }
        },
        waiting: {
            switch $0 {
            case .starting(_, let call), .finishing(_, let call): [call]
            case .idle, .awaitingCode: []
            }
        },
        ids: { state in
            switch state {
            case .starting(let enrollment, let call), .finishing(let enrollment, let call): [enrollment.id, call]
            case .awaitingCode(let enrollment): [enrollment.id]
            case .idle: []
            }
        }
    )

    static let profile = FlowModel<ProfileFlow>(
        title: "Changing an account",
        about: "One change after the other; what waits when the user leaves is never sent.",
        states: [
            ("idle", .idle), ("changing", .changing(ProfileFlow.Change(id: id, owner: "eve"), waiting: [])),
            (
                "changing, one waits",
                .changing(
                    ProfileFlow.Change(id: id, owner: "eve"),
                    waiting: [ProfileFlow.Change(id: FlowID(rawValue: "b"), owner: "eve")]
                )
            ),
        ],
        kinds: ["begin", "ended", "cancelled", "cancelled, the one that waits", "ownerLeft"],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(ProfileFlow.Change(id: call, owner: "eve"))
            case "ended": .ended(id, .failure(wrong))
            case "cancelled": .cancelled(id)
            case "cancelled, the one that waits": .cancelled(FlowID(rawValue: "b"))
            default: .ownerLeft
            }
        },
        opens: ["begin"],
        addressed: ["ended", "cancelled"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .changing(let change, let waiting) = $0 { [change.id] + waiting.map(\.id) } else { [] } },
        ids: { if case .changing(let change, let waiting) = $0 { [change.id] + waiting.map(\.id) } else { [] } }
    )

    static let emailChange = FlowModel<EmailChangeFlow>(
        title: "A new address that waits for its mail",
        about: "Kept until the user has signed in again, or the mail is too old.",
        states: [
            ("nil", nil), ("Optional", EmailChangeWait(uid: "eve", newEmail: "ada@example.com", expiresAt: later)),
        ],
        kinds: ["sent", "over", "expired"],
        event: { kind, _, _ in
            switch kind {
            case "sent": .sent(EmailChangeWait(uid: "eve", newEmail: "new@example.com", expiresAt: later))
            case "over": .over
            default: .expired(now: later)
            }
        },
        waiting: { _ in [] },
        ids: { _ in [] }
    )
}
