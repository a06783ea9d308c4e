package import HearthCore

extension PasswordPolicy {
    /// The form of the rules that this build knows.
    package static let schemaVersion = 1

    /// Reads the rules that an administrator wrote or a client was told.
    package init(
        _ options: PasswordStrengthOptions?,
        enforcement: PasswordEnforcement?,
        forcesUpgradeOnSignIn: Bool?
    ) {
        self.init()
        minimumLength = options?.minPasswordLength ?? minimumLength
        maximumLength = options?.maxPasswordLength
        requiresLowercaseLetter = options?.containsLowercaseCharacter ?? false
        requiresUppercaseLetter = options?.containsUppercaseCharacter ?? false
        requiresNumericCharacter = options?.containsNumericCharacter ?? false
        requiresNonAlphanumericCharacter = options?.containsNonAlphanumericCharacter ?? false
        isEnforced = enforcement == .enforce
        self.forcesUpgradeOnSignIn = forcesUpgradeOnSignIn ?? false
    }
}

extension PasswordStrengthOptions {
    /// Writes the rules; those that ask for nothing are left out, as clients expect.
    package init(_ policy: PasswordPolicy) {
        self.init()
        minPasswordLength = policy.minimumLength
        maxPasswordLength = policy.maximumLength
        containsLowercaseCharacter = policy.requiresLowercaseLetter ? true : nil
        containsUppercaseCharacter = policy.requiresUppercaseLetter ? true : nil
        containsNumericCharacter = policy.requiresNumericCharacter ? true : nil
        containsNonAlphanumericCharacter = policy.requiresNonAlphanumericCharacter ? true : nil
    }
}
