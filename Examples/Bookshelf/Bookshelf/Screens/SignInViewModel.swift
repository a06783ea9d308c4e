public import Observation

/// The model of the first screen.
@MainActor @Observable
public final class SignInViewModel {
    /// What the screen does at the moment.
    public enum Progress: Sendable, Hashable {
        /// Nothing.
        case idle
        /// It signs in with Google.
        case google
        /// It signs in as a guest.
        case guest
        /// It signs in, or up, with a password.
        case password
        /// It looks at a code.
        case code
    }

    /// What the screen does at the moment.
    public private(set) var progress = Progress.idle
    /// What went wrong last.
    public private(set) var error: AccountError?
    /// Whether a code is asked for.
    public private(set) var asksForCode = false
    /// The address whose other sign-in method is asked for.
    public private(set) var conflictingEmail: String?
    /// The reader, once signed in.
    public private(set) var reader: Reader?

    @ObservationIgnored private let accounts: any Accounts

    /// Creates the model.
    ///
    /// - Parameter accounts: Where readers come from.
    public init(_ accounts: any Accounts) {
        self.accounts = accounts
        reader = accounts.current
    }

    /// Signs in with Google.
    public func signInWithGoogle() async {
        await run(.google) { [accounts] () throws(AccountError) in try await accounts.signInWithGoogle() }
    }

    /// Goes on without an account.
    public func continueAsGuest() async {
        await run(.guest) { [accounts] () throws(AccountError) in try await accounts.continueAsGuest() }
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    public func signIn(email: String, password: String) async {
        await run(.password) { [accounts] () throws(AccountError) in
            try await accounts.signIn(email: email, password: password)
        }
    }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    public func join(email: String, password: String) async {
        await run(.password) { [accounts] () throws(AccountError) in
            try await JoinUseCase(accounts)(email: email, password: password)
        }
    }

    /// Goes on with a code.
    ///
    /// - Parameter code: What the reader typed.
    public func enter(code: String) async {
        await run(.code) { [accounts] () throws(AccountError) in try await accounts.enter(code: code) }
    }

    private func run(_ progress: Progress, _ work: () async throws(AccountError) -> SignIn) async {
        guard self.progress == .idle else { return }
        self.progress = progress
        error = nil
        defer { self.progress = .idle }
        do throws(AccountError) {
            switch try await work() {
            case .done(let reader):
                self.reader = reader
                asksForCode = false
                conflictingEmail = nil
            case .needsCode: asksForCode = true
            case .needsOtherMethod(let email): conflictingEmail = email
            }
        } catch {
            self.error = error
        }
    }
}
