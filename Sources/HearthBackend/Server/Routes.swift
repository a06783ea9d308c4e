internal import HearthWire

/// Every operation this backend answers, in the order of the API reference, each with what its endpoint uses.
///
/// An operation has three files with one name: in `HearthWire`, in a feature's folder here, and in the tests.
struct Routes: Sendable {
    let handlers: [Handler]

    init(_ parts: BackendParts) {
        handlers =
            Self.signIn(parts) + Self.proofs(parts) + Self.accounts(parts) + Self.sessions(parts)
            + Self.secondFactors(parts) + Self.passkeys(parts) + Self.configuration(parts)
            + Self.administration(parts) + Self.providerConfigs(parts) + Self.serviceAccounts(parts)
            + Self.emulator(parts)
    }

    private static func signIn(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(
                SignUpEndpoint(
                    policy: policy,
                    store: store,
                    writer: parts.writer,
                    passwords: parts.passwords,
                    identityTokens: parts.identityTokens,
                    starter: parts.starter,
                    blocking: parts.blocking,
                    random: parts.random
                )
            ),
            Handler(
                SignInWithPasswordEndpoint(
                    policy: policy,
                    store: store,
                    writer: parts.writer,
                    passwords: parts.passwords,
                    guesses: parts.guesses,
                    firstFactor: parts.firstFactor,
                    blocking: parts.blocking
                )
            ),
            Handler(
                SignInWithEmailLinkEndpoint(
                    configuration: parts.configuration,
                    policy: policy,
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens,
                    codes: parts.codes,
                    firstFactor: parts.firstFactor,
                    blocking: parts.blocking,
                    random: parts.random
                )
            ),
            Handler(
                SignInWithProviderEndpoint(
                    policy: policy,
                    authorizations: parts.authorizations,
                    reader: parts.providerReader,
                    identityTokens: parts.identityTokens,
                    arrivals: parts.arrivals,
                    firstFactor: parts.firstFactor
                )
            ),
        ]
    }

    private static func proofs(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(
                SignInWithCustomTokenEndpoint(
                    store: store,
                    writer: parts.writer,
                    customTokens: parts.customTokens,
                    starter: parts.starter
                )
            ),
            Handler(
                SendVerificationCodeEndpoint(
                    policy: policy,
                    store: store,
                    phoneCodes: parts.phoneCodes,
                    blocking: parts.blocking
                )
            ),
            Handler(
                SignInWithPhoneNumberEndpoint(
                    policy: policy,
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens,
                    phoneCodes: parts.phoneCodes,
                    starter: parts.starter,
                    blocking: parts.blocking,
                    random: parts.random
                )
            ),
        ]
    }

    private static func accounts(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(LookUpAccountEndpoint(store: store, identityTokens: parts.identityTokens)),
            Handler(parts.updateAccount),
            Handler(
                DeleteAccountEndpoint(
                    policy: policy,
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens
                )
            ),
            Handler(
                SendCodeEndpoint(
                    configuration: parts.configuration,
                    policy: policy,
                    store: store,
                    identityTokens: parts.identityTokens,
                    codes: parts.codes,
                    blocking: parts.blocking
                )
            ),
            Handler(parts.resetPassword),
            Handler(
                CreateAuthURIEndpoint(
                    configuration: parts.configuration,
                    policy: policy,
                    store: store,
                    random: parts.random,
                    authorizations: parts.authorizations
                )
            ),
            Handler(
                RevokeTokenEndpoint(
                    policy: policy,
                    store: store,
                    identityTokens: parts.identityTokens,
                    providers: parts.providers
                )
            ),
            Handler(VerifyIOSClientEndpoint()),
            Handler(
                SignInWithGameCenterEndpoint(
                    policy: policy,
                    providers: parts.providers,
                    keys: GameCenterKeys(transport: parts.providers.transport, log: parts.log),
                    identityTokens: parts.identityTokens,
                    arrivals: parts.arrivals,
                    firstFactor: parts.firstFactor
                )
            ),
            Handler(IssueSAMLResponseEndpoint()),
            Handler(SetLegacyConfigEndpoint()),
            Handler(SignOutUserEndpoint()),
        ]
    }

    private static func sessions(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(ExchangeRefreshTokenEndpoint(policy: policy, store: store, starter: parts.starter)),
            Handler(
                CreateSessionCookieEndpoint(
                    store: store,
                    identityTokens: parts.identityTokens,
                    issuer: parts.sessionCookies
                )
            ),
        ]
    }

    private static func secondFactors(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(
                StartSecondFactorEnrollmentEndpoint(
                    policy: policy,
                    rule: parts.factorRule,
                    store: store,
                    identityTokens: parts.identityTokens,
                    phoneCodes: parts.phoneCodes,
                    blocking: parts.blocking,
                    apps: parts.apps
                )
            ),
            Handler(
                FinishSecondFactorEnrollmentEndpoint(
                    policy: policy,
                    rule: parts.factorRule,
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens,
                    phoneCodes: parts.phoneCodes,
                    apps: parts.apps,
                    starter: parts.starter,
                    random: parts.random
                )
            ),
            Handler(
                WithdrawSecondFactorEndpoint(
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens,
                    starter: parts.starter
                )
            ),
            Handler(
                StartSecondFactorSignInEndpoint(
                    rule: parts.factorRule,
                    store: store,
                    pendingSignIns: parts.pendingSignIns,
                    phoneCodes: parts.phoneCodes,
                    blocking: parts.blocking
                )
            ),
            Handler(
                FinishSecondFactorSignInEndpoint(
                    rule: parts.factorRule,
                    store: store,
                    pendingSignIns: parts.pendingSignIns,
                    phoneCodes: parts.phoneCodes,
                    apps: parts.apps,
                    starter: parts.starter,
                    blocking: parts.blocking
                )
            ),
        ]
    }

    private static func passkeys(_ parts: BackendParts) -> [Handler] {
        let store = parts.store
        return [
            Handler(
                StartPasskeyEnrollmentEndpoint(
                    rule: parts.passkeyRule,
                    store: store,
                    identityTokens: parts.identityTokens,
                    challenges: parts.passkeyChallenges
                )
            ),
            Handler(
                FinishPasskeyEnrollmentEndpoint(
                    rule: parts.passkeyRule,
                    store: store,
                    writer: parts.writer,
                    identityTokens: parts.identityTokens,
                    challenges: parts.passkeyChallenges,
                    starter: parts.starter
                )
            ),
            Handler(
                StartPasskeySignInEndpoint(
                    rule: parts.passkeyRule,
                    store: store,
                    challenges: parts.passkeyChallenges
                )
            ),
            Handler(
                FinishPasskeySignInEndpoint(
                    rule: parts.passkeyRule,
                    store: store,
                    challenges: parts.passkeyChallenges,
                    firstFactor: parts.firstFactor
                )
            ),
        ]
    }

    private static func configuration(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(GetPasswordPolicyEndpoint(store: store)),
            Handler(GetRecaptchaConfigEndpoint(store: store)),
            Handler(GetRecaptchaParametersEndpoint()),
            Handler(GetProjectConfigEndpoint(configuration: parts.configuration, policy: policy, store: store)),
            Handler(UpdateProjectConfigEndpoint(configuration: parts.configuration, policy: policy, store: store)),
            Handler(InitializeProjectEndpoint()),
        ]
    }

    private static func administration(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(
                GetProjectEndpoint(configuration: parts.configuration, store: store, sealer: parts.sealing.secrets)
            ),
            Handler(ListAccountsEndpoint(store: store)),
            Handler(parts.imports),
            Handler(DeleteAccountsEndpoint(store: store, writer: parts.writer)),
            Handler(QueryAccountsEndpoint(policy: policy, store: store)),
            // Tenants
            Handler(CreateTenantEndpoint(isStrict: policy.requiresTenants, store: store, random: parts.random)),
            Handler(GetTenantEndpoint(store: store)),
            Handler(ListTenantsEndpoint(isStrict: policy.requiresTenants, store: store)),
            Handler(UpdateTenantEndpoint(isStrict: policy.requiresTenants, store: store)),
            Handler(DeleteTenantEndpoint(store: store, writer: parts.writer)),
            Handler(GetTenantPolicyEndpoint()),
            Handler(SetTenantPolicyEndpoint()),
            Handler(TestTenantPermissionsEndpoint()),
        ]
    }

    private static func serviceAccounts(_ parts: BackendParts) -> [Handler] {
        let store = parts.store
        return [
            Handler(CreateServiceAccountEndpoint(store: store, random: parts.random)),
            Handler(ListServiceAccountsEndpoint(store: store)),
            Handler(DeleteServiceAccountEndpoint(store: store)),
            Handler(CreateServiceAccountKeyEndpoint(store: store, pool: parts.pool)),
            Handler(UploadServiceAccountKeyEndpoint(store: store)),
            Handler(ListServiceAccountKeysEndpoint(store: store)),
            Handler(DeleteServiceAccountKeyEndpoint(store: store)),
            Handler(SignBlobEndpoint(store: store, keys: parts.serverKeys)),
        ]
    }

    private static func emulator(_ parts: BackendParts) -> [Handler] {
        let policy = parts.policy
        let store = parts.store
        return [
            Handler(ClearAccountsEndpoint(store: store, writer: parts.writer)),
            Handler(GetEmulatorConfigEndpoint(policy: policy, store: store)),
            Handler(UpdateEmulatorConfigEndpoint(policy: policy, store: store)),
            Handler(ListCodesEndpoint(store: store)),
            Handler(ListVerificationCodesEndpoint(store: store)),
            Handler(ListInboxEndpoint(messages: parts.messages, sleep: parts.sleep)),
            Handler(GetClockEndpoint(clock: parts.clock)),
            Handler(UpdateClockEndpoint(clock: parts.clock)),
            Handler(ListFaultsEndpoint(faults: parts.faults)),
            Handler(AddFaultEndpoint(faults: parts.faults)),
            Handler(ClearFaultsEndpoint(faults: parts.faults)),
        ]
    }
}

/// The endpoints that pages call too.
extension BackendParts {
    var updateAccount: UpdateAccountEndpoint {
        UpdateAccountEndpoint(
            policy: policy,
            store: store,
            writer: writer,
            passwords: passwords,
            identityTokens: identityTokens,
            starter: starter,
            codes: codes,
            random: random
        )
    }

    var resetPassword: ResetPasswordEndpoint {
        ResetPasswordEndpoint(
            policy: policy,
            store: store,
            writer: writer,
            passwords: passwords,
            codes: codes
        )
    }
}
