internal import HearthAuth
internal import HearthCore

/// A guest who becomes a lasting user: by a credential that is linked, or by going over to an account that exists.
///
/// Until the app has copied the guest's data, the guest stays signed in and the other account is kept aside, so that
/// a failure leaves everything as it was. The guest is deleted last.
enum GuestUpgradeFlow: LastingFlow {
    /// The credential, and the app's copying; without the latter no other account takes the guest's place.
    struct Candidate: Sendable {
        var provider: IdentityProvider
        let merge: MergeGuest?
    }

    /// The account that has the credential, signed in to aside, and the guest's own session.
    struct Aside: Sendable {
        let auth: Auth
        let uid: String
        let guest: Carried<Secret<[UInt8]>>
        var merge: MergeGuest?
    }

    struct Running: Sendable, Hashable {
        var progress: GuestUpgradeProgress
        let call: Call<SignInOutcome>
        let keptUntil: UnixTime
        /// The guest's own session, from the moment on that the data was copied.
        var guest: Carried<Secret<[UInt8]>>?
    }

    /// A guest whose data was copied.
    struct Leftover: Sendable, Hashable, Codable {
        let progress: GuestUpgradeProgress
        let guest: Carried<Secret<[UInt8]>>
        let keptUntil: UnixTime
        /// Whether the other account has certainly taken the guest's place.
        var isSwitched: Bool
    }

    enum Kept: Sendable, Hashable, Codable {
        case awaitingFactor(GuestUpgradeProgress, keptUntil: UnixTime)
        case leftover(Leftover)
    }

    enum State: Sendable, Hashable {
        case idle
        case running(Running)
        /// The other account's second factor is asked for.
        case awaitingFactor(GuestUpgradeProgress, merge: Carried<MergeGuest?>, keptUntil: UnixTime)
        /// An earlier run left a guest, and it is not known yet who is signed in.
        case revived(Leftover)
        /// The user is signed in to the other account, and the guest could not be deleted yet.
        case orphaned(Leftover)
    }

    enum Event: Sendable {
        case begin(Running, Candidate)
        case linked(FlowID, SignInOutcome)
        /// The credential belongs to another account.
        case taken(FlowID, Candidate)
        case signedIn(FlowID, Aside)
        case challenged(FlowID, SignInOutcome, MergeGuest?)
        /// The second factor was right; what follows is for a new call.
        case factorShown(upgrade: FlowID, Aside, Call<SignInOutcome>)
        case factorEnded(upgrade: FlowID)
        case merged(FlowID, Aside)
        case switched(FlowID, Aside, SignInOutcome)
        case guestDeleted(FlowID, SignInOutcome)
        case guestKept(FlowID, SignInOutcome)
        /// A step failed, or came to another outcome.
        case ended(FlowID, Result<SignInOutcome, FlowError>)
        case cancelled(FlowID)
        /// In a later run: the user who is signed in.
        case found(uid: String)
        case orphanDeleted(Bool)
        case ownerLeft
    }

    enum Work: Sendable {
        case link(Candidate, GuestUpgradeProgress, FlowID)
        case signInAside(Candidate, GuestUpgradeProgress, FlowID)
        case merge(Aside, FlowID)
        case switchOver(Aside, FlowID)
        case deleteGuest(Aside, FlowID)
        case deleteOrphan(Leftover)
    }

