import HearthAuth
import HearthCore
import HearthJSON

@testable import HearthFlows

func makeConflict(_ id: FlowID) -> LinkingConflict {
    LinkingConflict(
        id: id,
        kind: .addressTaken,
        email: "eve@example.com",
        providerID: "google.com",
        knownProviders: [],
        outlivesProcess: true,
        expiresAt: FlowModels.later
    )
}

func makeStep(_ id: FlowID, attemptsLeft: Int = 5, origin: SecondFactorStep.Origin = .signIn) -> SecondFactorStep {
    SecondFactorStep(
        id: id,
        factors: [telephone],
        attemptsLeft: attemptsLeft,
        expiresAt: FlowModels.later,
        origin: origin
    )
}

/// A factor as the service tells of it.
let telephone: MultiFactorInfo = {
    let text = #"{"uid":"f","factorID":"phone","phoneNumber":"+*******0100"}"#
    guard let factor = try? JSON.decode(MultiFactorInfo.self, from: Array(text.utf8)) else {
        preconditionFailure("a factor is not decoded")
    }
    return factor
}()

func makeChallenge(_ id: FlowID, uid: String = "eve", attemptsLeft: Int = 5) -> ReauthenticationChallenge {
    ReauthenticationChallenge(
        id: id,
        purpose: .sensitive,
        uid: uid,
        email: nil,
        providers: [],
        attemptsLeft: attemptsLeft,
        expiresAt: FlowModels.later
    )
}

func makeWait(_ id: FlowID, attemptsLeft: Int = 5) -> EmailLinkWait {
    EmailLinkWait(
        id: id,
        email: "eve@example.com",
        purpose: .link,
        attemptsLeft: attemptsLeft,
        resendAt: FlowModels.now,
        expiresAt: FlowModels.later,
        owner: "eve"
    )
}

enum FlowModels {
    static let id = FlowModel<SignInFlow>.id
    static let now = UnixTime(seconds: 1000)
    static let later = UnixTime(seconds: 2000)
    static let wrong = FlowError(AuthError(.invalidVerificationCode))
    static let offline = FlowError(AuthError(.networkError))
    static let failure: Result<SignInOutcome, FlowError> = .failure(FlowError(AuthError(.userDisabled)))
    static let conflict = makeConflict(id)
    static let step = makeStep(id)

    static let signIn = FlowModel<SignInFlow>(
        title: "Signing in and up",
        about: "Of two attempts the later one counts.",
        states: [
            ("idle", .idle), ("authenticating", .authenticating(SignInFlow.Attempt(id: id, providerID: "password"))),
        ],
        kinds: ["begin", "ended", "cancelled", "signedOut"],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(SignInFlow.Attempt(id: call, providerID: "password"))
            case "ended": .ended(id, failure)
            case "cancelled": .cancelled(id)
            default: .signedOut
            }
        },
        opens: ["begin"],
        addressed: ["ended", "cancelled"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .authenticating(let attempt) = $0 { [attempt.id] } else { [] } },
        ids: { if case .authenticating(let attempt) = $0 { [attempt.id] } else { [] } }
    )

    static let link = FlowModel<LinkFlow>(
        title: "Adding a way in",
        about: "One at a time: what may have reached the service is not called back.",
        states: [
            ("idle", .idle), ("linking", .linking(LinkFlow.Attempt(id: id, owner: "eve", providerID: "google.com"))),
        ],
        kinds: ["begin", "ended", "cancelled", "ownerLeft"],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(LinkFlow.Attempt(id: call, owner: "eve", providerID: "google.com"))
            case "ended": .ended(id, failure)
            case "cancelled": .cancelled(id)
            default: .ownerLeft
            }
        },
        opens: ["begin"],
        addressed: ["ended", "cancelled"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: { if case .linking(let attempt) = $0 { [attempt.id] } else { [] } },
        ids: { if case .linking(let attempt) = $0 { [attempt.id] } else { [] } }
    )

    static let collision = FlowModel<CollisionFlow>(
        title: "Settling a conflict",
        about: "The credential that was stopped is kept until the conflict is settled, given up or too old.",
        states: [
            ("idle", .idle), ("open", .open(conflict)), ("signingIn", .signingIn(conflict, call: id)),
            ("awaitingFactor", .awaitingFactor(conflict)), ("linking", .linking(conflict, call: id)),
        ],
        kinds: [
            "opened", "resolve", "signedIn", "signedIn, another account", "challenged", "failed", "factorShown",
            "linked", "linkFailed", "cancelled", "abandoned", "expired", "expired early",
        ],
        event: { kind, id, call in
            switch kind {
            case "opened": .opened(makeConflict(call))
            case "resolve": .resolve(id, call: call, now: now)
            case "signedIn": .signedIn(call: id, isRightAccount: true)
            case "signedIn, another account": .signedIn(call: id, isRightAccount: false)
            case "challenged": .challenged(call: id, .needsSecondFactor(step))
            case "failed": .failed(call: id, wrong)
            case "factorShown": .factorShown(conflict: id, call: call)
            case "linked": .linked(call: id, .needsSecondFactor(step))
            case "linkFailed": .linkFailed(call: id, wrong)
            case "cancelled": .cancelled(call: id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .expired(now: now)
            }
        },
        opens: ["resolve", "factorShown"],
        addressed: ["signedIn", "challenged", "failed", "linked", "linkFailed", "cancelled", "abandoned"],
        answered: { if case .finish(let id, _) = $0 { id } else { nil } },
        waiting: \.calls,
        ids: { $0.calls + ($0.conflict.map { [$0.id] } ?? []) }
    )

    static let secondFactor = FlowModel<SecondFactorFlow>(
        title: "Showing a second factor",
        about: "A wrong code may be tried again, a few times; without an answer of the service no try is lost.",
        states: [
            ("idle", .idle), ("waiting", .waiting(step)), ("sending", .sending(step, factor: "f", call: id)),
            ("verifying", .verifying(step, call: id)),
            ("verifying, last try", .verifying(makeStep(id, attemptsLeft: 1), call: id)),
        ],
        kinds: [
            "begin", "send", "sent", "sendFailed", "verify", "verify late", "verified", "refused, wrong code",
            "refused, offline", "refused otherwise", "cancelled", "abandoned", "expired",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(makeStep(call))
            case "send": .send(id, factor: "f", call: call, now: now)
            case "sent": .sent(call: id, resendAt: later)
            case "sendFailed": .sendFailed(call: id, wrong)
            case "verify": .verify(id, call: call, now: now)
            case "verify late": .verify(id, call: call, now: later)
            case "verified": .verified(call: id, .needsSecondFactor(step))
            case "refused, wrong code": .refused(call: id, wrong, isWrongCode: true)
            case "refused, offline": .refused(call: id, offline, isWrongCode: false)
            case "refused otherwise": .refused(call: id, wrong, isWrongCode: false)
            case "cancelled": .cancelled(call: id)
            case "abandoned": .abandoned(id)
            default: .expired(now: later)
            }
        },
        opens: ["send", "verify", "verify late"],
        addressed: ["sent", "sendFailed", "verified", "refused otherwise", "cancelled", "abandoned"],
        answered: {
            switch $0 {
            case .finish(let id, _), .finishSending(let id, _): id
            default: nil
            }
        },
        waiting: {
            switch $0 {
            case .sending(_, _, let call), .verifying(_, let call): [call]
            case .idle, .waiting: []
            }
        },
        ids: { state in
            switch state {
            case .sending(let step, _, let call), .verifying(let step, let call): [call, step.id]
            case .waiting(let step): [step.id]
            case .idle: []
            }
        }
    )
}
