public import HearthAuth

/// What all models of an app share.
public struct AuthDependencies: Sendable {
    /// What knows and does everything.
    public let repository: any AuthRepository
    /// The providers that the app offers, in the order of their buttons.
    public let providers: [ProviderSignIn]
    /// What has the user's passkeys; `nil` where the app offers none.
    public let passkeys: (any PasskeyAuthenticator)?
    /// The clock that countdowns run by.
    public let clock: AuthClock

    /// Gathers what the models share.
    ///
    /// - Parameters:
    ///   - repository: What knows and does everything.
    ///   - providers: The providers that the app offers. Defaults to none.
    ///   - passkeys: What has the user's passkeys. Defaults to none.
    ///   - clock: The clock that countdowns run by. Defaults to the system's.
    public init(
        _ repository: any AuthRepository,
        providers: [ProviderSignIn] = [],
        passkeys: (any PasskeyAuthenticator)? = nil,
        clock: AuthClock = .system
    ) {
        self.repository = repository
        self.providers = providers
        self.passkeys = passkeys
        self.clock = clock
    }

    /// The provider of an identifier.
    ///
    /// - Parameter id: The provider's identifier, for example `google.com`.
    /// - Returns: The provider; `nil` if the app does not offer it.
    public func provider(_ id: String) -> ProviderSignIn? {
        providers.first { $0.id == id }
    }
}
