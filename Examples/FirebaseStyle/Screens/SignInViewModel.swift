import Observation

/// The state of the screen on which a person signs in.
@MainActor
@Observable
final class SignInViewModel {
    private(set) var isLoading = false
    private(set) var errorMessage: String?
    private let accounts: any AccountRepository

    init(accounts: any AccountRepository) {
        self.accounts = accounts
    }

    /// What the button for Google says: a guest does not lose the account.
    var googleTitle: String {
        accounts.current?.isGuest == true ? "Keep my data with Google" : "Sign in with Google"
    }

    func signInWithGoogle(_ tokens: GoogleTokens) async {
        await perform { _ = try await accounts.signIn(with: tokens) }
    }

    func continueAsGuest() async {
        await perform { _ = try await accounts.continueAsGuest() }
    }

    func signIn(email: String, password: String) async {
        await perform { _ = try await AccountUseCase(accounts: accounts).signIn(email: email, password: password) }
    }

    private func perform(_ work: () async throws -> Void) async {
        guard !isLoading else { return }
        isLoading = true
        errorMessage = nil
        defer { isLoading = false }
        do {
            try await work()
        } catch {
            errorMessage = (error as? AppError)?.message ?? "Something went wrong."
        }
    }
}

extension AppError {
    /// One sentence for the person in front of the screen.
    var message: String {
        switch self {
        case .badCredentials: "The e-mail address or the password is wrong."
        case .input(let words), .other(let words): words
        case .addressTaken: "This e-mail address already has an account."
        case .needsSecondFactor: "Please confirm with your phone."
        case .needsRecentSignIn: "Please sign in again first."
        case .noSession: "Please sign in."
        case .offline: "There is no connection."
        }
    }
}
