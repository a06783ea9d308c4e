public import HearthAuth
public import HearthFlows
public import HearthModels

extension RecordingAuthRepository: SessionRepository {
    /// What is known now.
    public var status: SessionStatus { base?.status ?? own }

    /// What is known, from now on.
    public var statuses: AsyncStream<SessionStatus> { base?.statuses ?? follow() }

    /// What waits for the user.
    public var pending: PendingSteps { base?.pending ?? PendingSteps() }

    /// What waits for the user, from now on.
    public var pendings: AsyncStream<PendingSteps> {
        base?.pendings ?? AsyncStream { $0.yield(PendingSteps()) }
    }

    /// Waits until it is known who is signed in.
    public func ready() async {
        await base?.ready()
    }

    /// Notes that the storage is to be read again.
    public func retryRestoring() async {
        await note("retryRestoring") { await $0.retryRestoring() }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the gate is to be opened.
    public func unlock(reason: String) async throws(AppError) {
        try await take(.other("unlock"))
        try await base?.unlock(reason: reason)
    }

    /// Notes a sign-out.
    public func signOut() async throws(AppError) {
        try await take(.other("signOut"))
        if let base { try await base.signOut() } else { show(.signedOut(.byUser)) }
    }
}

extension RecordingAuthRepository: AccountRepository {
    /// Notes that the account is to be looked at.
    public func reload() async throws(AppError) -> AuthUser {
        try await change("reload", { _ in }) { base throws(AppError) in try await base.reload() }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the name is to be changed.
    public func updateDisplayName(to name: String?) async throws(AppError) -> AuthUser {
        try await change("updateDisplayName", { $0.displayName = name }) { base throws(AppError) in
            try await base.updateDisplayName(to: name)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the picture is to be changed.
    public func updatePhoto(to url: String?) async throws(AppError) -> AuthUser {
        try await change("updatePhoto", { $0.photoURL = url }) { base throws(AppError) in
            try await base.updatePhoto(to: url)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the address is to be changed.
    public func updateEmail(to email: String) async throws(AppError) -> EmailChangeWait {
        try await pass("updateEmail") { base throws(AppError) in try await base.updateEmail(to: email) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the password is to be changed.
    public func updatePassword(to password: String) async throws(AppError) -> AuthUser {
        try await change("updatePassword", { _ in }) { base throws(AppError) in
            try await base.updatePassword(to: password)
        }
    }

    /// Notes that a mail to verify the address is to be sent.
    public func sendEmailVerification() async throws(AppError) {
        try await take(.other("sendEmailVerification"))
        try await base?.sendEmailVerification()
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a way in is to be added.
    public func link(_ provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await signIn(.other("link")) { base throws(AppError) in try await base.link(provider) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a way in is to be taken away.
    public func unlink(_ providerID: String) async throws(AppError) -> AuthUser {
        try await change("unlink", { $0.providers.removeAll { $0 == providerID } }) { base throws(AppError) in
            try await base.unlink(providerID)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the user confirms who they are.
    public func answer(_ challenge: ReauthenticationChallenge, with answer: ReauthenticationAnswer) async {
        await note("answer") { await $0.answer(challenge, with: answer) }
    }
}

extension RecordingAuthRepository: SecondFactorRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that an authenticator app is to be added.
    public func enrollAuthenticatorApp() async throws(AppError) -> SecondFactorEnrollment {
        try await pass("enrollAuthenticatorApp") { base throws(AppError) in try await base.enrollAuthenticatorApp() }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a telephone is to be added.
    public func enrollPhone(_ phoneNumber: String) async throws(AppError) -> SecondFactorEnrollment {
        try await pass("enrollPhone") { base throws(AppError) in try await base.enrollPhone(phoneNumber) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that another code is to be texted.
    public func resend(_ enrollment: SecondFactorEnrollment) async throws(AppError) -> SecondFactorEnrollment {
        try await pass("resendEnrollment") { base throws(AppError) in try await base.resend(enrollment) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a second factor is to be added.
    public func finish(_ enrollment: SecondFactorEnrollment, code: String, displayName: String?) async throws(AppError)
        -> AuthUser
    {
        try await pass("finishEnrollment") { base throws(AppError) in
            try await base.finish(enrollment, code: code, displayName: displayName)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a second factor is to be taken away.
    public func unenroll(_ factor: MultiFactorInfo) async throws(AppError) -> AuthUser {
        try await pass("unenroll") { base throws(AppError) in try await base.unenroll(factor) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that no second factor is added after all.
    public func abandon(_ enrollment: SecondFactorEnrollment) async {
        await note("abandonEnrollment") { await $0.abandon(enrollment) }
    }
}

extension RecordingAuthRepository: PasskeyRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Notes a sign-in with a passkey.
    public func signInWithPasskey(
        using authenticator: any PasskeyAuthenticator
    ) async throws(AppError) -> SignInResult {
        try await signIn(.signIn("passkey")) { base throws(AppError) in
            try await base.signInWithPasskey(using: authenticator)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a passkey is to be added.
    public func enrollPasskey(
        named name: String?,
        using authenticator: any PasskeyAuthenticator
    ) async throws(AppError) -> AuthUser {
        try await pass("enrollPasskey") { base throws(AppError) in
            try await base.enrollPasskey(named: name, using: authenticator)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a passkey is to be taken away.
    public func unenrollPasskey(_ passkey: PasskeyInfo) async throws(AppError) -> AuthUser {
        try await pass("unenrollPasskey") { base throws(AppError) in try await base.unenrollPasskey(passkey) }
    }
}

extension RecordingAuthRepository: DeletionRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that the account is to be deleted.
    public func deleteAccount(_ steps: [Step]) async throws(AppError) {
        try await take(.other("deleteAccount"))
        if let base { try await base.deleteAccount(steps) } else { show(.signedOut(.deleted)) }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Notes that a deletion is given up.
    public func abandon(_ deletion: DeletionProgress) async {
        await note("abandonDeletion") { await $0.abandon(deletion) }
    }
}
