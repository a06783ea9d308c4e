public import HearthAuth
internal import HearthFlows

extension ManagedAuthRepository: PasskeyRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Signs in with a passkey that the user chooses.
    public func signInWithPasskey(
        using authenticator: any PasskeyAuthenticator
    ) async throws(AppError) -> SignInResult {
        try await AppError.mapping(client: { () throws(AuthError) in
            let result = try await manager.auth.signInWithPasskey(using: authenticator)
            return .signedIn(AuthUser(result.user), isNew: result.additionalUserInfo.isNewUser)
        })
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Makes a passkey and adds it.
    public func enrollPasskey(
        named name: String?,
        using authenticator: any PasskeyAuthenticator
    ) async throws(AppError) -> AuthUser {
        try await changePasskeys { user in
            try await user.enrollPasskey(named: name, using: authenticator)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Takes a passkey away.
    public func unenrollPasskey(_ passkey: PasskeyInfo) async throws(AppError) -> AuthUser {
        try await changePasskeys { user in
            try await user.unenrollPasskey(withCredentialID: passkey.credentialID)
        }
    }

    private func changePasskeys(
        _ work: @escaping @Sendable (User) async throws -> User
    ) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.withRecentLogin {
                guard let user = manager.currentUser else { throw FlowError(.signedOut) }
                return AuthUser(try await work(user))
            }
        }
    }
}
