internal import HearthAuth

extension AuthErrorCode {
    /// The name that versions of FirebaseAuth before 11 have for this type.
    public typealias Code = AuthErrorCode

    /// The code itself, as versions of FirebaseAuth before 11 spell it.
    public var code: AuthErrorCode { self }

    /// The code of one of Hearth's errors; those that FirebaseAuth has no number for get its nearest one.
    init(_ code: AuthError.Code) {
        self = AuthErrorCode(rawValue: code.rawValue) ?? Self.nearest[code] ?? .internalError
    }

    private static let nearest: [AuthError.Code: AuthErrorCode] = [
        .cancelled: .networkError,
        .staleUser: .userTokenExpired,
        .storageUnavailable: .keychainError,
        .invalidRefreshToken: .userTokenExpired,
        .projectDisabled: .operationNotAllowed,
        .phoneNumberAlreadyInUse: .credentialAlreadyInUse,
        .missingPassword: .weakPassword,
        .invalidTenantID: .tenantIDMismatch,
        .passkeyNotFound: .invalidCredential,
        .invalidPasskey: .invalidCredential,
        .insufficientPermission: .adminRestrictedOperation,
        .userAlreadyExists: .credentialAlreadyInUse,
    ]

    /// The name that FirebaseAuth's errors carry, for example `ERROR_WRONG_PASSWORD`.
    var name: String {
        Self.irregularNames[self] ?? "ERROR_" + Self.screamingSnakeCase("\(self)")
    }

    private static let irregularNames: [AuthErrorCode: String] = [
        .networkError: "ERROR_NETWORK_REQUEST_FAILED",
        .missingAndroidPackageName: "ERROR_MISSING_ANDROID_PKG_NAME",
        .missingAppCredential: "MISSING_APP_CREDENTIAL",
        .invalidAppCredential: "INVALID_APP_CREDENTIAL",
        .appVerificationUserInteractionFailure: "ERROR_APP_VERIFICATION_FAILED",
        .webSignInUserInteractionFailure: "ERROR_WEB_USER_INTERACTION_FAILURE",
        .blockingCloudFunctionError: "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR",
    ]

    /// `invalidAPIKey` becomes `INVALID_API_KEY`.
    private static func screamingSnakeCase(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            let endsWord = index > 0 && letters[index - 1].isLowercase
            let endsAbbreviation = index + 1 < letters.count && letters[index + 1].isLowercase
            if index > 0, letter.isUppercase, endsWord || endsAbbreviation { result.append("_") }
            result.append(letter.uppercased())
        }
        return result
    }
}
