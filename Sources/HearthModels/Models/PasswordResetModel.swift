internal import HearthAuth
internal import HearthCore
public import HearthFlows
public import Observation

/// The screen of a forgotten password: asks for a mail, and sets the new password with the code in it.
@MainActor @Observable
public final class PasswordResetModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To mail a link.
        case send
        /// To look whose password a link sets.
        case open
        /// To set the new password.
        case save
    }

    /// How far the user has come.
    public enum Stage: Sendable, Hashable {
        /// The address is asked for.
        case asking
        /// A mail is on its way, if there is such an account.
        case sent
        /// The link was opened, and the new password is asked for.
        case choosing
        /// The password was changed.
        case changed
    }

    /// The address.
    public var email = Field(.email)
    /// The new password.
    public var newPassword = Field(.newPassword())
    /// How far the user has come.
    public private(set) var stage = Stage.asking
    /// The seconds until another mail may be sent.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let resendDelay: Duration
    @ObservationIgnored private var code: Secret<String>?

    /// Creates the model.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - resendDelay: How long the user waits before another mail may be sent. Defaults to thirty seconds.
    public init(
        _ dependencies: AuthDependencies,
        resendDelay: Duration = .seconds(30)
    ) {
        self.dependencies = dependencies
        self.resendDelay = resendDelay
        resend = Countdown(clock: dependencies.clock)
    }

    /// Whether ``send()`` would do something.
    public var canSend: Bool { email.isValid && resend.isOver && !progress(of: .send).isRunning }

    /// Whether ``save()`` would do something.
    public var canSave: Bool { stage == .choosing && newPassword.isValid && !progress(of: .save).isRunning }

    /// What to tell the user of what was done.
    public var explanation: Message {
        switch stage {
        case .asking: Message(.resetExplanation)
        case .sent: .resetSent(to: email.value)
        case .choosing: Message(.newPassword)
        case .changed: Message(.passwordChanged)
        }
    }

    /// Looks what the project asks of passwords, for ``newPassword`` to say so early.
    ///
    /// Until then six characters are asked for, and where the policy is not known the service has the last word.
    public func prepare() async {
        if let policy = try? await dependencies.manager.passwordPolicy() { newPassword.rule = .newPassword(policy) }
    }

    /// Mails a link.
    public func send() async {
        email.leave()
        guard email.isValid, resend.isOver else { return }
        await actions.run(.send) { [self] () throws(FlowError) in
            try await dependencies.manager.sendPasswordReset(to: email.value)
            stage = .sent
            resend.start(resendDelay)
        }
    }

    /// Goes on with the link that was mailed, or with the code out of it.
    ///
    /// - Parameter link: The link or the code.
    public func open(_ link: String) async {
        let code = ActionCodeURL(link: link)?.code ?? link
        await actions.run(.open) { [self] () throws(FlowError) in
            email = Field(.email, text: try await dependencies.manager.checkPasswordReset(code: code))
            self.code = Secret(code)
            stage = .choosing
        }
    }

    /// Sets the new password.
    public func save() async {
        newPassword.leave()
        guard let code, newPassword.isValid else { return }
        await actions.run(.save) { [self] () throws(FlowError) in
            do throws(FlowError) {
                try await dependencies.manager.confirmPasswordReset(
                    code: code.reveal(),
                    newPassword: newPassword.value
                )
            } catch {
                if error.isAboutPassword {
                    newPassword.reject(error.message)
                }
                throw error
            }
            self.code = nil
            newPassword.clear()
            stage = .changed
        }
    }
}
