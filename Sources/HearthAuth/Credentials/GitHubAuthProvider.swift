/// Makes credentials of GitHub.
public enum GitHubAuthProvider: Sendable {
    /// A credential of GitHub.
    ///
    /// - Parameter token: The access token that GitHub gave.
    /// - Returns: The credential.
    public static func credential(withToken token: String) -> AuthCredential {
        OAuthProvider.credential(providerID: "github.com", accessToken: token)
    }
}
