internal import HearthCore

/// Makes credentials of Twitter.
public enum TwitterAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = "twitter.com"

    /// A credential of Twitter.
    ///
    /// - Parameters:
    ///   - token: The token that Twitter gave.
    ///   - secret: The token's secret.
    /// - Returns: The credential.
    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        var payload = ProviderPayload(providerID: id)
        payload.accessToken = Secret(token)
        payload.tokenSecret = Secret(secret)
        return AuthCredential(id, payload)
    }
}
