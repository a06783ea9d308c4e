extension AuthError {
    /// One English sentence for the person in front of the screen.
    ///
    /// Says the same for a wrong address, a wrong password and an unknown account, so that no one learns from it
    /// who has an account.
    public var userMessage: String {
        detail.flatMap { Self.details[$0] } ?? Self.messages[code] ?? Self.messages(for: recovery)
    }

    private static let details: [Detail: String] = [
        .linkOfAnotherAddress: "This link was mailed to another e-mail address. Please enter that one.",
        .linkForAnotherPurpose: "This link is not one to sign in with.",
        .linkOfAnotherProject:
            "This link is not from this app, or it does not work any more. Please ask for a new one.",
    ]

    private static let wrongCredential = "The e-mail address or the password is wrong."

    private static let messages: [Code: String] = [
        .invalidCredential: wrongCredential,
        .wrongPassword: wrongCredential,
        .userNotFound: wrongCredential,
        .userDisabled: "This account is disabled.",
        .operationNotAllowed: "This way of signing in is not available.",
        .emailAlreadyInUse: "This e-mail address already has an account.",
        .invalidEmail: "This is not an e-mail address.",
        .missingEmail: "Please enter your e-mail address.",
        .missingPassword: "Please enter a password.",
        .weakPassword: "This password is too easy to guess. Please choose a longer one.",
        .passwordDoesNotMeetRequirements: "This password does not meet the rules for passwords.",
        .tooManyRequests: "There were too many attempts. Please try again later.",
        .accountExistsWithDifferentCredential:
            "This e-mail address already has an account with another way to sign in.",
        .credentialAlreadyInUse: "This sign-in already belongs to another account.",
        .phoneNumberAlreadyInUse: "This telephone number already belongs to another account.",
        .providerAlreadyLinked: "Your account already has this way to sign in.",
        .lastSignInMethod: "This is your only way to sign in. Add another one before you remove it.",
        .requiresRecentLogin: "Please sign in again to continue.",
        .userMismatch: "Please sign in to the same account as before.",
        .expiredActionCode: "This link has expired. Please ask for a new one.",
        .invalidActionCode: "This link does not work any more. Please ask for a new one.",
        .invalidPhoneNumber: "This is not a telephone number.",
        .missingPhoneNumber: "Please enter your telephone number.",
        .missingVerificationCode: "Please enter the code.",
        .invalidVerificationCode: "This code is wrong.",
        .sessionExpired: "This code has expired. Please ask for a new one.",
        .passkeyNotFound: "This passkey does not belong to an account here.",
        .invalidPasskey: "This passkey did not work. Please try again, or sign in another way.",
        .maximumPasskeyCountExceeded: "Your account has no room for another passkey. Please remove one first.",
        .secondFactorRequired: "One more step is needed to sign in.",
        .unverifiedEmail: "Please verify your e-mail address first.",
        .emailChangeNeedsVerification: "Please use the link in the mail to change your address.",
    ]

    private static func messages(for recovery: Recovery) -> String {
        switch recovery {
        case .input: "Please check what you entered."
        case .collision: "This already belongs to another account."
        case .reauthenticate, .sessionEnded: "Please sign in again."
        case .restartStep: "This step has expired. Please start it again."
        case .secondFactor: "There is a problem with the second step of signing in."
        case .wait: "Please try again later."
        case .transient: "The service cannot be reached. Please check your connection and try again."
        case .cancelled: "This was cancelled."
        case .policy: "This is not allowed."
        case .storage: "Your sign-in cannot be read or kept on this device at the moment."
        default: "Something went wrong. Please try again later."
        }
    }
}
