/// Makes credentials of GitHub.
public enum GitHubAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = "github.com"

    /// A credential of GitHub.
    ///
    /// - Parameter token: The access token that GitHub gave.
    /// - Returns: The credential.
    public static func credential(withToken token: String) -> AuthCredential {
        OAuthProvider.credential(providerID: id, accessToken: token)
    }
}
