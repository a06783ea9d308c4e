internal import HearthAuth
internal import HearthCore

/// Deleting an account: the user confirms, then the app's own steps run, Apple is told, and the account goes last.
///
/// What was done is kept, so that an interrupted deletion goes on where it was.
enum DeletionFlow: LastingFlow {
    /// What the app wants deleted, and how the user is asked.
    struct Plan: Sendable {
        let steps: [Step]
        let handler: ReauthenticationHandler?
        let revokeApple: (@Sendable (User) async throws -> Void)?
    }

    struct Running: Sendable, Hashable {
        var progress: DeletionProgress
        let plan: Carried<Plan>
        let call: Call<DeletedAccount>
        let keptUntil: UnixTime
        /// What an earlier call has left; it counts until this one has begun.
        var earlier: Interrupted?
    }

    struct Interrupted: Sendable, Hashable, Codable {
        let progress: DeletionProgress
        let keptUntil: UnixTime
    }

    enum State: Sendable, Hashable {
        case idle
        case running(Running)
        case interrupted(Interrupted)
    }

    enum Event: Sendable {
        case begin(Running)
        case confirmed(FlowID)
        case stepDone(FlowID)
        case revoked(FlowID)
        case deleted(FlowID, DeletedAccount)
        /// Whatever was being done failed.
        case failed(FlowID, FlowError)
        case cancelled(FlowID)
        /// The user gives an interrupted deletion up.
        case abandoned(FlowID)
        /// The user has left.
        case ownerLeft
    }

    enum Work: Sendable {
        case confirm(Running)
        case run(Step, Running)
        case revoke(Running)
        case delete(Running)
    }

    static let name = "deletion"
    static let version = 2
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.deletion }

    static func record(of state: State) -> FlowRecord<Interrupted>? {
        let left: Interrupted? =
            switch state {
            case .idle: nil
            case .running(let running): running.left
            case .interrupted(let interrupted): interrupted
            }
        return left.map { FlowRecord(kept: $0, owner: $0.progress.uid, expiresAt: $0.keptUntil) }
    }

    static func resume(_ kept: Interrupted) -> State { .interrupted(kept) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        // That no user is signed in any more is what a deletion does; its own answer follows.
        guard session != .signedOut(.deleted), let progress = state.progress, progress.uid != session.uid else {
            return nil
        }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (.running, .begin(let running)):
            return (state, [.answer(running.call.fail(.superseded))])
        case (.idle, .begin(let running)):
            return (.running(running), [.perform(.confirm(running), running.call.id)])
        case (.interrupted(let earlier), .begin(var running)):
            if earlier.progress.uid == running.progress.uid {
                let isResumed = earlier.progress.isResumed(by: running.progress)
                running.progress.completed = isResumed ? earlier.progress.completed : 0
                running.progress.isRevoked = running.progress.isRevoked || earlier.progress.isRevoked
                running.earlier = earlier
            }
            return (.running(running), [.perform(.confirm(running), running.call.id)])
        case (.interrupted(let earlier), .abandoned(let id)) where id == earlier.progress.id:
            return (.idle, [])
        case (.interrupted, .ownerLeft):
            return (.idle, [])
        case (.running(let running), _):
            return advance(running, event)
        case (.idle, _), (.interrupted, _):
            return (state, [])
        }
    }

    private static func advance(_ running: Running, _ event: Event) -> (State, [Effect<Work>]) {
        var next = running
        let call = running.call
        switch (running.progress.phase, event) {
        case (.confirming, .confirmed(call.id)):
            return proceed(next)
        case (.steps, .stepDone(call.id)):
            next.progress.completed += 1
            return proceed(next)
        case (.revoking, .revoked(call.id)):
            next.progress.isRevoked = true
            return proceed(next)
        // An earlier run may have come further than it could note.
        case (_, .deleted(call.id, let account)):
            return (.idle, [.answer(call.succeed(account))])
        case (_, .failed(call.id, let error)):
            return stop(running, error)
        case (_, .cancelled(call.id)):
            return stop(running, FlowError(.cancelled))
        case (_, .ownerLeft):
            return (.idle, [.answer(call.fail(.superseded))])
        default:
            return (.running(running), [])
        }
    }

    /// Goes on with what comes next.
    private static func proceed(_ running: Running) -> (State, [Effect<Work>]) {
        var next = running
        let steps = running.plan.value.steps
        let work: Work
        if steps.indices.contains(running.progress.completed) {
            next.progress.phase = .steps
            work = .run(steps[running.progress.completed], next)
        } else if !running.progress.isRevoked {
            next.progress.phase = .revoking
            work = .revoke(next)
        } else {
            next.progress.phase = .deletingAccount
            work = .delete(next)
        }
        return (.running(next), [.perform(work, running.call.id)])
    }

    private static func stop(_ running: Running, _ error: FlowError) -> (State, [Effect<Work>]) {
        (running.left.map { .interrupted($0) } ?? .idle, [.answer(running.call.fail(error))])
    }
}

extension DeletionFlow.Running {
    /// What is left of it when it stops here, or of an earlier one if it has not begun.
    fileprivate var left: DeletionFlow.Interrupted? {
        guard progress.hasBegun else { return earlier }
        var progress = progress
        progress.phase = .interrupted
        return DeletionFlow.Interrupted(progress: progress, keptUntil: keptUntil)
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
        case .running(let running): running.progress
        case .interrupted(let interrupted): interrupted.progress
        }
    }
}
