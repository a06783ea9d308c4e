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
        /// The process ended before the other account had taken the guest's place.
        case paused(GuestUpgradeProgress, keptUntil: UnixTime)
        /// The user is signed in to the other account, and the guest could not be deleted yet.
        case orphaned(GuestUpgradeProgress, keptUntil: UnixTime)
    }

    enum Event: Sendable {
        case begin(GuestUpgradeProgress, call: FlowID, keptUntil: UnixTime)
        case linked(FlowID, SignInOutcome)
        /// The way in belongs to another account.
        case taken(FlowID)
        case signedIn(FlowID, target: String)
        case challenged(FlowID, SignInOutcome)
        /// The second factor was right; what follows is for a new call.
        case factorShown(upgrade: FlowID, call: FlowID, target: String)
        case factorEnded(upgrade: FlowID)
        case merged(FlowID)
        case switched(FlowID)
        case guestDeleted(FlowID, Result<SignInOutcome, FlowError>)
        case guestKept(FlowID, Result<SignInOutcome, FlowError>)
        /// A step before the switch failed, or came to another outcome.
        case ended(FlowID, Result<SignInOutcome, FlowError>)
        case cancelled(FlowID)
        /// At the start of a run: the other account is the one who is signed in.
        case foundSwitched
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
    static let version = 1
    static let idle = State.idle

    static func record(of state: State) -> FlowRecord<State>? {
        switch state {
        case .idle, .awaitingFactor: return nil
        case .running(let progress, _, let keptUntil):
            return switch progress.phase {
            case .linking, .signingIn: nil
            case .merging, .switching: record(.paused(progress, keptUntil: keptUntil), keptUntil)
            case .deletingGuest: record(.orphaned(progress, keptUntil: keptUntil), keptUntil)
            }
        case .paused(_, let keptUntil), .orphaned(_, let keptUntil): return record(state, keptUntil)
        }
    }

    private static func record(_ state: State, _ keptUntil: UnixTime) -> FlowRecord<State> {
        FlowRecord(state: state, owner: nil, expiresAt: keptUntil)
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.link(call)])
        case (.paused(let paused, _), .begin(let progress, let call, let keptUntil)):
            return resume(paused, progress, call, keptUntil)
        case (.orphaned, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.deleteOrphan, .link(call)])
        case (.awaitingFactor, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.link(call)])
        case (.awaitingFactor(var progress, let keptUntil), .factorShown(let id, let call, let target))
        where id == progress.id:
            progress.phase = .merging
            progress.target = target
            return (.running(progress, call: call, keptUntil: keptUntil), [.merge(call, target: target)])
        case (_, .factorShown(_, let call, _)):
            return (state, [.finish(call, .failure(FlowError(.notPending)))])
        case (.awaitingFactor(let progress, _), .factorEnded(let id)) where id == progress.id:
            return (.idle, [.forgetSessions])
        case (.awaitingFactor, .ownerLeft):
            return (.idle, [.forgetSessions])
        case (.running, .begin(_, let call, _)):
            return (state, [.finish(call, .failure(FlowError(.superseded)))])
        case (.paused(var progress, let keptUntil), .foundSwitched):
            progress.phase = .deletingGuest
            return (.orphaned(progress, keptUntil: keptUntil), [.deleteOrphan])
        case (.orphaned, .foundSwitched):
            return (state, [.deleteOrphan])
        case (.orphaned, .orphanDeleted):
            return (.idle, [.forgetSessions])
        case (.running(let progress, let call, let keptUntil), _):
            return advance(progress, call, keptUntil, event)
        case (.idle, _), (.awaitingFactor, _), (.paused, _), (.orphaned, _):
            return (state, [])
        }
    }

    private static func resume(
        _ paused: GuestUpgradeProgress,
        _ progress: GuestUpgradeProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime
    ) -> (State, [Effect]) {
        guard paused.guest == progress.guest, let target = paused.target else {
            return (.running(progress, call: call, keptUntil: keptUntil), [.forgetSessions, .link(call)])
        }
        var progress = paused
        // The app's copying is done again, which must be harmless: nobody knows how far it had come.
        progress.phase = .merging
        return (.running(progress, call: call, keptUntil: keptUntil), [.merge(call, target: target)])
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
            next.phase = .merging
            next.target = target
            return running(.merge(call, target: target))
        case (.signingIn, .challenged(call, let outcome)):
            return (.awaitingFactor(next, keptUntil: keptUntil), [.finish(call, .success(outcome))])
        case (.merging, .merged(call)):
            next.phase = .switching
            return running(.switchOver(call))
        case (.switching, .switched(call)):
            next.phase = .deletingGuest
            return running(.deleteGuest(call))
        case (.deletingGuest, .guestDeleted(call, let result)):
            return end(result)
        case (.deletingGuest, .guestKept(call, let result)):
            return (.orphaned(next, keptUntil: keptUntil), [.finish(call, result)])
        case (.linking, .ended(call, let result)), (.signingIn, .ended(call, let result)),
            (.merging, .ended(call, let result)), (.switching, .ended(call, let result)):
            return end(result)
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
        case .running(let progress, _, _), .awaitingFactor(let progress, _), .paused(let progress, _): progress
        // The guest's deletion is nothing that the user has to know of.
        case .idle, .orphaned: nil
        }
    }
}
