public import HearthAuth
public import HearthFlows
public import Observation

/// The screen of the signed-in user's account: the name, the address, the password and the sign-in methods.
///
/// What needs a recent sign-in waits for a ``ReauthenticationModel`` to be answered.
@MainActor @Observable
public final class AccountModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To see the account as the service has it now.
        case reload
        /// To change the name.
        case name
        /// To change the address.
        case email
        /// To change the password.
        case password
        /// To mail a link that verifies the address.
        case verification
        /// To link a provider.
        case link(String)
        /// To unlink a sign-in method.
        case unlink(String)
        /// To sign out.
        case signOut
    }

    /// The user, as known now; `nil` if no user is signed in.
    public private(set) var user: User?
    /// The name to change to; empty to remove it.
    public var displayName: Field
    /// The address to change to.
    public var newEmail = Field(.email)
    /// The password to change to.
    public var newPassword = Field(.newPassword())
    /// What to tell the user of what succeeded last.
    public private(set) var notice: Message?
    /// Where the screen leads to, if a provider that is linked belongs to another account.
    public private(set) var next: NextStep?

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
        let user = dependencies.manager.currentUser
        self.user = user
        displayName = Field(.optional, text: user?.displayName ?? "")
    }

    /// Follows what becomes of the user, until the task is cancelled.
    public func run() async {
        for await state in dependencies.manager.states { show(state.user) }
    }

    /// The sign-in methods that the account has.
    public var signInMethods: [String] { user?.providers ?? [] }

    /// The app's providers that can be added.
    public var addable: [ProviderSignIn] { dependencies.providers.filter { !signInMethods.contains($0.id) } }

    /// Whether a sign-in method may be unlinked: the last one stays.
    public var canUnlink: Bool { signInMethods.count > 1 }

    /// Whether the address can be verified by a mail.
    public var canVerify: Bool {
        guard let user, user.email != nil else { return false }
        return !user.isEmailVerified && !progress(of: .verification).isRunning
    }

    /// Looks what the project asks of passwords, for ``newPassword`` to say so early.
    ///
    /// Until then six characters are asked for, and where the policy is not known the service has the last word.
    public func prepare() async {
        if let policy = try? await dependencies.manager.passwordPolicy() { newPassword.rule = .newPassword(policy) }
    }

    /// Asks the service for the account.
    public func reload() async {
        await run(.reload) { [self] () throws(FlowError) in
            show(try await dependencies.manager.reload())
        }
    }

    /// Changes the name to what is in ``displayName``.
    public func saveName() async {
        await run(.name) { [self] () throws(FlowError) in
            let name = displayName.value
            show(try await dependencies.manager.updateDisplayName(to: name.isEmpty ? nil : name))
            notice = Message(.saved)
        }
    }

    /// Mails a link to the address in ``newEmail``; the account changes to it when the link is opened.
    public func changeEmail() async {
        newEmail.leave()
        guard newEmail.isValid else { return }
        await run(.email) { [self] () throws(FlowError) in
            do throws(FlowError) {
                let wait = try await dependencies.manager.updateEmail(to: newEmail.value)
                newEmail.clear()
                notice = .emailChangeSent(to: wait.newEmail)
            } catch {
                if error.message.key == .emailAlreadyInUse { newEmail.reject(error.message) }
                throw error
            }
        }
    }

    /// Changes the password to what is in ``newPassword``.
    public func changePassword() async {
        newPassword.leave()
        guard newPassword.isValid else { return }
        await run(.password) { [self] () throws(FlowError) in
            do throws(FlowError) {
                show(try await dependencies.manager.updatePassword(to: newPassword.value))
                newPassword.clear()
                notice = Message(.passwordChanged)
            } catch {
                if error.isAboutPassword {
                    newPassword.reject(error.message)
                }
                throw error
            }
        }
    }

    /// Mails a link with which the user shows to read mail at their address.
    public func sendVerification() async {
        guard let email = user?.email else { return }
        await run(.verification) { [self] () throws(FlowError) in
            try await dependencies.manager.sendEmailVerification()
            notice = .verificationSent(to: email)
        }
    }

    /// Links a provider; a guest becomes a lasting user by that.
    ///
    /// - Parameter id: The provider, one of ``addable``; another one does nothing.
    public func link(_ id: String) async {
        guard let provider = addable.first(where: { $0.id == id }) else { return }
        await run(.link(id)) { [self] () throws(FlowError) in
            let proof = try await provider.proof()
            let manager = dependencies.manager
            let isGuest = user?.isAnonymous ?? false
            let outcome = isGuest ? try await manager.upgradeGuest(with: proof) : try await manager.link(proof)
            if let user = outcome.user {
                show(user)
                notice = .linked(id)
            } else {
                next = NextStep(outcome, dependencies)
            }
        }
    }

    /// Unlinks a sign-in method.
    ///
    /// - Parameter id: The provider, one of ``signInMethods``.
    public func unlink(_ id: String) async {
        guard signInMethods.contains(id) else { return }
        await run(.unlink(id)) { [self] () throws(FlowError) in
            show(try await dependencies.manager.unlink(id))
            notice = Message(.saved)
        }
    }

    /// Signs out on this device.
    public func signOut() async {
        await run(.signOut) { [self] () throws(FlowError) in
            try await dependencies.manager.signOut()
            show(nil)
        }
    }

    private func run(_ action: Action, _ work: @escaping @MainActor () async throws(FlowError) -> Void) async {
        notice = nil
        await actions.run(action, work)
    }

    private func show(_ user: User?) {
        // What the user is typing is not overwritten by what the service says.
        if displayName.text == self.user?.displayName ?? "" {
            displayName = Field(.optional, text: user?.displayName ?? "")
        }
        self.user = user
    }
}
