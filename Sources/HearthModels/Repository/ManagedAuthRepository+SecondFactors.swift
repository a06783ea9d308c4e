public import HearthAuth
public import HearthFlows

extension ManagedAuthRepository: SecondFactorRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Begins to add an authenticator app.
    public func enrollAuthenticatorApp() async throws(AppError) -> SecondFactorEnrollment {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.enrollAuthenticatorApp()
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Begins to add a telephone.
    public func enrollPhone(_ phoneNumber: String) async throws(AppError) -> SecondFactorEnrollment {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.enrollPhone(phoneNumber)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Has another code texted to the telephone that is being added.
    public func resend(_ enrollment: SecondFactorEnrollment) async throws(AppError) -> SecondFactorEnrollment {
        try await AppError.mapping { () throws(FlowError) in
            try await manager.resend(enrollment)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Adds the second factor with its first code.
    public func finish(_ enrollment: SecondFactorEnrollment, code: String, displayName: String?) async throws(AppError)
        -> AuthUser
    {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.finish(enrollment, code: code, displayName: displayName))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Takes a second factor away.
    public func unenroll(_ factor: MultiFactorInfo) async throws(AppError) -> AuthUser {
        try await AppError.mapping { () throws(FlowError) in
            AuthUser(try await manager.unenroll(factor))
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Adds no second factor after all.
    public func abandon(_ enrollment: SecondFactorEnrollment) async {
        await manager.abandon(enrollment)
    }
}

extension ManagedAuthRepository: DeletionRepository {
    // swift-format-ignore: ValidateDocumentationComments
    /// Deletes the account after what belongs to it.
    public func deleteAccount(_ steps: [Step]) async throws(AppError) {
        try await AppError.mapping { () throws(FlowError) in
            _ = try await manager.deleteAccount({ steps }, revokeApple: revokeApple)
        }
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Gives an interrupted deletion up.
    public func abandon(_ deletion: DeletionProgress) async {
        await manager.abandon(deletion)
    }
}
