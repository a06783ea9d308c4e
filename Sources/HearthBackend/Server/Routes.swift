internal import HearthWire

/// Every operation this backend answers, one line each, in the order of the API reference.
///
/// An operation has three files with one name: in `HearthWire`, in `Endpoints`, and in the tests.
struct Routes: Sendable {
    let handlers: [Handler]

    init(_ services: Services) {
        handlers = Self.users(services) + Self.administration(services) + Self.emulator(services)
    }

    private static func users(_ services: Services) -> [Handler] {
        let profile = services.profile
        let store = services.store
        return [
            // Accounts
            Handler(SignUpEndpoint(services)),
            Handler(SignInWithPasswordEndpoint(services)),
            Handler(SignInWithEmailLinkEndpoint(services)),
            Handler(SignInWithProviderEndpoint(services)),
            Handler(
                SignInWithCustomTokenEndpoint(
                    store: store,
                    customTokens: services.customTokens,
                    starter: services.starter
                )
            ),
            Handler(SendVerificationCodeEndpoint(profile: profile, store: store, phoneCodes: services.phoneCodes)),
            Handler(SignInWithPhoneNumberEndpoint(services)),
            Handler(LookUpAccountEndpoint(store: store, identities: services.identities)),
            Handler(UpdateAccountEndpoint(services)),
            Handler(DeleteAccountEndpoint(profile: profile, store: store, identities: services.identities)),
            Handler(SendCodeEndpoint(services)),
            Handler(ResetPasswordEndpoint(services)),
            Handler(CreateAuthURIEndpoint(services)),
            Handler(RevokeTokenEndpoint(services)),
            // Second factors
            Handler(StartSecondFactorEnrollmentEndpoint(services)),
            Handler(FinishSecondFactorEnrollmentEndpoint(services)),
            Handler(WithdrawSecondFactorEndpoint(services)),
            Handler(StartSecondFactorSignInEndpoint(services)),
            Handler(FinishSecondFactorSignInEndpoint(services)),
            // Passkeys
            Handler(StartPasskeyEnrollmentEndpoint(services)),
            Handler(FinishPasskeyEnrollmentEndpoint(services)),
            Handler(StartPasskeySignInEndpoint(services)),
            Handler(FinishPasskeySignInEndpoint(services)),
            // Sessions
            Handler(ExchangeRefreshTokenEndpoint(profile: profile, store: store, starter: services.starter)),
            Handler(
                CreateSessionCookieEndpoint(
                    store: store,
                    identities: services.identities,
                    issuer: services.sessionCookies
                )
            ),
        ]
    }

    private static func administration(_ services: Services) -> [Handler] {
        let store = services.store
        let isStrict = services.profile == .strict
        return [
            // Configuration
            Handler(GetPasswordPolicyEndpoint(store: store)),
            Handler(GetRecaptchaConfigEndpoint(store: store)),
            Handler(GetRecaptchaParametersEndpoint()),
            Handler(GetProjectConfigEndpoint(configuration: services.configuration, store: store)),
            Handler(UpdateProjectConfigEndpoint(configuration: services.configuration, store: store)),
            // Administration
            Handler(GetProjectEndpoint(authorizedDomains: services.configuration.authorizedDomains)),
            Handler(ListAccountsEndpoint(store: store)),
            Handler(ImportAccountsEndpoint(services)),
            Handler(DeleteAccountsEndpoint(store: store)),
            Handler(QueryAccountsEndpoint(store: store)),
            // Tenants
            Handler(CreateTenantEndpoint(isStrict: isStrict, store: store, random: services.random)),
            Handler(GetTenantEndpoint(store: store)),
            Handler(ListTenantsEndpoint(isStrict: isStrict, store: store)),
            Handler(UpdateTenantEndpoint(isStrict: isStrict, store: store)),
            Handler(DeleteTenantEndpoint(store: store)),
        ]
    }

    private static func emulator(_ services: Services) -> [Handler] {
        let profile = services.profile
        let store = services.store
        return [
            Handler(ClearAccountsEndpoint(store: store)),
            Handler(GetEmulatorConfigEndpoint(profile: profile, store: store)),
            Handler(UpdateEmulatorConfigEndpoint(profile: profile, store: store)),
            Handler(ListCodesEndpoint(store: store)),
            Handler(ListVerificationCodesEndpoint(store: store)),
            Handler(ListInboxEndpoint(messages: services.messages, sleep: services.sleep)),
            Handler(GetClockEndpoint(clock: services.clock)),
            Handler(UpdateClockEndpoint(clock: services.clock)),
            Handler(ListFaultsEndpoint(faults: services.faults)),
            Handler(AddFaultEndpoint(faults: services.faults)),
            Handler(ClearFaultsEndpoint(faults: services.faults)),
        ]
    }
}
