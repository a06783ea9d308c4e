/// Makes credentials of providers that speak SAML.
public enum SAMLAuthProvider: Sendable {
    /// A credential from the address to which a browser came back from the provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider, which begins with `saml.`.
    ///   - responseURL: The whole address, with its query and fragment.
    /// - Returns: The credential.
    public static func credential(providerID: String, responseURL: String) -> AuthCredential {
        OAuthProvider.credential(providerID: providerID, responseURL: responseURL)
    }
}
