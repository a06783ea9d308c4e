public import HearthFlows

extension AuthDependencies {
    /// Gathers what the models share, over a manager.
    ///
    /// - Parameters:
    ///   - manager: The manager that does the work; its client's clock runs the countdowns.
    ///   - providers: The providers that the app offers. Defaults to none.
    public init(_ manager: AuthManager, providers: [ProviderSignIn] = []) {
        self.init(ManagedAuthRepository(manager), providers: providers)
    }
}
