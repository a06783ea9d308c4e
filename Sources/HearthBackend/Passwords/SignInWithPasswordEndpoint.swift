internal import HearthCore
internal import HearthDatabase
internal import HearthServerCrypto
internal import HearthWire

/// Starts a session with an address and a password.
struct SignInWithPasswordEndpoint: Endpoint {
    typealias Op = SignInWithPassword

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let passwords: Passwords
    let guesses: PasswordGuesses
    let firstFactor: FirstFactor
    let blocking: BlockingFunctions

    func respond(
        to request: SignInWithPassword.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithPassword.Response {
        let (email, password) = try validate(request)
        let guess = guesses.begin(email, in: call)
        defer { guesses.end(guess) }
        let found = try await find(email, guess, in: call)
        let hidesEmails = found.settings.hidesEmails ?? policy.hidesEmails
        let verdict: Passwords.Verdict
        do throws(APIError) {
            verdict = try await check(password, found.account, found.schemes, hidesEmails: hidesEmails)
        } catch {
            if Self.isWrongPassword(error) { try await guesses.fail(guess, in: call) }
            throw error
        }
        let rules = PasswordPolicy(found.settings.passwordPolicy)
        if rules.forcesUpgradeOnSignIn { try PasswordRule.check(password, rules) }
        guard let account = found.account else { throw APIError(.emailNotFound) }
        let outcome = try await blocking.write(call, as: BlockingContext(method: ProviderID.password.rawValue)) { tx in
            try guesses.succeed(guess, tx)
            return try signIn(account, verdict: verdict, tx)
        }
        var response = SignInWithPassword.Response {
            $0.kind = "identitytoolkit#VerifyPasswordResponse"
            $0.registered = true
            $0.localId = account.id.rawValue
            $0.email = account.email?.text
            $0.displayName = account.displayName
            $0.profilePicture = account.photoURL
        }
        try await firstFactor.fill(&response, with: outcome, in: call)
        return response
    }

    /// What is stored of an address, whether it has an account or not.
    private final class Found: Sendable {
        let account: Account?
        let settings: ProjectSettings
        let schemes: [PasswordHash]

        init(account: Account?, settings: ProjectSettings, schemes: [PasswordHash]) {
            self.account = account
            self.settings = settings
            self.schemes = schemes
        }
    }

    private func find(
        _ email: EmailAddress,
        _ guess: PasswordGuesses.Guess?,
        in call: Call
    ) async throws(APIError) -> Found {
        try await store.read(call) { tx in
            let account = try store.accounts.find(.email(email), tx)
            try guesses.check(guess, account, tx)
            return Found(
                account: account,
                settings: try store.projects.settings(of: tx.scope.project, tx),
                schemes: policy.hidesTiming ? try store.passwordSchemes.samples(tx) : []
            )
        }
    }

    private static func isWrongPassword(_ error: APIError) -> Bool {
        [.invalidLoginCredentials, .emailNotFound, .invalidPassword].contains(error.code)
    }

    private func validate(
        _ request: SignInWithPassword.Request
    ) throws(APIError) -> (email: EmailAddress, password: Secret<String>) {
        guard let text = request.email else { throw APIError(.missingEmail) }
        let email = try EmailRule.parse(text, policy)
        guard let password = request.password, !password.reveal().isEmpty else { throw APIError(.missingPassword) }
        if request.captchaChallenge != nil { throw .notImplemented("captchaChallenge is no longer in use.") }
        if request.idToken != nil || request.pendingIdToken != nil {
            throw .notImplemented("idToken / pendingIdToken is no longer in use and unsupported by this server.")
        }
        return (email, password)
    }

    /// Checks the password before anything else is said, so that every refusal costs the same.
    private func check(
        _ password: Secret<String>,
        _ account: Account?,
        _ schemes: [PasswordHash],
        hidesEmails: Bool
    ) async throws(APIError) -> Passwords.Verdict {
        let verdict: Passwords.Verdict
        if policy.hidesTiming || account?.password != nil {
            verdict = try await passwords.verify(password, against: account?.password, imitating: schemes)
        } else {
            verdict = Passwords.Verdict(isRight: false)
        }
        guard let account else { throw APIError(hidesEmails ? .invalidLoginCredentials : .emailNotFound) }
        // A caller without the password learns nothing of the account, not even that it is disabled.
        if account.isDisabled, verdict.isRight || !policy.hidesTiming { throw APIError(.userDisabled) }
        guard verdict.isRight else { throw APIError(hidesEmails ? .invalidLoginCredentials : .invalidPassword) }
        return verdict
    }

    /// Signs in, if the account is still the one whose password was checked.
    private func signIn(
        _ checked: Account,
        verdict: Passwords.Verdict,
        _ tx: borrowing Transaction
    ) throws -> FirstFactor.Outcome {
        guard let old = try store.accounts.find(checked.id, tx), !old.isDisabled,
            old.password?.reveal() == checked.password?.reveal()
        else { throw APIError(.invalidLoginCredentials) }
        var account = old
        if let hash = verdict.upgrade {
            account.password = hash
            account = try writer.change(old, to: account, by: .credential, tx).account
        }
        return try firstFactor.complete(account, provider: .password, tx)
    }
}
