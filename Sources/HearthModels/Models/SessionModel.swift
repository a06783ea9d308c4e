public import HearthAuth
public import HearthFlows
public import Observation

/// Decides which screen an app shows, by what is known of the session.
@MainActor @Observable
public final class SessionModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To look into the storage again.
        case retry
        /// To open the gate before the session.
        case unlock
        /// To sign out.
        case signOut
    }

    /// Which screen to show.
    public enum Screen: Sendable, Hashable {
        /// Something that waits: the session is being read.
        case restoring
        /// Something that waits, with a button to try again: the session cannot be read at the moment.
        case storageUnavailable(StorageUnavailability)
        /// The lock.
        case locked
        /// The screen to sign in, and why the user sees it; `nil` for no reason to tell.
        case signedOut(Message?)
        /// The account is being deleted.
        case deleting(DeletionProgress)
        /// The app itself.
        case signedIn(User)
    }

    /// Which screen to show.
    public private(set) var screen: Screen

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
        screen = Screen(dependencies.manager.state)
    }

    /// Follows the session, until the task is cancelled.
    public func run() async {
        for await _ in dependencies.manager.states { look() }
    }

    /// Looks into the storage again, for example when the device was unlocked.
    public func retry() async {
        await actions.run(.retry) { [self] () throws(FlowError) in
            await dependencies.manager.auth.retryRestoring()
            look()
        }
    }

    /// Opens the gate before the session.
    ///
    /// - Parameter reason: Why, in words that the system shows to the user.
    public func unlock(reason: String) async {
        await actions.run(.unlock) { [self] () throws(FlowError) in
            try await dependencies.manager.unlock(reason: reason)
            look()
        }
    }

    /// Signs out on this device; also out of a locked session.
    public func signOut() async {
        await actions.run(.signOut) { [self] () throws(FlowError) in
            try await dependencies.manager.signOut()
            look()
        }
    }

    private func look() {
        let screen = Screen(dependencies.manager.state)
        if screen != self.screen { self.screen = screen }
    }
}

extension SessionModel.Screen {
    /// Which screen to show for what is known.
    ///
    /// - Parameter state: The manager's state.
    public init(_ state: ManagerState) {
        if let deletion = state.deletion, deletion.phase.isUnderWay {
            self = .deleting(deletion)
            return
        }
        self =
            switch state.session {
            case _ where state.isLocked: .locked
            case .restoring: .restoring
            case .storageUnavailable(let reason): .storageUnavailable(reason)
            case .signedOut(let reason): .signedOut(Message(reason))
            case .signedIn(let user): .signedIn(user)
            }
    }
}

extension ManagerState {
    /// The user who is signed in, as known at that moment.
    var user: User? {
        if case .signedIn(let user) = session { user } else { nil }
    }
}

extension DeletionProgress.Phase {
    /// Whether the user has confirmed, and something is being deleted.
    var isUnderWay: Bool {
        switch self {
        case .confirming, .interrupted: false
        case .steps, .revoking, .deletingAccount: true
        }
    }
}

extension Message {
    /// Why a session ended; `nil` if the user knows already.
    ///
    /// - Parameter reason: The reason.
    public init?(_ reason: SignOutReason) {
        switch reason {
        case .never, .byUser: return nil
        case .disabled: self.init(.userDisabled)
        case .deleted: self.init(.sessionDeleted)
        case .idle, .sessionExpired: self.init(.sessionTimedOut)
        default: self.init(.sessionRevoked)
        }
    }
}
