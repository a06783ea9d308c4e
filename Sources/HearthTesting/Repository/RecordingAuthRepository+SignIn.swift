public import HearthAuth
public import HearthCore
public import HearthFlows
public import HearthModels

extension RecordingAuthRepository: SignInRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a sign-in.
    public func signIn(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await signIn(.signIn(provider.id)) { base throws(AppError) in try await base.signIn(with: provider) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a sign-up.
    public func signUp(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await signIn(.signUp(provider.id)) { base throws(AppError) in try await base.signUp(with: provider) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a guest who is to become a lasting user.
    public func upgradeGuest(with provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await signIn(.upgradeGuest(provider.id)) { base throws(AppError) in
            try await base.upgradeGuest(with: provider)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a conflict is to be settled.
    public func resolve(_ conflict: LinkingConflict, with provider: IdentityProvider?) async throws(AppError)
        -> SignInResult
    {
        try await signIn(.other("resolve")) { base throws(AppError) in
            try await base.resolve(conflict, with: provider)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a second factor is shown.
    public func verify(_ step: SecondFactorStep, code: String, factor: MultiFactorInfo?) async throws(AppError)
        -> SignInResult
    {
        try await signIn(.other("verify")) { base throws(AppError) in
            try await base.verify(step, code: code, factor: factor)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a sign-in with a mailed link.
    public func completeEmailLink(_ link: String, email: String?) async throws(AppError) -> SignInResult {
        try await signIn(.other("completeEmailLink")) { base throws(AppError) in
            try await base.completeEmailLink(link, email: email)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a sign-in with a texted code.
    public func verifyCode(_ code: String) async throws(AppError) -> SignInResult {
        try await signIn(.other("verifyCode")) { base throws(AppError) in try await base.verifyCode(code) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a second factor is to be texted a code.
    public func sendCode(to factor: MultiFactorInfo, for step: SecondFactorStep) async throws(AppError)
        -> SecondFactorStep
    {
        try await pass("sendFactorCode") { base throws(AppError) in try await base.sendCode(to: factor, for: step) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a link is to be mailed.
    public func sendEmailLink(to email: String, for purpose: ProofPurpose) async throws(AppError) -> EmailLinkWait {
        try await pass("sendEmailLink") { base throws(AppError) in try await base.sendEmailLink(to: email, for: purpose)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that another link is to be mailed.
    public func resend(_ wait: EmailLinkWait) async throws(AppError) -> EmailLinkWait {
        try await pass("resendEmailLink") { base throws(AppError) in try await base.resend(wait) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a code is to be texted.
    public func sendCode(to phoneNumber: String, for purpose: ProofPurpose) async throws(AppError) -> PhoneCodeWait {
        try await pass("sendCode") { base throws(AppError) in try await base.sendCode(to: phoneNumber, for: purpose) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that another code is to be texted.
    public func resend(_ wait: PhoneCodeWait) async throws(AppError) -> PhoneCodeWait {
        try await pass("resendCode") { base throws(AppError) in try await base.resend(wait) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a mailed code is to be looked at.
    public func checkPasswordReset(code: String) async throws(AppError) -> String {
        try await pass("checkPasswordReset") { base throws(AppError) in try await base.checkPasswordReset(code: code) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a mail to reset a password is to be sent.
    public func sendPasswordReset(to email: String) async throws(AppError) {
        try await take(.other("sendPasswordReset"))
        try await base?.sendPasswordReset(to: email)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a password is to be set.
    public func confirmPasswordReset(code: String, newPassword: String) async throws(AppError) {
        try await take(.other("confirmPasswordReset"))
        try await base?.confirmPasswordReset(code: code, newPassword: newPassword)
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that something is waited for no longer.
    public func abandon(_ conflict: LinkingConflict) async {
        await note("abandonConflict") { await $0.abandon(conflict) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that something is waited for no longer.
    public func abandon(_ step: SecondFactorStep) async {
        await note("abandonSecondFactor") { await $0.abandon(step) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that something is waited for no longer.
    public func abandon(_ wait: EmailLinkWait) async {
        await note("abandonEmailLink") { await $0.abandon(wait) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that something is waited for no longer.
    public func abandon(_ wait: PhoneCodeWait) async {
        await note("abandonCode") { await $0.abandon(wait) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Whether a text is a link to sign in with; of the test's own, one that begins with `https`.
    public func isEmailLink(_ link: String) -> Bool {
        base?.isEmailLink(link) ?? link.hasPrefix("https")
    }

    /// Notes that the rules for passwords are looked at.
    public func passwordPolicy() async throws(AppError) -> PasswordPolicy {
        try await pass("passwordPolicy") { base throws(AppError) in try await base.passwordPolicy() }
    }
}
