/// Makes credentials of Google.
public enum GoogleAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = "google.com"

    /// A credential of Google.
    ///
    /// - Parameters:
    ///   - idToken: The identity token that Google's SDK gave.
    ///   - accessToken: The access token that came with it; `nil` for none.
    /// - Returns: The credential.
    public static func credential(withIDToken idToken: String, accessToken: String?) -> AuthCredential {
        OAuthProvider.credential(providerID: id, idToken: idToken, accessToken: accessToken)
    }
}
