internal import HearthAuth
internal import HearthFlows
public import Observation

/// The screen that signs in: with an address and a password, as a guest, or with a provider.
@MainActor @Observable
public final class SignInModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To sign in with the address and the password.
        case password
        /// To go on as a guest.
        case guest
        /// To sign in with a passkey.
        case passkey
        /// To sign in with a provider, for example `google.com`.
        case provider(String)

        /// To sign in with Google.
        public static let google = Action.provider("google.com")
        /// To sign in with Apple.
        public static let apple = Action.provider("apple.com")
    }

    /// The address.
    public var email = Field(.email)
    /// The password.
    public var password = Field(.password)
    /// Where the screen leads to, once something has succeeded.
    public private(set) var next: NextStep?

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
    }

    /// The providers that the app offers.
    public var providers: [ProviderSignIn] { dependencies.providers }

    /// Whether the app can sign in with passkeys.
    public var offersPasskeys: Bool { dependencies.passkeys != nil }

    /// Whether a guest is signed in; a provider makes the guest a lasting user.
    public var isGuest: Bool { dependencies.manager.currentUser?.isAnonymous ?? false }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool { email.isValid && password.isValid && !progress(of: .password).isRunning }

    /// Signs in with the address and the password.
    ///
    /// A guest who is signed in is left behind: a password belongs to an account that exists.
    public func submit() async {
        email.leave()
        password.leave()
        guard email.isValid, password.isValid else { return }
        await actions.run(.password) { [self] () throws(FlowError) in
            let result = try await dependencies.manager.signIn(
                with: .password(email: email.value, password: password.value)
            )
            password.clear()
            next = NextStep(result, dependencies)
        }
    }

    /// Goes on as a guest; a user who is signed in already stays signed in.
    public func continueAsGuest() async {
        await actions.run(.guest) { [self] () throws(FlowError) in
            next = NextStep(try await dependencies.manager.signIn(with: .guest), dependencies)
        }
    }

    /// Signs in with a passkey that the user chooses.
    public func signInWithPasskey() async {
        guard let authenticator = dependencies.passkeys else { return }
        await actions.run(.passkey) { [self] () throws(FlowError) in
            let result = try await dependencies.manager.signInWithPasskey(using: authenticator)
            next = NextStep(result, dependencies)
        }
    }

    /// Signs in with a provider; a guest becomes a lasting user by that.
    ///
    /// - Parameter id: The provider, one of ``providers``; another one does nothing.
    public func signIn(with id: String) async {
        guard let provider = dependencies.provider(id) else { return }
        await actions.run(.provider(id)) { [self] () throws(FlowError) in
            let proof = try await provider.proof()
            let manager = dependencies.manager
            let outcome =
                isGuest ? try await manager.upgradeGuest(with: proof) : try await manager.signIn(with: proof)
            next = NextStep(outcome, dependencies)
        }
    }

    /// Forgets where the screen has led to, when the user comes back.
    public func comeBack() {
        next = nil
    }
}
