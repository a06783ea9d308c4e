internal import HearthAuth

/// A provider's identifier.
public struct AuthProviderID: Sendable, Hashable {
    /// The spelling on the wire, for example `google.com`.
    public let rawValue: String

    /// Sign in with Apple.
    public static let apple = AuthProviderID(rawValue: "apple.com")
    /// An address, with a password or a mailed link.
    public static let email = AuthProviderID(rawValue: EmailAuthProvider.id)
    /// Facebook.
    public static let facebook = AuthProviderID(rawValue: FacebookAuthProvider.id)
    /// Game Center.
    public static let gameCenter = AuthProviderID(rawValue: "gc.apple.com")
    /// GitHub.
    public static let gitHub = AuthProviderID(rawValue: GitHubAuthProvider.id)
    /// Google.
    public static let google = AuthProviderID(rawValue: GoogleAuthProvider.id)
    /// A telephone number.
    public static let phone = AuthProviderID(rawValue: PhoneAuthProvider.id)

    /// Any other provider.
    ///
    /// - Parameter value: The spelling on the wire, for example `oidc.staff`.
    /// - Returns: The identifier.
    public static func custom(_ value: String) -> AuthProviderID {
        AuthProviderID(rawValue: value)
    }
}
