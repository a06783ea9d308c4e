public import HearthFlows
public import Observation

/// The screen for a sign-in that another account is in the way of: sign in there, and the new provider is linked.
@MainActor @Observable
public final class CollisionModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To sign in to the other account with its password.
        case password
        /// To sign in to the other account with a provider.
        case provider(String)
        /// To sign in to the other account with what was stopped, which belongs to it.
        case switchAccount
    }

    /// What is in the way.
    public let conflict: LinkingConflict
    /// The other account's password.
    public var password = Field(.password)
    /// Where the screen leads to.
    public private(set) var next: NextStep?

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameters:
    ///   - conflict: What is in the way.
    ///   - dependencies: What the models share.
    public init(_ conflict: LinkingConflict, _ dependencies: AuthDependencies) {
        self.conflict = conflict
        self.dependencies = dependencies
    }

    /// What to tell the user: whose account it is, and what will be added to it.
    public var explanation: Message {
        isOtherAccounts
            ? Message(.credentialAlreadyInUse) : .collision(email: conflict.email, provider: conflict.providerID)
    }

    /// Whether the credential belongs to the other account, and can only be used there.
    public var isOtherAccounts: Bool { conflict.kind == .credentialTaken }

    /// Whether a password may open the other account: the service never says that there is none.
    public var offersPassword: Bool {
        let known = conflict.knownProviders
        return conflict.email != nil && !isOtherAccounts && (known.isEmpty || known.contains("password"))
    }

    /// The app's providers that may open the other account; all of them, where the service does not tell.
    public var providers: [ProviderSignIn] {
        guard !isOtherAccounts else { return [] }
        return dependencies.providers.filter { provider in
            provider.id != conflict.providerID
                && (conflict.knownProviders.isEmpty || conflict.knownProviders.contains(provider.id))
        }
    }

    /// What to tell the user once the provider was linked; `nil` before, and where nothing is linked.
    public var success: Message? {
        next?.user == nil || isOtherAccounts ? nil : .linked(conflict.providerID)
    }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool { offersPassword && password.isValid && !progress(of: .password).isRunning }

    /// Signs in to the other account with its password.
    public func submit() async {
        password.leave()
        guard offersPassword, let email = conflict.email, password.isValid else { return }
        await actions.run(.password) { [self] () throws(FlowError) in
            try await resolve(with: .password(email: email, password: password.value))
            password.clear()
        }
    }

    /// Signs in to the other account with a provider.
    ///
    /// - Parameter id: The provider, one of ``providers``; another one does nothing.
    public func signIn(with id: String) async {
        guard let provider = providers.first(where: { $0.id == id }) else { return }
        await actions.run(.provider(id)) { [self] () throws(FlowError) in
            try await resolve(with: try await provider.proof())
        }
    }

    /// Signs in to the other account with what was stopped, if it belongs to it.
    public func switchAccount() async {
        guard isOtherAccounts else { return }
        await actions.run(.switchAccount) { [self] () throws(FlowError) in try await resolve(with: nil) }
    }

    /// Gives the sign-in up.
    public func abandon() async {
        cancel()
        await dependencies.manager.abandon(conflict)
    }

    private func resolve(with provider: IdentityProvider?) async throws(FlowError) {
        next = NextStep(try await dependencies.manager.resolve(conflict, with: provider), dependencies)
    }
}
