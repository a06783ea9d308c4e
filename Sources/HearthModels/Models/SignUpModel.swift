internal import HearthAuth
internal import HearthFlows
public import Observation

/// The screen that creates an account with an address and a password; a guest keeps theirs.
@MainActor @Observable
public final class SignUpModel: ScreenModel {
    /// What the user can ask for, and what follows by itself.
    public enum Action: Hashable, Sendable {
        /// To create the account.
        case signUp
        /// To give it its name, after it was created.
        case name
        /// To mail a link that verifies the address, after the account was created.
        case verification
    }

    /// The address.
    public var email = Field(.email)
    /// The password.
    public var password = Field(.newPassword())
    /// The name to show; may be left empty.
    public var displayName = Field(.optional)
    /// Where the screen leads to, once the account was created.
    public private(set) var next: NextStep?

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let sendsVerification: Bool

    /// Creates the model.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - sendsVerification: Whether a mail to verify the address follows. Defaults to yes.
    public init(
        _ dependencies: AuthDependencies,
        sendsVerification: Bool = true
    ) {
        self.dependencies = dependencies
        self.sendsVerification = sendsVerification
    }

    /// Looks what the project asks of passwords, for ``password`` to say so early.
    ///
    /// Until then six characters are asked for, and where the policy is not known the service has the last word.
    public func prepare() async {
        if let policy = try? await dependencies.manager.passwordPolicy() { password.rule = .newPassword(policy) }
    }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool { email.isValid && password.isValid && !progress(of: .signUp).isRunning }

    /// Creates the account; then gives it the name, and mails the link.
    ///
    /// If one of the latter fails the account is there all the same: the progress of each says so.
    public func submit() async {
        email.leave()
        password.leave()
        guard email.isValid, password.isValid else { return }
        await actions.run(.signUp) { [self] () throws(FlowError) in
            try await signUp()
            if next?.user != nil { await finish() }
        }
    }

    /// Does what follows by itself; what fails of it does not undo the account.
    private func finish() async {
        let manager = dependencies.manager
        if !displayName.value.isEmpty {
            await actions.run(.name) { [self] () throws(FlowError) in
                next = .signedIn(try await manager.updateDisplayName(to: displayName.value), isNew: true)
            }
        }
        if sendsVerification {
            await actions.run(.verification) { () throws(FlowError) in try await manager.sendEmailVerification() }
        }
    }

    private func signUp() async throws(FlowError) {
        let manager = dependencies.manager
        let proof = IdentityProvider.password(email: email.value, password: password.value)
        do throws(FlowError) {
            let isGuest = manager.currentUser?.isAnonymous ?? false
            let outcome =
                isGuest ? try await manager.upgradeGuest(with: proof) : try await manager.signUp(with: proof)
            password.clear()
            if case .needsLinking = outcome { email.reject(Message(.emailAlreadyInUse)) }
            next = NextStep(outcome, dependencies)
        } catch {
            switch error.message.key {
            case .invalidEmail: email.reject(error.message)
            case .weakPassword, .passwordAgainstRules: password.reject(error.message)
            default: break
            }
            throw error
        }
    }
}
