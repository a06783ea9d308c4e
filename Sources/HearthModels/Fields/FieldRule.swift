public import HearthCore
public import HearthFlows

/// What a field accepts: how the input is tidied, and what is wrong with it.
///
/// A rule is a pure function of the text. Where the service decides, for example whether a password is right, a rule
/// asks for no more than a text.
public struct FieldRule: Sendable {
    private let tidy: @Sendable (String) -> String
    private let check: @Sendable (String) -> Message?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - tidy: Makes what the user typed into what is sent, for example without spaces. Defaults to leaving it.
    ///   - check: What is wrong with the tidied text; `nil` for nothing.
    public init(
        tidy: @escaping @Sendable (String) -> String = { $0 },
        check: @escaping @Sendable (_ tidied: String) -> Message?
    ) {
        self.tidy = tidy
        self.check = check
    }

    /// What is sent for a text that the user typed.
    ///
    /// - Parameter text: The text.
    /// - Returns: The tidied text.
    public func value(of text: String) -> String {
        tidy(text)
    }

    /// What is wrong with a text that the user typed.
    ///
    /// - Parameter text: The text.
    /// - Returns: What to tell the user; `nil` if the text will do.
    public func problem(with text: String) -> Message? {
        check(tidy(text))
    }
}

extension FieldRule {
    /// An e-mail address; spaces around it are dropped.
    public static let email = FieldRule(tidy: trimmed) { email in
        if email.isEmpty { return Message(.missingEmail) }
        return EmailAddress(email) == nil ? Message(.invalidEmail) : nil
    }

    /// The password of an account that exists: anything, since the rules may have been others when it was chosen.
    public static let password = FieldRule { $0.isEmpty ? Message(.missingPassword) : nil }

    /// A password that is chosen now.
    ///
    /// - Parameter policy: What the project asks of passwords. Defaults to six characters, which every project asks
    ///   for; so does a policy that is not enforced.
    /// - Returns: The rule, which names one thing at a time that is missing.
    public static func newPassword(_ policy: PasswordPolicy = PasswordPolicy()) -> FieldRule {
        let policy = policy.isEnforced ? policy : PasswordPolicy()
        return FieldRule { password in
            if password.isEmpty { return Message(.missingPassword) }
            return Message(policy.validate(password))
        }
    }

    /// A telephone number, as people write it, with its country's code.
    ///
    /// Spaces and punctuation are dropped, a trunk prefix in parentheses as in `+44 (0)20 …` too, and digits of other
    /// scripts are read. A number without the country's code is refused rather than guessed.
    public static let phoneNumber = FieldRule(tidy: PhoneInput.tidy) { number in
        if number.isEmpty { return Message(.missingPhoneNumber) }
        guard number.hasPrefix("+") else {
            return Message(number.contains(where: \.isNumber) ? .phoneNeedsCountryCode : .invalidPhoneNumber)
        }
        return PhoneNumber(number) == nil ? Message(.invalidPhoneNumber) : nil
    }

    /// A code of digits, from a message or an app; spaces and dashes are dropped.
    ///
    /// - Parameter digits: How many digits it has. Defaults to six.
    /// - Returns: The rule.
    public static func code(digits: Int = 6) -> FieldRule {
        FieldRule(tidy: { PhoneInput.withASCIIDigits($0.filter { !$0.isWhitespace && $0 != "-" }) }) { code in
            if code.isEmpty { return Message(.missingCode) }
            let isCode = code.count == digits && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isCode ? nil : .codeHasDigits(digits)
        }
    }

    /// A link to sign in with.
    ///
    /// - Parameter isLink: Whether a text is one.
    /// - Returns: The rule.
    public static func link(_ isLink: @escaping @Sendable (String) -> Bool) -> FieldRule {
        FieldRule(tidy: trimmed) { isLink($0) ? nil : Message(.invalidLink) }
    }

    /// A name, which must not be empty.
    public static let name = FieldRule(tidy: trimmed) { $0.isEmpty ? Message(.missingName) : nil }

    /// A text that may be missing.
    public static let optional = FieldRule(tidy: trimmed) { _ in nil }

    @Sendable private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

extension Message {
    /// What is missing in a password; `nil` if nothing is.
    fileprivate init?(_ status: PasswordValidationStatus) {
        let policy = status.passwordPolicy
        if !status.meetsMinPasswordLength {
            self = .passwordTooShort(least: policy.minimumLength)
        } else if status.meetsMaxPasswordLength == false, let most = policy.maximumLength {
            self = .passwordTooLong(most: most)
        } else if status.containsLowercaseLetter == false {
            self.init(.passwordNeedsLowercase)
        } else if status.containsUppercaseLetter == false {
            self.init(.passwordNeedsUppercase)
        } else if status.containsNumericCharacter == false {
            self.init(.passwordNeedsDigit)
        } else if status.containsNonAlphanumericCharacter == false {
            self.init(.passwordNeedsSymbol)
        } else {
            return nil
        }
    }
}
