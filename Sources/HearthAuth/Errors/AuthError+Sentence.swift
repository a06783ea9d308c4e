extension AuthError {
    /// A sentence for the person in front of the screen: its key in the catalogues of languages, and its English words.
    package struct Sentence: Sendable, Hashable {
        /// The key.
        package let key: String
        /// The words.
        package let english: String

        private init(_ key: String, _ english: String) {
            self.key = key
            self.english = english
        }
    }

    /// What to tell the user: what is said of this ``detail``, of this ``code``, or of errors of this ``recovery``.
    ///
    package var sentence: Sentence {
        detail.flatMap { Sentence.details[$0] } ?? CodeTable.entries[code]?.sentence
            ?? RecoveryTable.entries[recovery]?.sentence ?? .unknownProblem
    }

    /// One English sentence for the person in front of the screen.
    ///
    /// Says the same for a wrong address, a wrong password and an unknown account, so that no one learns from it
    /// who has an account.
    public var userMessage: String { sentence.english }
}

extension AuthError.Sentence {
    static let details: [AuthError.Detail: Self] = [
        .linkOfAnotherAddress: .linkOfAnotherAddress,
        .linkForAnotherPurpose: .invalidLink,
        .linkOfAnotherProject: .linkOfAnotherProject,
    ]

    /// Every sentence.
    package static let all: Set<Self> = Set(
        details.values + CodeTable.entries.values.compactMap(\.sentence) + RecoveryTable.entries.values.map(\.sentence)
    )

    static let accountExists = Self(
        "accountExists",
        "This e-mail address already has an account with another way to sign in."
    )
    static let belongsToOther = Self("belongsToOther", "This already belongs to another account.")
    static let cancelled = Self("cancelled", "This was cancelled.")
    static let checkInput = Self("checkInput", "Please check what you entered.")
    static let credentialAlreadyInUse = Self(
        "credentialAlreadyInUse",
        "This sign-in already belongs to another account."
    )
    static let emailAlreadyInUse = Self("emailAlreadyInUse", "This e-mail address already has an account.")
    static let emailChangeNeedsVerification = Self(
        "emailChangeNeedsVerification",
        "Please use the link in the mail to change your address."
    )
    static let expiredActionCode = Self("expiredActionCode", "This link has expired. Please ask for a new one.")
    static let expiredCode = Self("expiredCode", "This code has expired. Please ask for a new one.")
    static let invalidActionCode = Self(
        "invalidActionCode",
        "This link does not work any more. Please ask for a new one."
    )
    static let invalidEmail = Self("invalidEmail", "This is not an e-mail address.")
    static let invalidLink = Self("invalidLink", "This is not a link to sign in with.")
    static let invalidPhoneNumber = Self("invalidPhoneNumber", "This is not a telephone number.")
    static let lastSignInMethod = Self(
        "lastSignInMethod",
        "This is your only way to sign in. Add another one before you remove it."
    )
    static let linkOfAnotherAddress = Self(
        "linkOfAnotherAddress",
        "This link was mailed to another e-mail address. Please enter that one."
    )
    static let linkOfAnotherProject = Self(
        "linkOfAnotherProject",
        "This link is not from this app, or it does not work any more. Please ask for a new one."
    )
    static let missingCode = Self("missingCode", "Please enter the code.")
    static let missingEmail = Self("missingEmail", "Please enter your e-mail address.")
    static let missingPassword = Self("missingPassword", "Please enter a password.")
    static let missingPhoneNumber = Self("missingPhoneNumber", "Please enter your telephone number.")
    static let notAllowed = Self("notAllowed", "This is not allowed.")
    static let operationNotAllowed = Self("operationNotAllowed", "This way of signing in is not available.")
    static let passkeyFailed = Self(
        "passkeyFailed",
        "This passkey did not work. Please try again, or sign in another way."
    )
    static let passkeyUnknown = Self("passkeyUnknown", "This passkey does not belong to an account here.")
    static let passwordAgainstRules = Self(
        "passwordAgainstRules",
        "This password does not meet the rules for passwords."
    )
    static let phoneNumberAlreadyInUse = Self(
        "phoneNumberAlreadyInUse",
        "This telephone number already belongs to another account."
    )
    static let providerAlreadyLinked = Self("providerAlreadyLinked", "Your account already has this way to sign in.")
    static let requiresRecentLogin = Self("requiresRecentLogin", "Please sign in again to continue.")
    static let restartStep = Self("restartStep", "This step has expired. Please start it again.")
    static let secondFactorProblem = Self(
        "secondFactorProblem",
        "There is a problem with the second step of signing in."
    )
    static let secondFactorRequired = Self("secondFactorRequired", "One more step is needed to sign in.")
    static let signInAgain = Self("signInAgain", "Please sign in again.")
    static let storageProblem = Self(
        "storageProblem",
        "Your sign-in cannot be read or kept on this device at the moment."
    )
    static let tooManyPasskeys = Self(
        "tooManyPasskeys",
        "Your account has no room for another passkey. Please remove one first."
    )
    static let tooManyRequests = Self("tooManyRequests", "There were too many attempts. Please try again later.")
    static let tryLater = Self("tryLater", "Please try again later.")
    static let unknownProblem = Self("unknownProblem", "Something went wrong. Please try again later.")
    static let unreachable = Self(
        "unreachable",
        "The service cannot be reached. Please check your connection and try again."
    )
    static let unverifiedEmail = Self("unverifiedEmail", "Please verify your e-mail address first.")
    static let userDisabled = Self("userDisabled", "This account is disabled.")
    static let userMismatch = Self("userMismatch", "Please sign in to the same account as before.")
    static let weakPassword = Self("weakPassword", "This password is too easy to guess. Please choose a longer one.")
    static let wrongCode = Self("wrongCode", "This code is wrong.")
    static let wrongCredential = Self("wrongCredential", "The e-mail address or the password is wrong.")
}
