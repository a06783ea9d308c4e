/// What a project asks of its users' passwords.
///
/// One rule for both ends: a client shows with it what is missing while the user types, and the backend decides with
/// it, so that they cannot disagree.
public struct PasswordPolicy: Sendable, Hashable {
    /// The fewest characters, as JavaScript counts them: in UTF-16 code units.
    ///
    /// Defaults to 6, which is also the least that a project can ask for.
    public var minimumLength = 6
    /// The most characters, counted alike; `nil` for no limit but the service's own.
    public var maximumLength: Int?
    /// Whether there must be one of `a` to `z`.
    public var requiresLowercaseLetter = false
    /// Whether there must be one of `A` to `Z`.
    public var requiresUppercaseLetter = false
    /// Whether there must be one of `0` to `9`.
    public var requiresNumericCharacter = false
    /// Whether there must be one of ``allowedNonAlphanumericCharacters``.
    public var requiresNonAlphanumericCharacter = false
    /// The characters that count as neither letter nor digit.
    public var allowedNonAlphanumericCharacters = PasswordPolicy.symbols
    /// Whether the service refuses passwords that break the rules; otherwise it asks for six characters only.
    public var isEnforced = false
    /// Whether users whose password breaks the rules have to choose another one before they sign in.
    public var forcesUpgradeOnSignIn = false

    /// Creates the policy of a project that asks for nothing in particular.
    public init() {}

    /// The characters that Firebase counts as neither letter nor digit.
    public static let symbols: [Character] = Array("^$*.[]{}()?\"!@#%&/\\,><':;|_~")

    /// Says which rules a password keeps, whether or not the service enforces them.
    ///
    /// - Parameter password: The password.
    /// - Returns: A verdict on each rule that the policy has.
    public func validate(_ password: String) -> PasswordValidationStatus {
        let length = password.utf16.count
        func contains(_ isWanted: Bool, _ range: ClosedRange<Unicode.Scalar>) -> Bool? {
            isWanted ? password.unicodeScalars.contains(where: range.contains) : nil
        }
        let symbols = Set(allowedNonAlphanumericCharacters.flatMap(\.unicodeScalars))
        return PasswordValidationStatus(
            passwordPolicy: self,
            meetsMinPasswordLength: length >= minimumLength,
            meetsMaxPasswordLength: maximumLength.map { length <= $0 },
            containsLowercaseLetter: contains(requiresLowercaseLetter, "a"..."z"),
            containsUppercaseLetter: contains(requiresUppercaseLetter, "A"..."Z"),
            containsNumericCharacter: contains(requiresNumericCharacter, "0"..."9"),
            containsNonAlphanumericCharacter: requiresNonAlphanumericCharacter
                ? password.unicodeScalars.contains(where: symbols.contains) : nil
        )
    }
}

/// Which rules of a policy a password keeps, with the names of Firebase's JavaScript SDK.
///
/// A rule that the policy does not have is `nil`.
public struct PasswordValidationStatus: Sendable, Hashable {
    /// The policy that the password was held against.
    public let passwordPolicy: PasswordPolicy
    /// Whether the password is long enough.
    public let meetsMinPasswordLength: Bool
    /// Whether the password is short enough.
    public let meetsMaxPasswordLength: Bool?
    /// Whether there is one of `a` to `z`.
    public let containsLowercaseLetter: Bool?
    /// Whether there is one of `A` to `Z`.
    public let containsUppercaseLetter: Bool?
    /// Whether there is one of `0` to `9`.
    public let containsNumericCharacter: Bool?
    /// Whether there is one of the allowed characters that are neither letter nor digit.
    public let containsNonAlphanumericCharacter: Bool?

    /// Whether every rule is kept.
    public var isValid: Bool {
        let verdicts = [
            meetsMinPasswordLength, meetsMaxPasswordLength, containsLowercaseLetter, containsUppercaseLetter,
            containsNumericCharacter, containsNonAlphanumericCharacter,
        ]
        return !verdicts.contains(false)
    }
}
