internal import HearthAuth
public import HearthFlows

/// The production side of ``Accounts``: the one file of the app, beside ``AppContainer``, that knows the library.
public struct ManagedAccounts: Accounts {
    private let manager: AuthManager
    private let shelf: Shelf
    private let askGoogle: @Sendable () async throws -> IdentityProvider

    /// Creates the accounts over a manager.
    ///
    /// - Parameters:
    ///   - manager: The workflows.
    ///   - shelf: What is deleted with an account.
    ///   - askGoogle: Asks Google's SDK for its tokens.
    public init(
        _ manager: AuthManager,
        shelf: Shelf,
        askGoogle: @escaping @Sendable () async throws -> IdentityProvider
    ) {
        self.manager = manager
        self.shelf = shelf
        self.askGoogle = askGoogle
    }

    /// The reader who is signed in.
    public var current: Reader? { manager.currentUser.map(Reader.init) }

    /// The reader from now on.
    public var changes: AsyncStream<Reader?> {
        let (stream, continuation) = AsyncStream.makeStream(of: Reader?.self, bufferingPolicy: .bufferingNewest(1))
        let following = Task { [manager] in
            for await _ in manager.states { continuation.yield(manager.currentUser.map(Reader.init)) }
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Creates an account; a guest keeps the shelf.
    public func signUp(email: String, password: String) async throws(AccountError) -> SignIn {
        let provider = IdentityProvider.password(email: email, password: password)
        return try await signIn { () throws(FlowError) in
            current?.isGuest == true
                ? try await manager.upgradeGuest(with: provider) : try await manager.signUp(with: provider)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Signs in with an address and a password; settles a conflict that waits for them.
    public func signIn(email: String, password: String) async throws(AccountError) -> SignIn {
        let provider = IdentityProvider.password(email: email, password: password)
        return try await signIn { () throws(FlowError) in
            if let conflict = manager.state.conflict { return try await manager.resolve(conflict, with: provider) }
            return try await manager.signIn(with: provider)
        }
    }

    /// Signs in with Google; a guest keeps the shelf.
    public func signInWithGoogle() async throws(AccountError) -> SignIn {
        let provider: IdentityProvider
        do {
            provider = try await askGoogle()
        } catch {
            throw AccountError.other("Google did not answer.")
        }
        return try await signIn { () throws(FlowError) in
            current?.isGuest == true
                ? try await manager.upgradeGuest(with: provider) : try await manager.signIn(with: provider)
        }
    }

    /// Goes on without an account.
    public func continueAsGuest() async throws(AccountError) -> SignIn {
        try await signIn { () throws(FlowError) in try await manager.signIn(with: .guest) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Goes on with a sign-in that waits for a code, also one of an earlier run of the app.
    public func enter(code: String) async throws(AccountError) -> SignIn {
        guard let step = manager.state.secondFactor else { throw AccountError.signInAgain }
        return try await signIn { () throws(FlowError) in try await manager.verify(step, code: code) }
    }

    /// Signs out on this device.
    public func signOut() async throws(AccountError) {
        do throws(FlowError) { try await manager.signOut() } catch { throw AccountError(error) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Deletes the account and the shelf; an interrupted deletion goes on where it was.
    public func deleteAccount(password: String) async throws(AccountError) {
        do throws(FlowError) {
            try await manager.deleteAccount {
                Step("Shelf") { [shelf] user in await shelf.deleteAll(of: user.uid) }
            } reauthenticate: { challenge in
                challenge.lastProblem == nil ? .password(password) : .cancel
            }
        } catch {
            throw error.isCancellation ? AccountError.badCredentials : AccountError(error)
        }
    }

    private func signIn(
        _ work: () async throws(FlowError) -> SignInOutcome
    ) async throws(AccountError) -> SignIn {
        do throws(FlowError) {
            switch try await work() {
            case .signedIn(let user), .signedUp(let user): return .done(Reader(user))
            case .needsLinking(let conflict): return .needsOtherMethod(email: conflict.email)
            case .needsSecondFactor(let step):
                if let phone = step.factors.first(where: { $0.factorID == PhoneMultiFactorGenerator.factorID }) {
                    try await manager.sendCode(to: phone, for: step)
                }
                return .needsCode
            }
        } catch {
            throw AccountError(error)
        }
    }
}

extension Reader {
    init(_ user: User) {
        self.init(id: user.uid, name: user.displayName ?? user.email ?? "Guest", isGuest: user.isAnonymous)
    }
}

extension AccountError {
    /// What an error of the workflows is to this app.
    init(_ error: FlowError) {
        self =
            switch error.recovery {
            case .input where error.auth?.code == .invalidCredential: .badCredentials
            case .input: .input(error.userMessage)
            case .transient: .offline
            case .reauthenticate, .sessionEnded, .restartStep: .signInAgain
            default: .other(error.userMessage)
            }
    }
}
