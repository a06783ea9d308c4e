import HearthAuth
import HearthCore
import HearthHTTP
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

func makeWait(_ id: FlowID, attemptsLeft: Int = 5) -> ProofWait {
    ProofWait(
        id: id,
        recipient: "eve@example.com",
        purpose: .link,
        attemptsLeft: attemptsLeft,
        resendAt: FlowModels.now,
        expiresAt: FlowModels.later,
        owner: "eve"
    )
}

/// A network without a route.
struct DeadTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unreachable)
    }
}

enum FlowModels {
    static let id = FlowModel<CollisionFlow>.id
    static let other = FlowID(rawValue: "b")
    static let now = UnixTime(seconds: 1000)
    static let later = UnixTime(seconds: 2000)
    static let wrong = FlowError(AuthError(.invalidVerificationCode))
    static let offline = FlowError(AuthError(.networkError))
    static let secret = Carried(Secret("s"))
    static let session = Carried(Secret<[UInt8]>([1]))
    static let outcome = SignInOutcome.needsSecondFactor(makeStep(id))
    static let aside = Auth(
        .emulator(project: "demo-flows"),
        storage: InMemorySessionStorage(),
        transport: DeadTransport(),
        retry: .never
    )

    static let signIn = slot(
        SignInSlot.self,
        title: "Signing in and up",
        about: "Of two attempts the later one counts."
    )

    static let link = slot(
        LinkSlot.self,
        title: "Linking a credential",
        about: "One at a time: what may have reached the service is not called back."
    )

    static let account = slot(
        AccountSlot.self,
        title: "Changing an account",
        about: "One change after the other; what waits when the user leaves is never sent."
    )

    private static func attempt<Kind: Slot>(_ id: FlowID) -> SlotFlow<Kind>.Attempt {
        SlotFlow<Kind>.Attempt(call: Call(id), owner: "eve", work: Carried { _ in .failure(FlowError(.refused)) })
    }

    private static func slot<Kind: Slot>(
        _ kind: Kind.Type,
        title: String,
        about: String
    ) -> FlowModel<SlotFlow<Kind>> {
        var states: [(name: String, state: SlotFlow<Kind>.State)] = [
            ("idle", .idle), ("running", .running(attempt(id), waiting: [])),
        ]
        if Kind.order == .inOrder {
            states.append(("running, one waits", .running(attempt(id), waiting: [attempt(other)])))
        }
        let ids: @Sendable (SlotFlow<Kind>.State) -> [FlowID] = {
            if case .running(let current, let waiting) = $0 { ([current] + waiting).map(\.call.id) } else { [] }
        }
        return FlowModel(
            title: title,
            about: about,
            states: states,
            kinds: ["begin", "ended", "cancelled", "cancelled, the one that waits", "ownerLeft"],
            event: { kind, id, call in
                switch kind {
                case "begin": .begin(attempt(call))
                case "ended": .ended(id, .failure(wrong))
                case "cancelled": .cancelled(id)
                case "cancelled, the one that waits": .cancelled(other)
                default: .ownerLeft
                }
            },
            opens: ["begin"],
            addressed: ["ended", "cancelled"],
            waiting: ids,
            ids: ids
        )
    }

    private static let stopped = CollisionFlow.Stopped(
        conflict: makeConflict(id),
        credential: Carried(GoogleAuthProvider.credential(withIDToken: "t", accessToken: nil))
    )

    static let collision = FlowModel<CollisionFlow>(
        title: "Settling a conflict",
        about: "The credential that was stopped is kept until the conflict is settled, given up or too old.",
        states: [
            ("idle", .idle), ("open", .open(stopped)), ("signingIn", .signingIn(stopped, Call(id))),
            ("linking", .linking(stopped, Call(id))),
        ],
        kinds: [
            "opened", "resolve", "signedIn", "challenged", "failed", "factorShown", "linked", "linkFailed",
            "cancelled", "abandoned", "expired", "expired early",
        ],
        event: { kind, id, call in
            switch kind {
            case "opened": .opened(CollisionFlow.Stopped(conflict: makeConflict(call), credential: stopped.credential))
            case "resolve": .resolve(id, nil, Call(call), now: now)
            case "signedIn": .signedIn(id, aside)
            case "challenged": .challenged(id, outcome)
            case "failed": .failed(id, wrong)
            case "factorShown": .factorShown(conflict: id, aside, Call(call))
            case "linked": .linked(id, outcome)
            case "linkFailed": .linkFailed(id, wrong)
            case "cancelled": .cancelled(id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .expired(now: now)
            }
        },
        opens: ["resolve", "factorShown"],
        addressed: ["signedIn", "challenged", "failed", "linked", "linkFailed", "cancelled", "abandoned"],
        waiting: { $0.calls.map(\.id) },
        ids: { $0.calls.map(\.id) + ($0.stopped.map { [$0.conflict.id] } ?? []) }
    )

    private static func pending(_ id: FlowID, attemptsLeft: Int = 5) -> SecondFactorFlow.Pending {
        SecondFactorFlow.Pending(step: makeStep(id, attemptsLeft: attemptsLeft), credential: secret)
    }

    private static let answer = SecondFactorFlow.Answer(code: "000000", factor: nil)

    static let secondFactor = FlowModel<SecondFactorFlow>(
        title: "Showing a second factor",
        about: "A wrong code may be tried again, a few times; without an answer of the service no try is lost.",
        states: [
            ("idle", .idle), ("waiting", .waiting(pending(id))),
            ("sending", .sending(pending(id), factor: "f", Call(id))),
            ("verifying", .verifying(pending(id), Call(id))),
            ("verifying, last try", .verifying(pending(id, attemptsLeft: 1), Call(id))),
        ],
        kinds: [
            "begin", "send", "sent", "sendFailed", "verify", "verify late", "verified", "refused, wrong code",
            "refused, offline", "refused otherwise", "cancelled", "abandoned", "expired", "ownerLeft",
        ],
        event: { kind, id, call in
            switch kind {
            case "begin": .begin(pending(call))
            case "send": .send(id, factor: "f", Call(call), now: now)
            case "sent": .sent(id, "text", resendAt: later)
            case "sendFailed": .sendFailed(id, wrong)
            case "verify": .verify(id, answer, Call(call), now: now)
            case "verify late": .verify(id, answer, Call(call), now: later)
            case "verified": .verified(id, outcome)
            case "refused, wrong code": .refused(id, wrong, isWrongCode: true)
            case "refused, offline": .refused(id, offline, isWrongCode: false)
            case "refused otherwise": .refused(id, wrong, isWrongCode: false)
            case "cancelled": .cancelled(id)
            case "abandoned": .abandoned(id)
            case "expired": .expired(now: later)
            default: .ownerLeft
            }
        },
        opens: ["send", "verify", "verify late"],
        addressed: ["sent", "sendFailed", "verified", "refused otherwise", "cancelled", "abandoned"],
        waiting: {
            switch $0 {
            case .sending(_, _, let call): [call.id]
            case .verifying(_, let call): [call.id]
            case .idle, .waiting: []
            }
        },
        ids: { state in
            switch state {
            case .sending(let pending, _, let call): [call.id, pending.step.id]
            case .verifying(let pending, let call): [call.id, pending.step.id]
            case .waiting(let pending): [pending.step.id]
            case .idle: []
            }
        }
    )
}
