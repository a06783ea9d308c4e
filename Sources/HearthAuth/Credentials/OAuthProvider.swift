internal import HearthCore

/// A provider at whose page users sign in; also makes credentials of Apple, and of any other provider that speaks OpenID
/// Connect.
///
/// ```swift
/// var provider = OAuthProvider(providerID: "oidc.staff")
/// provider.customParameters["prompt"] = "login"
/// try await auth.signIn(with: provider, using: LoopbackWebAuthenticator())
/// ```
public struct OAuthProvider: Sendable, Hashable {
    /// The provider, for example `google.com` or `oidc.staff`.
    public let providerID: String
    /// What the provider is asked for beside who the user is; nothing unless set.
    public var scopes: [String] = []
    /// Further parameters for the provider's page, for example `login_hint`; none unless set.
    public var customParameters: [String: String] = [:]

    /// Names a provider.
    ///
    /// - Parameter providerID: The provider, for example `google.com` or `oidc.staff`.
    public init(providerID: String) {
        self.providerID = providerID
    }

    /// A credential of Sign in with Apple.
    ///
    /// - Parameters:
    ///   - idToken: The token that Apple gave.
    ///   - rawNonce: The ``Nonce/raw`` text whose ``Nonce/sha256`` Apple was given. Without one a stolen token could be
    ///     used by anybody.
    ///   - fullName: The name, which Apple tells on the first sign-in only. Defaults to none.
    /// - Returns: The credential.
    public static func appleCredential(
        withIDToken idToken: String,
        rawNonce: String?,
        fullName: PersonName? = nil
    ) -> AuthCredential {
        var payload = ProviderPayload(providerID: "apple.com")
        payload.idToken = Secret(idToken)
        payload.rawNonce = rawNonce.map { Secret($0) }
        payload.name = fullName
        return AuthCredential(payload.providerID, payload)
    }

    /// A credential of any provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider, for example `microsoft.com` or `oidc.staff`.
    ///   - idToken: The identity token that the provider gave. Defaults to none.
    ///   - rawNonce: The ``Nonce/raw`` text whose ``Nonce/sha256`` the provider was given. Defaults to none.
    ///   - accessToken: The access token that the provider gave. Defaults to none.
    /// - Returns: The credential.
    public static func credential(
        providerID: String,
        idToken: String? = nil,
        rawNonce: String? = nil,
        accessToken: String? = nil
    ) -> AuthCredential {
        var payload = ProviderPayload(providerID: providerID)
        payload.idToken = idToken.map { Secret($0) }
        payload.rawNonce = rawNonce.map { Secret($0) }
        payload.accessToken = accessToken.map { Secret($0) }
        return AuthCredential(providerID, payload)
    }

    /// A credential from the address to which a browser came back from the provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - responseURL: The whole address, with its query and fragment.
    ///   - sessionID: What the service called the session when it was asked for the provider's page. Defaults to none.
    /// - Returns: The credential.
    public static func credential(
        providerID: String,
        responseURL: String,
        sessionID: String? = nil
    ) -> AuthCredential {
        var payload = ProviderPayload(providerID: providerID)
        payload.responseURL = Secret(responseURL)
        payload.sessionID = sessionID.map { Secret($0) }
        return AuthCredential(providerID, payload)
    }
}
