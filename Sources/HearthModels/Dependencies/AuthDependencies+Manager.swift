public import HearthAuth
public import HearthFlows

extension AuthDependencies {
    /// Gathers what the models share, over a manager.
    ///
    /// - Parameters:
    ///   - manager: The manager that does the work.
    ///   - providers: The providers that the app offers. Defaults to none.
    ///   - passkeys: What has the user's passkeys. Defaults to none.
    ///   - mergeGuest: Copies what a guest has into the account that takes the guest's place. Defaults to none: then the
    ///     user is asked, and no guest is deleted.
    public init(
        _ manager: AuthManager,
        providers: [ProviderSignIn] = [],
        passkeys: (any PasskeyAuthenticator)? = nil,
        mergeGuest: MergeGuest? = nil
    ) {
        self.init(ManagedAuthRepository(manager, mergeGuest: mergeGuest), providers: providers, passkeys: passkeys)
    }
}
