internal import HearthCore

/// Makes credentials of Twitter.
public enum TwitterAuthProvider: Sendable {
    /// A credential of Twitter.
    ///
    /// - Parameters:
    ///   - token: The token that Twitter gave.
    ///   - secret: The token's secret.
    /// - Returns: The credential.
    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        var payload = ProviderPayload(providerID: "twitter.com")
        payload.accessToken = Secret(token)
        payload.tokenSecret = Secret(secret)
        return AuthCredential(payload.providerID, payload)
    }
}
