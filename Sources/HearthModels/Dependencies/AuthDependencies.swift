public import HearthAuth
public import HearthFlows

/// What all models of an app share.
public struct AuthDependencies: Sendable {
    /// The workflows.
    public let manager: AuthManager
    /// The providers that the app offers, in the order of their buttons.
    public let providers: [ProviderSignIn]
    /// What has the user's passkeys; `nil` where the app offers none.
    public let passkeys: (any PasskeyAuthenticator)?
    let emailLinks: ActionCodeSettings
    let revokeApple: (@Sendable (User) async throws -> Void)?

    /// Gathers what the models share.
    ///
    /// - Parameters:
    ///   - manager: The workflows. A guest's data is copied only by a manager that has a
    ///     `MergeGuest`; without one the user is asked whether to leave the guest behind.
    ///   - providers: The providers that the app offers. Defaults to none.
    ///   - passkeys: What has the user's passkeys. Defaults to none.
    ///   - emailLinks: Where mailed links lead. Defaults to `http://localhost`, which every project allows.
    ///   - revokeApple: Tells Apple, when an account is deleted, that the app no longer uses the user's sign-in.
    ///     Defaults to nothing to be told.
    public init(
        _ manager: AuthManager,
        providers: [ProviderSignIn] = [],
        passkeys: (any PasskeyAuthenticator)? = nil,
        emailLinks: ActionCodeSettings? = nil,
        revokeApple: (@Sendable (User) async throws -> Void)? = nil
    ) {
        self.manager = manager
        self.providers = providers
        self.passkeys = passkeys
        self.emailLinks = emailLinks ?? Self.localLinks
        self.revokeApple = revokeApple
    }

    /// The provider of an identifier.
    ///
    /// - Parameter id: The provider's identifier, for example `google.com`.
    /// - Returns: The provider; `nil` if the app does not offer it.
    public func provider(_ id: String) -> ProviderSignIn? {
        providers.first { $0.id == id }
    }

    /// The clock that countdowns run by.
    var clock: AuthClock { manager.clock }

    private static var localLinks: ActionCodeSettings {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost"
        settings.handleCodeInApp = true
        return settings
    }
}
