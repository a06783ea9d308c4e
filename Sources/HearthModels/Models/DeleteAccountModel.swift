public import HearthFlows
public import Observation

/// The screen that deletes the account, step by step; an interrupted deletion goes on where it was.
@MainActor @Observable
public final class DeleteAccountModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To delete the account.
        case delete
        /// To give up an interrupted deletion.
        case abandon
    }

    /// How far the deletion has come; `nil` if none was begun.
    public private(set) var deletion: DeletionProgress?
    /// Whether the account is no more.
    public private(set) var isDeleted = false

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let steps: [Step]

    /// Creates the model; a deletion that an earlier run of the app began is taken up.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - steps: What of the app's own is to be deleted before the account. Defaults to nothing.
    public init(_ dependencies: AuthDependencies, @StepBuilder _ steps: () -> [Step] = { [] }) {
        self.dependencies = dependencies
        self.steps = steps()
        deletion = dependencies.manager.state.deletion
    }

    /// Follows the deletion, until the task is cancelled.
    public func run() async {
        for await state in dependencies.manager.states { deletion = state.deletion }
    }

    /// Whether a deletion was begun, did not end, and can be taken up.
    public var isInterrupted: Bool { deletion?.phase == .interrupted }

    /// What to tell the user: what deleting means, how far it has come, or where it stopped.
    public var explanation: Message {
        if isDeleted { return Message(.deleted) }
        guard let deletion, deletion.phase != .confirming else { return Message(.deleteExplanation) }
        if deletion.phase == .interrupted {
            let stopped = deletion.steps.indices.contains(deletion.completed) ? deletion.steps[deletion.completed] : nil
            return stopped.map { .deletionStopped(at: $0) } ?? Message(.deleteExplanation)
        }
        // Deleting the account itself is the last step.
        return .deleteProgress(step: deletion.completed + 1, of: deletion.steps.count + 1)
    }

    /// Deletes the account, or goes on with a deletion that was interrupted.
    public func delete() async {
        guard !isDeleted else { return }
        await actions.run(.delete) { [self] () throws(FlowError) in
            defer { deletion = dependencies.manager.state.deletion }
            try await dependencies.manager.deleteAccount({ steps }, revokeApple: dependencies.revokeApple)
            isDeleted = true
        }
    }

    /// Gives an interrupted deletion up: the account stays, without what was deleted already.
    public func abandon() async {
        guard let deletion, isInterrupted else { return }
        await actions.run(.abandon) { [self] () throws(FlowError) in
            await dependencies.manager.abandon(deletion)
            self.deletion = dependencies.manager.state.deletion
        }
    }
}
