/// Whether an authenticator is to see who uses it, open to new values.
public struct PasskeyUserVerification: RawRepresentable, Sendable, Hashable {
    /// WebAuthn's spelling.
    public let rawValue: String

    /// Creates a preference from WebAuthn's spelling.
    ///
    /// - Parameter rawValue: WebAuthn's spelling.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The service refuses an answer otherwise.
    public static let required = Self(rawValue: "required")
    /// If the authenticator can.
    public static let preferred = Self(rawValue: "preferred")
    /// Better not.
    public static let discouraged = Self(rawValue: "discouraged")
}
