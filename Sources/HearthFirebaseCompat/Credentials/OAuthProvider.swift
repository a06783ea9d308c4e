internal import HearthAuth
internal import HearthCore

/// A provider at whose page a user signs in.
public protocol FederatedAuthProvider: Sendable {
    /// Shows the page, and makes a credential of what the browser brings back.
    ///
    /// - Parameter uiDelegate: Not asked: ``Auth/webAuthenticator`` shows the page.
    /// - Returns: The credential, good for one use.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s, for example ``AuthErrorCode/webContextCancelled``.
    func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

/// A provider with a page, for example `microsoft.com` or `oidc.staff`; and credentials of tokens that an app has already.
///
/// The page is shown by ``Auth/webAuthenticator``.
public final class OAuthProvider: FederatedAuthProvider {
    private struct Settings: Sendable {
        var scopes: [String]?
        var customParameters: [String: String]?
    }

    /// The provider's identifier.
    public let providerID: String

    private let auth: Auth
    private let settings = Locked(Settings())

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider's identifier.
    ///   - auth: The client that signs in. Defaults to that of the default app.
    public init(providerID: String, auth: Auth = .auth()) {
        self.providerID = providerID
        self.auth = auth
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - auth: The client that signs in. Defaults to that of the default app.
    public convenience init(providerID: AuthProviderID, auth: Auth = .auth()) {
        self.init(providerID: providerID.rawValue, auth: auth)
    }

    /// A provider for the client of the default app.
    ///
    /// - Parameter providerID: The provider's identifier.
    /// - Returns: The provider.
    public static func provider(providerID: String) -> OAuthProvider {
        OAuthProvider(providerID: providerID)
    }

    /// A provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider's identifier.
    ///   - auth: The client that signs in.
    /// - Returns: The provider.
    public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// A provider for the client of the default app.
    ///
    /// - Parameter providerID: The provider.
    /// - Returns: The provider.
    public static func provider(providerID: AuthProviderID) -> OAuthProvider {
        OAuthProvider(providerID: providerID)
    }

    /// A provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - auth: The client that signs in.
    /// - Returns: The provider.
    public static func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// What the app wants to know or do at the provider, for example `mail.read`.
    public var scopes: [String]? {
        get { settings.withLock(\.scopes) }
        set { settings.withLock { $0.scopes = newValue } }
    }

    /// What the provider's page is given besides, for example `["prompt": "consent"]`.
    public var customParameters: [String: String]? {
        get { settings.withLock(\.customParameters) }
        set { settings.withLock { $0.customParameters = newValue } }
    }

    /// Shows the provider's page, and makes a credential of what the browser brings back.
    public func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        var provider = HearthAuth.OAuthProvider(providerID: providerID)
        provider.scopes = scopes ?? []
        provider.customParameters = customParameters ?? [:]
        return try await auth.perform { client in
            guard let authenticator = auth.webAuthenticator else {
                throw AuthError(.webInternalError, "set Auth.webAuthenticator to what shows a page on this system")
            }
            let handler = try auth.hostedHandler
            return AuthCredential.make(
                try await client.credential(of: provider, using: authenticator, through: handler)
            )
        }
    }

    /// Shows the provider's page, and then calls the completion handler.
    public func getCredentialWith(
        _ uiDelegate: (any AuthUIDelegate)?,
        completion: AuthCompletion<AuthCredential>? = nil
    ) {
        complete(completion) { try await self.credential(with: uiDelegate) }
    }
}
