internal import HearthFlows

/// Signing up and in as one use case: the input is looked at before anything is sent.
///
/// For apps whose view models are their own; the models here look at their fields themselves.
public struct AuthenticationUseCase: Sendable {
    private let repository: any AuthRepository
    private let passwordRule: FieldRule

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: What does the work.
    ///   - passwordRule: What is asked of a new password. Defaults to six characters.
    public init(_ repository: any AuthRepository, passwordRule: FieldRule = .newPassword()) {
        self.repository = repository
        self.passwordRule = passwordRule
    }

    /// Creates an account with an address and a password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``, of kind ``AppError/Kind/input`` before anything was sent.
    public func signUp(email: String, password: String) async throws(AppError) -> SignInResult {
        let email = try accepted(email, by: .email)
        let password = try accepted(password, by: passwordRule)
        return try await repository.signUp(with: .password(email: email, password: password))
    }

    /// Signs in with an address and a password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``, of kind ``AppError/Kind/input`` before anything was sent.
    public func signIn(email: String, password: String) async throws(AppError) -> SignInResult {
        let email = try accepted(email, by: .email)
        let password = try accepted(password, by: .password)
        return try await repository.signIn(with: .password(email: email, password: password))
    }

    /// Signs in with Apple.
    ///
    /// - Parameters:
    ///   - token: The identity token that Apple gave.
    ///   - rawNonce: The text whose hash Apple was given; without it a stolen token could be used again.
    /// - Returns: The user, or what is still needed.
    /// - Throws: ``AppError``.
    public func signInWithApple(token: String, rawNonce: String) async throws(AppError) -> SignInResult {
        try await repository.signIn(with: .apple(idToken: token, rawNonce: rawNonce))
    }

    /// Signs out on this device.
    ///
    /// - Throws: ``AppError``.
    public func signOut() async throws(AppError) {
        try await repository.signOut()
    }

    /// The one who is signed in.
    public var currentUser: AuthUser? { repository.status.user }

    /// Deletes the account; the user confirms who they are if the sign-in is not recent.
    ///
    /// - Throws: ``AppError``.
    public func deleteAccount() async throws(AppError) {
        try await repository.deleteAccount([])
    }

    private func accepted(_ text: String, by rule: FieldRule) throws(AppError) -> String {
        if let problem = rule.problem(with: text) { throw AppError(.input, problem) }
        return rule.value(of: text)
    }
}
