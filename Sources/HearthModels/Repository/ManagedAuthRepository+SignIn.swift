public import HearthAuth
public import HearthCore
public import HearthFlows

extension ManagedAuthRepository: SignInRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Signs in, and signs up where the way in makes no difference.
    public func signIn(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.signIn(with: provider))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Signs up.
    public func signUp(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.signUp(with: provider))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Makes a lasting user of the guest who is signed in.
    public func upgradeGuest(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.upgradeGuest(with: provider, mergeGuest: mergeGuest))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Goes on with a sign-in that another account was in the way of.
    public func resolve(_ conflict: LinkingConflict, with provider: IdentityProvider?) async throws(AppError)
        -> SignInResult
    {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.resolve(conflict, with: provider))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Has a code texted to a second factor.
    public func sendCode(to factor: MultiFactorInfo, for step: SecondFactorStep) async throws(AppError)
        -> SecondFactorStep
    {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.sendCode(to: factor, for: step)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Shows a second factor.
    public func verify(_ step: SecondFactorStep, code: String, factor: MultiFactorInfo?) async throws(AppError)
        -> SignInResult
    {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.verify(step, code: code, factor: factor))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Mails a link to sign in with.
    public func sendEmailLink(to email: String, for purpose: ProofPurpose) async throws(AppError) -> EmailLinkWait {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.sendEmailLink(to: email, settings: emailLinks, for: purpose)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Mails another link to the same address.
    public func resend(_ wait: EmailLinkWait) async throws(AppError) -> EmailLinkWait {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.resend(wait, settings: emailLinks)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Signs in with a mailed link.
    public func completeEmailLink(_ link: String, email: String?) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.completeEmailLink(link, email: email))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Has a code texted to a number.
    public func sendCode(to phoneNumber: String, for purpose: ProofPurpose) async throws(AppError) -> PhoneCodeWait {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.sendCode(to: phoneNumber, for: purpose)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Has another code texted to the same number.
    public func resend(_ wait: PhoneCodeWait) async throws(AppError) -> PhoneCodeWait {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.resend(wait)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Signs in, or adds the number, with a texted code.
    public func verifyCode(_ code: String) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.verifyCode(code))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Gives up a sign-in that another account is in the way of.
    public func abandon(_ conflict: LinkingConflict) async {
        await manager.abandon(conflict)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Gives up a sign-in that waits for its second factor.
    public func abandon(_ step: SecondFactorStep) async {
        await manager.abandon(step)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Waits for a link no longer.
    public func abandon(_ wait: EmailLinkWait) async {
        await manager.abandon(wait)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Waits for a code no longer.
    public func abandon(_ wait: PhoneCodeWait) async {
        await manager.abandon(wait)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Whether a text is a link to sign in with.
    public func isEmailLink(_ link: String) -> Bool {
        manager.auth.isSignIn(withEmailLink: link)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Mails a link with which the password can be set anew.
    public func sendPasswordReset(to email: String) async throws(AppError) {
        do throws(AuthError) {
            try await manager.auth.sendPasswordReset(withEmail: email)
        } catch {
            // Where addresses are not protected the service says who has no account; the screen says it to nobody.
            guard error.code == .userNotFound else { throw AppError(thrown: error) }
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Looks whose password a mailed code sets.
    public func checkPasswordReset(code: String) async throws(AppError) -> String {
        try await AppError.mapping(client: { () throws(AuthError) in
            try await manager.auth.verifyPasswordResetCode(code)
        })
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Sets a new password with a mailed code.
    public func confirmPasswordReset(code: String, newPassword: String) async throws(AppError) {
        try await AppError.mapping(client: { () throws(AuthError) in
            try await manager.auth.confirmPasswordReset(withCode: code, newPassword: newPassword)
        })
    }

    /// What the project asks of passwords.
    public func passwordPolicy() async throws(AppError) -> PasswordPolicy {
        try await AppError.mapping(client: { () throws(AuthError) in try await manager.auth.passwordPolicy() })
    }
}
