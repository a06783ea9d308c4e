internal import HearthCore

/// Deleting an account: the user confirms, then the app's own steps run, Apple is told, and the account goes last.
///
/// What was done is kept, so that an interrupted deletion goes on where it was.
enum DeletionFlow: LastingFlow {
    enum State: Sendable, Hashable, Codable {
        case idle
        case running(DeletionProgress, call: FlowID, keptUntil: UnixTime)
        case interrupted(DeletionProgress, keptUntil: UnixTime)
    }

    enum Event: Sendable {
        case begin(DeletionProgress, call: FlowID, keptUntil: UnixTime)
        case confirmed(FlowID)
        case stepDone(FlowID)
        case revoked(FlowID)
        case deleted(FlowID, DeletedAccount)
        /// Whatever was being done failed.
        case failed(FlowID, FlowError)
        case cancelled(FlowID)
        /// The user gives an interrupted deletion up.
        case abandoned(FlowID)
        /// Another user is signed in, or nobody.
        case ownerLeft
    }

    enum Effect: Sendable {
        case confirm(FlowID)
        case run(FlowID, step: String)
        case revoke(FlowID)
        case delete(FlowID)
        case finish(FlowID, Result<DeletedAccount, FlowError>)
    }

    static let name = "deletion"
    static let version = 1
    static let idle = State.idle

    static func record(of state: State) -> FlowRecord<State>? {
        switch state {
        case .idle: return nil
        case .running(let progress, _, let keptUntil), .interrupted(let progress, let keptUntil):
            guard progress.hasBegun else { return nil }
            return FlowRecord(
                state: .interrupted(interrupted(progress), keptUntil: keptUntil),
                owner: progress.uid,
                expiresAt: keptUntil
            )
        }
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.running, .begin(_, let call, _)):
            return (state, [.finish(call, .failure(FlowError(.superseded)))])
        case (.idle, .begin(let progress, let call, let keptUntil)):
            return (.running(progress, call: call, keptUntil: keptUntil), [.confirm(call)])
        case (.interrupted(let earlier, _), .begin(var progress, let call, let keptUntil)):
            if earlier.uid == progress.uid {
                progress.completed = earlier.isResumed(by: progress) ? earlier.completed : 0
                progress.isRevoked = progress.isRevoked || earlier.isRevoked
            }
            return (.running(progress, call: call, keptUntil: keptUntil), [.confirm(call)])
        case (.interrupted(let progress, _), .abandoned(let id)) where id == progress.id:
            return (.idle, [])
        case (.interrupted, .ownerLeft):
            return (.idle, [])
        case (.running(let progress, let call, let keptUntil), _):
            return advance(progress, call, keptUntil, event)
        case (.idle, _), (.interrupted, _):
            return (state, [])
        }
    }

    private static func advance(
        _ progress: DeletionProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime,
        _ event: Event
    ) -> (State, [Effect]) {
        var next = progress
        switch (progress.phase, event) {
        case (.confirming, .confirmed(call)):
            return proceed(next, call, keptUntil)
        case (.steps, .stepDone(call)):
            next.completed += 1
            return proceed(next, call, keptUntil)
        case (.revoking, .revoked(call)):
            next.isRevoked = true
            return proceed(next, call, keptUntil)
        // An earlier run may have come further than it could note.
        case (_, .deleted(call, let account)):
            return (.idle, [.finish(call, .success(account))])
        case (_, .failed(call, let error)):
            return stop(progress, call, keptUntil, error)
        case (_, .cancelled(call)):
            return stop(progress, call, keptUntil, FlowError(.cancelled))
        case (_, .ownerLeft):
            return (.idle, [.finish(call, .failure(FlowError(.superseded)))])
        default:
            return (.running(progress, call: call, keptUntil: keptUntil), [])
        }
    }

    /// Goes on with what comes next.
    private static func proceed(
        _ progress: DeletionProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime
    ) -> (State, [Effect]) {
        var next = progress
        let effect: Effect
        if progress.completed < progress.steps.count {
            next.phase = .steps
            effect = .run(call, step: progress.steps[progress.completed])
        } else if !progress.isRevoked {
            next.phase = .revoking
            effect = .revoke(call)
        } else {
            next.phase = .deletingAccount
            effect = .delete(call)
        }
        return (.running(next, call: call, keptUntil: keptUntil), [effect])
    }

    private static func stop(
        _ progress: DeletionProgress,
        _ call: FlowID,
        _ keptUntil: UnixTime,
        _ error: FlowError
    ) -> (State, [Effect]) {
        let finish = Effect.finish(call, .failure(error))
        guard progress.hasBegun else { return (.idle, [finish]) }
        return (.interrupted(interrupted(progress), keptUntil: keptUntil), [finish])
    }

    private static func interrupted(_ progress: DeletionProgress) -> DeletionProgress {
        var progress = progress
        progress.phase = .interrupted
        return progress
    }
}

extension DeletionProgress {
    /// Whether anything may be deleted already: not before the user has confirmed.
    fileprivate var hasBegun: Bool { phase != .confirming || completed > 0 }

    /// Whether the steps that are done are the first ones of another deletion too.
    fileprivate func isResumed(by other: DeletionProgress) -> Bool {
        completed <= other.steps.count && steps.prefix(completed) == other.steps.prefix(completed)
    }
}

extension DeletionFlow.State {
    var progress: DeletionProgress? {
        switch self {
        case .idle: nil
        case .running(let progress, _, _), .interrupted(let progress, _): progress
        }
    }
}
