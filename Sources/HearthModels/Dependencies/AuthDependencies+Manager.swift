public import HearthAuth
public import HearthFlows

extension AuthDependencies {
    /// Gathers what the models share, over a manager.
    ///
    /// - Parameters:
    ///   - manager: The manager that does the work.
    ///   - providers: The providers that the app offers. Defaults to none.
    ///   - passkeys: What has the user's passkeys. Defaults to none.
    public init(
        _ manager: AuthManager,
        providers: [ProviderSignIn] = [],
        passkeys: (any PasskeyAuthenticator)? = nil
    ) {
        self.init(ManagedAuthRepository(manager), providers: providers, passkeys: passkeys)
    }
}