    static let name = "guestUpgrade"
    static let version = 3
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.guestUpgrade }
    private static let orphan = FlowID(rawValue: "orphan")

    /// What precedes the copying is not kept: then the guest is signed in, and the credential is proved again.
    static func record(of state: State) -> FlowRecord<Kept>? {
        switch state {
        case .idle: return nil
        case .awaitingFactor(let progress, _, let keptUntil):
            let kept = Kept.awaitingFactor(progress, keptUntil: keptUntil)
            return FlowRecord(kept: kept, owner: progress.guest, expiresAt: keptUntil)
        case .running(let running):
            guard let guest = running.guest, !running.progress.isGuestItself else { return nil }
            return record(
                Leftover(
                    progress: running.progress,
                    guest: guest,
                    keptUntil: running.keptUntil,
                    isSwitched: running.progress.phase == .deletingGuest
                )
            )
        case .revived(let leftover), .orphaned(let leftover): return record(leftover)
        }
    }

    private static func record(_ leftover: Leftover) -> FlowRecord<Kept> {
        FlowRecord(kept: .leftover(leftover), owner: nil, expiresAt: leftover.keptUntil)
    }

    static func resume(_ kept: Kept) -> State {
        switch kept {
        case .awaitingFactor(let progress, let keptUntil):
            .awaitingFactor(progress, merge: Carried(nil), keptUntil: keptUntil)
        case .leftover(let leftover): .revived(leftover)
        }
    }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        if case .revived = state { return session.uid.map { .found(uid: $0) } }
        guard let progress = state.progress, ![progress.guest, progress.target].contains(session.uid) else {
            return nil
        }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (.running, .begin(let running, _)):
            return (state, [.answer(running.call.fail(.superseded))])
        case (_, .begin(let running, let candidate)):
            let work = Work.link(candidate, running.progress, running.call.id)
            return (.running(running), leave(state) + [.perform(work, running.call.id)])
        case (.awaitingFactor(let progress, let merge, let keptUntil), .factorShown(let id, var aside, let call))
        where id == progress.id:
            aside.merge = merge.value
            return proceed(Running(progress: progress, call: call, keptUntil: keptUntil), aside)
        case (_, .factorShown(_, _, let call)):
            return (state, [.answer(call.fail(.notPending))])
        case (.awaitingFactor(let progress, _, _), .factorEnded(let id)) where id == progress.id:
            return (.idle, [])
        case (.awaitingFactor, .ownerLeft):
            return (.idle, [])
        case (.revived(var leftover), .found(let uid)):
            // The guest is still signed in, or a third user is: then nothing is known of what the guest still needs.
            guard leftover.isSwitched || uid == leftover.progress.target else { return (.idle, []) }
            leftover.isSwitched = true
            return (.orphaned(leftover), [.perform(.deleteOrphan(leftover), orphan)])
        case (.orphaned, .orphanDeleted(true)):
            return (.idle, [])
        case (.running(let running), _):
            return advance(running, event)
        case (.idle, _), (.awaitingFactor, _), (.revived, _), (.orphaned, _):
            return (state, [])
        }
    }

    /// What a new upgrade leaves to be done of an earlier one.
    private static func leave(_ state: State) -> [Effect<Work>] {
        if case .orphaned(let leftover) = state { [.perform(.deleteOrphan(leftover), orphan)] } else { [] }
    }

    /// Goes on with the account that has the credential.
    private static func proceed(_ running: Running, _ aside: Aside) -> (State, [Effect<Work>]) {
        var next = running
        let call = running.call.id
        next.progress.target = aside.uid
        // The account is the guest's own: an earlier call has linked it, and its answer was lost. Nothing is to be
        // copied, and above all no account to be deleted.
        next.progress.phase = next.progress.isGuestItself ? .switching : .merging
        let work = next.progress.isGuestItself ? Work.switchOver(aside, call) : .merge(aside, call)
        return (.running(next), [.perform(work, call)])
    }

    private static func advance(_ running: Running, _ event: Event) -> (State, [Effect<Work>]) {
        let call = running.call
        func end(_ result: Result<SignInOutcome, FlowError>) -> (State, [Effect<Work>]) {
            (.idle, [.answer(call.end(result))])
        }
        switch (running.progress.phase, event) {
        case (.linking, .linked(call.id, let outcome)):
            return end(.success(outcome))
        case (.linking, .taken(call.id, let candidate)):
            let next = running.in(.signingIn)
            return (.running(next), [.perform(.signInAside(candidate, next.progress, call.id), call.id)])
        case (.signingIn, .signedIn(call.id, let aside)):
            return proceed(running, aside)
        case (.signingIn, .challenged(call.id, let outcome, let merge)):
            let state = State.awaitingFactor(running.progress, merge: Carried(merge), keptUntil: running.keptUntil)
            return (state, [.answer(call.succeed(outcome))])
        case (.merging, .merged(call.id, let aside)):
            var next = running.in(.switching)
            next.guest = aside.guest
            return (.running(next), [.perform(.switchOver(aside, call.id), call.id)])
        case (.switching, .switched(call.id, _, let outcome)) where running.progress.isGuestItself:
            return end(.success(outcome))
        case (.switching, .switched(call.id, let aside, _)):
            return (.running(running.in(.deletingGuest)), [.perform(.deleteGuest(aside, call.id), call.id)])
        case (.deletingGuest, .guestDeleted(call.id, let outcome)):
            return end(.success(outcome))
        case (.deletingGuest, .guestKept(call.id, let outcome)):
            return (running.leftover.map { .orphaned($0) } ?? .idle, [.answer(call.succeed(outcome))])
        case (.deletingGuest, .ended(call.id, let result)):
            return (running.leftover.map { .orphaned($0) } ?? .idle, [.answer(call.end(result))])
        case (.linking, .ended(call.id, let result)), (.signingIn, .ended(call.id, let result)),
            (.merging, .ended(call.id, let result)), (.switching, .ended(call.id, let result)):
            return end(result)
        case (.linking, .cancelled(call.id)), (.signingIn, .cancelled(call.id)), (.merging, .cancelled(call.id)):
            return end(.failure(FlowError(.cancelled)))
        case (.linking, .ownerLeft), (.signingIn, .ownerLeft), (.merging, .ownerLeft):
            return end(.failure(FlowError(.superseded)))
        default:
            return (.running(running), [])
        }
    }
}

extension GuestUpgradeFlow.Running {
    fileprivate func `in`(_ phase: GuestUpgradeProgress.Phase) -> Self {
        var next = self
        next.progress.phase = phase
        return next
    }

    fileprivate var leftover: GuestUpgradeFlow.Leftover? {
        guest.map {
            GuestUpgradeFlow.Leftover(progress: progress, guest: $0, keptUntil: keptUntil, isSwitched: true)
        }
    }
}

extension GuestUpgradeFlow.State {
    var progress: GuestUpgradeProgress? {
        switch self {
        case .running(let running): running.progress
        case .awaitingFactor(let progress, _, _): progress
        // What is left to do after the switch is nothing that the user has to know of.
        case .idle, .revived, .orphaned: nil
        }
    }
}
