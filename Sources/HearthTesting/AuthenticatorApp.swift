public import HearthCore
internal import HearthCrypto

/// An authenticator app for a test: shows the code that the user would type.
///
/// ```swift
/// let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
/// let code = app.code(at: backend.clock.now)
/// ```
public struct AuthenticatorApp: Sendable {
    private let totp: TOTP

    /// Gives the app its key.
    ///
    /// - Parameter key: The key in base32, as the user would type it; `nil` if it is not one.
    public init?(key: String) {
        guard let bytes = Base32.decode(key), !bytes.isEmpty else { return nil }
        totp = TOTP(key: Secret(bytes))
    }

    /// The code that the app shows.
    ///
    /// - Parameter moment: The moment, by the app's clock.
    /// - Returns: Six digits, the same for thirty seconds.
    public func code(at moment: UnixTime) -> String {
        totp.code(at: TOTP.step(at: moment)).reveal()
    }
}
