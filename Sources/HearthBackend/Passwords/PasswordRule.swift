internal import HearthCore
internal import HearthWire

/// What counts as a password.
enum PasswordRule {
    /// Bytes: enough for any passphrase, and little enough to hash.
    static let maximumBytes = 4096

    /// Refuses a password that is too long, that breaks the project's rules, or that is too short without any.
    static func check(_ password: Secret<String>, _ policy: PasswordPolicy) throws(APIError) {
        if let refusal = refusal(of: password, policy) { throw refusal }
    }

    /// The refusal of a password; `nil` if it may be used.
    static func refusal(of password: Secret<String>, _ policy: PasswordPolicy) -> APIError? {
        guard password.reveal().utf8.count <= maximumBytes else {
            return APIError(
                .passwordDoesNotMeetRequirements,
                "Password must contain at most \(maximumBytes) bytes"
            )
        }
        guard policy.isEnforced else {
            let minimum = PasswordPolicy().minimumLength
            guard password.reveal().utf16.count < minimum else { return nil }
            return APIError(.weakPassword, "Password should be at least \(minimum) characters")
        }
        let status = policy.validate(password.reveal())
        guard !status.isValid else { return nil }
        let words = missing(status).joined(separator: ", ")
        return APIError(.passwordDoesNotMeetRequirements, "Missing password requirements: [\(words)]")
    }

    /// What a guesser may know of an account's owner.
    struct Owner: Sendable {
        var email: EmailAddress?
        var displayName: String?
        var phoneNumber: PhoneNumber?

        init(email: EmailAddress?, displayName: String? = nil) {
            self.email = email
            self.displayName = displayName
        }

        init(_ account: Account?) {
            email = account?.email
            displayName = account?.displayName
            phoneNumber = account?.phoneNumber
        }
    }

    /// Refuses a password that is guessed early: a common one, or one made of the account's or the project's words.
    ///
    /// Holds where the project has no rules of its own, and not for administrators.
    static func refuseCommon(
        _ password: Secret<String>,
        of owner: Owner,
        _ rules: PasswordPolicy,
        _ policy: Policy,
        in call: Call
    ) throws(APIError) {
        guard policy.refusesCommonPasswords, !rules.isEnforced, !call.isPrivileged else { return }
        let context = CommonPasswords.Context(
            email: owner.email?.text,
            displayName: owner.displayName,
            phoneNumber: owner.phoneNumber?.text,
            names: [call.scope.project.rawValue]
        )
        guard CommonPasswords.verdict(password.reveal(), context: context) != .acceptable else { return }
        throw APIError(.weakPassword, "Password is too easy to guess")
    }

    /// The rules that a password breaks, in the service's words.
    private static func missing(_ status: PasswordValidationStatus) -> [String] {
        let policy = status.passwordPolicy
        let rules: [(Bool?, String)] = [
            (status.meetsMinPasswordLength, "Password must contain at least \(policy.minimumLength) characters"),
            (status.meetsMaxPasswordLength, "Password may contain at most \(policy.maximumLength ?? 0) characters"),
            (status.containsLowercaseLetter, "Password must contain a lower case character"),
            (status.containsUppercaseLetter, "Password must contain an upper case character"),
            (status.containsNumericCharacter, "Password must contain a numeric character"),
            (status.containsNonAlphanumericCharacter, "Password must contain a non-alphanumeric character"),
        ]
        return rules.compactMap { $0.0 == false ? $0.1 : nil }
    }
}
