internal import HearthCore

/// A guest who becomes a lasting user: by a new way in, or by going over to an account that exists.
///
/// Until the app has copied the guest's data, the guest stays signed in and the other account is kept aside, so that
/// a failure leaves everything as it was. The guest is deleted last.
enum GuestUpgradeFlow: LastingFlow {
    enum State: Sendable, Hashable, Codable {
        case idle
        case running(GuestUpgradeProgress, call: FlowID, keptUntil: UnixTime)
        /// The other account's second factor is asked for.
        case awaitingFactor(GuestUpgradeProgress, keptUntil: UnixTime)
        /// The data was copied, and then the process ended: the other account may be the one who is signed in.
        case merged(GuestUpgradeProgress, keptUntil: UnixTime)
        /// The user is signed in to the other account, and the guest could not be deleted yet.
        case orphaned(GuestUpgradeProgress, keptUntil: UnixTime)
    }

    enum Event: Sendable {
        case begin(GuestUpgradeProgress, call: FlowID, keptUntil: UnixTime)
        case linked(FlowID, SignInOutcome)
        /// The credential belongs to another account.
        case taken(FlowID)
        case signedIn(FlowID, target: String)
        case challenged(FlowID, SignInOutcome)
        /// The second factor was right; what follows is for a new call.
        case factorShown(upgrade: FlowID, call: FlowID, target: String)
        case factorEnded(upgrade: FlowID)
        case merged(FlowID)
        case switched(FlowID, SignInOutcome)
        case guestDeleted(FlowID, SignInOutcome)
        case guestKept(FlowID, SignInOutcome)
        /// A step before the switch failed, or came to another outcome.
        case ended(FlowID, Result<SignInOutcome, FlowError>)
        case cancelled(FlowID)
        /// In a later run: the user who is signed in.
        case found(uid: String)
        case orphanDeleted
        case ownerLeft
    }

    enum Effect: Sendable {
        case link(FlowID)
        case signInAside(FlowID)
        case merge(FlowID, target: String)
        case switchOver(FlowID)
        case deleteGuest(FlowID)
        case deleteOrphan
        case forgetSessions
        case finish(FlowID, Result<SignInOutcome, FlowError>)
    }

    static let name = "guestUpgrade"
    static let version = 2
    static let idle = State.idle

    /// Only what follows the copying is kept: before it the guest is signed in, and the credential is proved again.
    static func record(of state: State) -> FlowRecord<State>? {
        switch state {
        case .idle, .awaitingFactor: nil
        case .running(let progress, _, let keptUntil):
            switch progress.phase {
            case .linking, .signingIn, .merging: nil
            case .switching: progress.isGuestItself ? nil : record(.merged(progress, keptUntil: keptUntil), keptUntil)
            case .deletingGuest: record(.orphaned(progress, keptUntil: keptUntil), keptUntil)
            }
        case .merged(_, let keptUntil), .orphaned(_, let keptUntil): record(state, keptUntil)
        }
    }

