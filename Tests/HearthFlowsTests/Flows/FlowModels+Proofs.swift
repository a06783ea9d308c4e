import HearthAuth
import HearthCore

@testable import HearthFlows

private typealias Mails = ProofFlow<EmailLinks>

private func sent(_ id: FlowID, attemptsLeft: Int = 5) -> Mails.Sent {
    Mails.Sent(wait: makeWait(id, attemptsLeft: attemptsLeft))
}

private func enrollment(_ id: FlowID, attemptsLeft: Int = 5) -> EnrollmentFlow.Enrollment {
    EnrollmentFlow.Enrollment(
        id: id,
        owner: "eve",
        phoneNumber: "+15555550100",
        attemptsLeft: attemptsLeft,
        resendAt: FlowModels.now,
        expiresAt: FlowModels.later
    )
}

private let key = Carried(EnrollmentKey.text("text"))

private func pending(_ id: FlowID, attemptsLeft: Int = 5) -> EnrollmentFlow.Pending {
    EnrollmentFlow.Pending(enrollment: enrollment(id, attemptsLeft: attemptsLeft), key: key)
}

extension FlowModels {
    static let emailLink = FlowModel<ProofFlow<EmailLinks>>(
        title: "A mailed link, or a texted code",
        about: "Sent, perhaps sent again, and tried a few times; both are kept until they are used or too old.",
        states: [
            ("idle", .idle), ("sending", .sending(makeWait(id), again: nil, Call(id))),
            ("sending again", .sending(makeWait(id), again: sent(id), Call(id))), ("awaiting", .awaiting(sent(id))),
            ("completing", .completing(sent(id), Call(id))),
            ("completing, last try", .completing(sent(id, attemptsLeft: 1), Call(id))),
        ],
        kinds: [
            "send", "resend", "resend early", "sent", "sendFailed", "complete", "complete late", "completed", "refused",
            "refused, offline", "refused, another recipient", "cancelled", "abandoned", "expired", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "send": .send(makeWait(call), ActionCodeSettings(), Call(call))
            case "resend": .resend(id, ActionCodeSettings(), Call(call), now: now)
            case "resend early": .resend(id, ActionCodeSettings(), Call(call), now: now - .seconds(1))
            case "sent": .sent(id, nil, resendAt: now, expiresAt: later)
            case "sendFailed": .sendFailed(id, wrong)
            case "complete": .complete(ProofFlow.Answer(text: "link"), Call(call), now: now)
            case "complete late": .complete(ProofFlow.Answer(text: "link"), Call(call), now: later)
            case "completed": .completed(id, outcome)
            case "refused": .refused(id, wrong)
            case "refused, offline": .refused(id, offline)
            case "refused, another recipient": .refused(id, FlowError(.missingEmail))
            case "cancelled": .cancelled(id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["send", "resend", "resend early", "complete", "complete late"],
        addressed: ["sent", "sendFailed", "completed", "refused", "cancelled", "abandoned"],
        waiting: {
            switch $0 {
            case .sending(_, _, let call): [call.id]
            case .completing(_, let call): [call.id]
            case .idle, .awaiting: []
            }
        },
        ids: { state in
            switch state {
            case .sending(let wait, _, let call): [wait.id, call.id]
            case .completing(let sent, let call): [sent.wait.id, call.id]
            case .awaiting(let sent): [sent.wait.id]
            case .idle: []
            }
        }
    )

    static let enrollment = FlowModel<EnrollmentFlow>(
        title: "Adding a second factor",
        about: "A code is texted or a key shown, and the first code tried a few times; a texted code is kept.",
        states: [
            ("idle", .idle), ("starting", .starting(HearthFlowsTests.enrollment(id), again: nil, Call(id))),
            ("texting again", .starting(HearthFlowsTests.enrollment(id), again: pending(id), Call(id))),
            ("awaitingCode", .awaitingCode(pending(id))), ("finishing", .finishing(pending(id), Call(id))),
            ("finishing, last try", .finishing(pending(id, attemptsLeft: 1), Call(id))),
        ],
        kinds: [
            "begin", "resend", "resend early", "started", "startFailed", "finish", "finish late", "finished",
            "refused, wrong code", "refused otherwise", "cancelled", "abandoned", "expired", "ownerLeft",
        ],
        event: { kind, id, call in
            let answer = EnrollmentFlow.Answer(code: "000000", displayName: nil, handler: nil)
            return switch kind {
            case "begin": .begin(HearthFlowsTests.enrollment(call), nil, Call(call))
            case "resend": .resend(id, Call(call), now: now)
            case "resend early": .resend(id, Call(call), now: now - .seconds(1))
            case "started": .started(id, key.value, resendAt: now, expiresAt: later)
            case "startFailed": .startFailed(id, wrong)
            case "finish": .finish(id, answer, Call(call), now: now)
            case "finish late": .finish(id, answer, Call(call), now: later)
            case "finished": .finished(id)
            case "refused, wrong code": .refused(id, wrong, isWrongCode: true)
            case "refused otherwise": .refused(id, offline, isWrongCode: false)
            case "cancelled": .cancelled(id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["begin", "resend", "resend early", "finish", "finish late"],
        addressed: ["started", "startFailed", "finished", "refused otherwise", "cancelled", "abandoned"],
        waiting: {
            switch $0 {
            case .starting(_, _, let call): [call.id]
            case .finishing(_, let call): [call.id]
            case .idle, .awaitingCode: []
            }
        },
        ids: { state in
            switch state {
            case .starting(let enrollment, _, let call): [enrollment.id, call.id]
            case .finishing(let pending, let call): [pending.enrollment.id, call.id]
            case .awaitingCode(let pending): [pending.enrollment.id]
            case .idle: []
            }
        }
    )

    static let emailChange = FlowModel<EmailChangeFlow>(
        title: "A new address that waits for its mail",
        about: "Kept until the user has signed in again, or the mail is too old.",
        states: [
            ("none", nil), ("waiting", EmailChangeWait(uid: "eve", newEmail: "ada@example.com", expiresAt: later)),
        ],
        kinds: ["sent", "over", "expired"],
        event: { kind, _, _ in
            switch kind {
            case "sent": .sent(EmailChangeWait(uid: "eve", newEmail: "new@example.com", expiresAt: later))
            case "over": .over
            default: .expired(now: later)
            }
        }
    )
}
