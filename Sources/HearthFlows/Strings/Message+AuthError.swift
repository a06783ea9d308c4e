public import HearthAuth

extension Message {
    /// What to tell the user of an error.
    ///
    /// The same for a wrong address, a wrong password and an unknown account, so that it does not tell which addresses have an
    /// account; in English it is `AuthError.userMessage`.
    ///
    /// - Parameter error: The error.
    public init(_ error: AuthError) {
        self.init(Self.keys[error.code] ?? Self.key(for: error.recovery))
    }

    private static let keys: [AuthError.Code: Key] = [
        .invalidCredential: .wrongCredential,
        .wrongPassword: .wrongCredential,
        .userNotFound: .wrongCredential,
        .userDisabled: .userDisabled,
        .operationNotAllowed: .operationNotAllowed,
        .emailAlreadyInUse: .emailAlreadyInUse,
        .invalidEmail: .invalidEmail,
        .missingEmail: .missingEmail,
        .missingPassword: .missingPassword,
        .weakPassword: .weakPassword,
        .passwordDoesNotMeetRequirements: .passwordAgainstRules,
        .tooManyRequests: .tooManyRequests,
        .accountExistsWithDifferentCredential: .accountExists,
        .credentialAlreadyInUse: .credentialAlreadyInUse,
        .phoneNumberAlreadyInUse: .phoneNumberAlreadyInUse,
        .providerAlreadyLinked: .providerAlreadyLinked,
        .lastSignInMethod: .lastSignInMethod,
        .requiresRecentLogin: .requiresRecentLogin,
        .userMismatch: .userMismatch,
        .expiredActionCode: .expiredActionCode,
        .invalidActionCode: .invalidActionCode,
        .invalidPhoneNumber: .invalidPhoneNumber,
        .missingPhoneNumber: .missingPhoneNumber,
        .missingVerificationCode: .missingCode,
        .invalidVerificationCode: .wrongCode,
        .sessionExpired: .expiredCode,
        .secondFactorRequired: .secondFactorRequired,
        .unverifiedEmail: .unverifiedEmail,
        .emailChangeNeedsVerification: .emailChangeNeedsVerification,
        .passkeyNotFound: .passkeyUnknown,
        .invalidPasskey: .passkeyFailed,
        .maximumPasskeyCountExceeded: .tooManyPasskeys,
    ]

    private static func key(for recovery: AuthError.Recovery) -> Key {
        switch recovery {
        case .input: .checkInput
        case .collision: .belongsToOther
        case .reauthenticate, .sessionEnded: .signInAgain
        case .restartStep: .restartStep
        case .secondFactor: .secondFactorProblem
        case .wait: .tryLater
        case .transient: .unreachable
        case .cancelled: .cancelled
        case .policy: .notAllowed
        case .storage: .storageProblem
        default: .unknownProblem
        }
    }
}