    private static func record(_ state: State, _ keptUntil: UnixTime) -> FlowRecord<State> {
        FlowRecord(state: state, owner: nil, expiresAt: keptUntil)
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.link(call)])
        case (.merged, .begin(let progress, let call, let keptUntil)),
            (.awaitingFactor, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.forgetSessions, .link(call)])
        case (.orphaned, .begin(let progress, let call, let keptUntil)):
            return (
                .running(progress, call: call, keptUntil: keptUntil), [.deleteOrphan, .forgetSessions, .link(call)]
            )
        case (.awaitingFactor(let progress, let keptUntil), .factorShown(let id, let call, let target))
        where id == progress.id:
            return proceed(progress, call, keptUntil, target)
        case (_, .factorShown(_, let call, _)):
            return (state, [.finish(call, .failure(FlowError(.notPending)))])
        case (.awaitingFactor(let progress, _), .factorEnded(let id)) where id == progress.id:
            return (.idle, [.forgetSessions])
        case (.awaitingFactor, .ownerLeft):
            return (.idle, [.forgetSessions])
        case (.running, .begin(_, let call, _)):
            return (state, [.finish(call, .failure(FlowError(.superseded)))])
        case (.merged(var progress, let keptUntil), .found(let uid)):
            // The guest is still signed in, or a third user is: then nothing is known of what the guest still needs.
            guard uid == progress.target else { return (.idle, [.forgetSessions]) }
            progress.phase = .deletingGuest
            return (.orphaned(progress, keptUntil: keptUntil), [.deleteOrphan])
        case (.orphaned, .found):
            return (state, [.deleteOrphan])
        case (.orphaned, .orphanDeleted):
            return (.idle, [.forgetSessions])
        case (.running(let progress, let call, let keptUntil), _):
            return advance(progress, call, keptUntil, event)
        case (.idle, _), (.awaitingFactor, _), (.merged, _), (.orphaned, _):
            return (state, [])
        }
    }

    /// Goes on with the account that has the credential.
    private static func proceed(
        _ progress: GuestUpgradeProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime,
        _ target: String
    ) -> (State, [Effect]) {
        var next = progress
        next.target = target
        // The account is the guest's own: an earlier call has linked it, and its answer was lost. Nothing is to be
        // copied, and above all nobody to be deleted.
        next.phase = next.isGuestItself ? .switching : .merging
        let effect = next.isGuestItself ? Effect.switchOver(call) : .merge(call, target: target)
        return (.running(next, call: call, keptUntil: keptUntil), [effect])
    }

    private static func advance(
        _ progress: GuestUpgradeProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime,
        _ event: Event
    ) -> (State, [Effect]) {
        var next = progress
        func running(_ effects: Effect...) -> (State, [Effect]) {
            (.running(next, call: call, keptUntil: keptUntil), effects)
        }
        func end(_ result: Result<SignInOutcome, FlowError>) -> (State, [Effect]) {
            (.idle, [.forgetSessions, .finish(call, result)])
        }
        switch (progress.phase, event) {
        case (.linking, .linked(call, let outcome)):
            return end(.success(outcome))
        case (.linking, .taken(call)):
            next.phase = .signingIn
            return running(.signInAside(call))
        case (.signingIn, .signedIn(call, let target)):
            return proceed(progress, call, keptUntil, target)
        case (.signingIn, .challenged(call, let outcome)):
            return (.awaitingFactor(next, keptUntil: keptUntil), [.finish(call, .success(outcome))])
        case (.merging, .merged(call)):
            next.phase = .switching
            return running(.switchOver(call))
        case (.switching, .switched(call, let outcome)) where progress.isGuestItself:
            return end(.success(outcome))
        case (.switching, .switched(call, _)):
            next.phase = .deletingGuest
            return running(.deleteGuest(call))
        case (.deletingGuest, .guestDeleted(call, let outcome)):
            return end(.success(outcome))
        case (.deletingGuest, .guestKept(call, let outcome)):
            return (.orphaned(next, keptUntil: keptUntil), [.finish(call, .success(outcome))])
        case (.linking, .ended(call, let result)), (.signingIn, .ended(call, let result)),
            (.merging, .ended(call, let result)), (.switching, .ended(call, let result)):
            return end(result)
        case (.deletingGuest, .ended(call, let result)):
            return (.orphaned(next, keptUntil: keptUntil), [.finish(call, result)])
        case (.linking, .cancelled(call)), (.signingIn, .cancelled(call)), (.merging, .cancelled(call)):
            return end(.failure(FlowError(.cancelled)))
        case (.linking, .ownerLeft), (.signingIn, .ownerLeft), (.merging, .ownerLeft):
            return end(.failure(FlowError(.superseded)))
        default:
            return running()
        }
    }
}

extension GuestUpgradeFlow.State {
    var progress: GuestUpgradeProgress? {
        switch self {
        case .running(let progress, _, _), .awaitingFactor(let progress, _): progress
        // What is left to do after the switch is nothing that the user has to know of.
        case .idle, .merged, .orphaned: nil
        }
    }
}
