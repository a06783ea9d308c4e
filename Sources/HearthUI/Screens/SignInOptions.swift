/// What the screen to sign in offers beside the providers.
public struct SignInOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An address with a password, and a way to reset it.
    public static let password = SignInOptions(rawValue: 1)
    /// A new account with an address and a password.
    public static let signUp = SignInOptions(rawValue: 2)
    /// A link that is mailed.
    public static let emailLink = SignInOptions(rawValue: 4)
    /// A code that is texted.
    public static let phone = SignInOptions(rawValue: 8)
    /// To go on without saying who one is.
    public static let guest = SignInOptions(rawValue: 16)

    /// Addresses with passwords, old and new ones.
    public static let standard: SignInOptions = [.password, .signUp]
}
