/// Makes credentials of Facebook.
public enum FacebookAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = "facebook.com"

    /// A credential of Facebook Login.
    ///
    /// - Parameter accessToken: The access token that Facebook's SDK gave.
    /// - Returns: The credential.
    public static func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthProvider.credential(providerID: id, accessToken: accessToken)
    }

    /// A credential of Facebook's Limited Login.
    ///
    /// - Parameters:
    ///   - idToken: The authentication token that Facebook's SDK gave.
    ///   - rawNonce: The ``Nonce/raw`` text whose ``Nonce/sha256`` Facebook was given.
    /// - Returns: The credential.
    public static func credential(withIDToken idToken: String, rawNonce: String) -> AuthCredential {
        OAuthProvider.credential(providerID: id, idToken: idToken, rawNonce: rawNonce)
    }
}
