internal import HearthAuth
public import HearthFlows

extension ManagedAuthRepository: AccountRepository {
    /// Asks the service for the account.
    public func reload() async throws(AppError) -> AuthUser {
        let user = try user()
        return try await AppError.mapping(client: { () throws(AuthError) in AuthUser(try await user.reload()) })
    }

    /// Mails a link with which the user shows to read mail at their address.
    public func sendEmailVerification() async throws(AppError) {
        let user = try user()
        try await AppError.mapping(client: { () throws(AuthError) in try await user.sendEmailVerification() })
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Changes the name to show.
    public func updateDisplayName(to name: String?) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.updateDisplayName(to: name))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Changes the address of the picture.
    public func updatePhoto(to url: String?) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.updatePhoto(to: url))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Mails a link to a new address.
    public func updateEmail(to email: String) async throws(AppError) -> EmailChangeWait {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.updateEmail(to: email)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Changes the password.
    public func updatePassword(to password: String) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.updatePassword(to: password))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Adds a way in.
    public func link(_ provider: IdentityProvider) async throws(AppError) -> SignInResult {
        try await AppError.mapping { () throws(FlowError) in
            SignInResult(try await manager.link(provider))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Takes a way in away.
    public func unlink(_ providerID: String) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.unlink(providerID))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Answers what was asked to confirm who the user is.
    public func answer(_ challenge: ReauthenticationChallenge, with answer: ReauthenticationAnswer) async {
        await manager.answer(challenge, with: answer)
    }

    private func user() throws(AppError) -> User {
        guard let user = manager.currentUser else { throw AppError(FlowError(.signedOut)) }
        return user
    }
}
