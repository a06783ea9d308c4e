internal import HearthCore
internal import HearthCrypto
internal import HearthWire

/// The backend's parts, put together: the only place where one is handed to another.
struct BackendParts: Sendable {
    let store: Store
    let keys: SigningKeys
    let signUp: SignUpEndpoint
    let signInWithPassword: SignInWithPasswordEndpoint
    let signInWithCustomToken: SignInWithCustomTokenEndpoint
    let lookUpAccount: LookUpAccountEndpoint
    let updateAccount: UpdateAccountEndpoint
    let deleteAccount: DeleteAccountEndpoint
    let sendCode: SendCodeEndpoint
    let resetPassword: ResetPasswordEndpoint
    let createAuthURI: CreateAuthURIEndpoint
    let exchangeRefreshToken: ExchangeRefreshTokenEndpoint
    let getProject: GetProjectEndpoint
    let listAccounts: ListAccountsEndpoint
    let importAccounts: ImportAccountsEndpoint
    let deleteAccounts: DeleteAccountsEndpoint
    let queryAccounts: QueryAccountsEndpoint
    let clearAccounts: ClearAccountsEndpoint
    let getEmulatorConfig: GetEmulatorConfigEndpoint
    let updateEmulatorConfig: UpdateEmulatorConfigEndpoint
    let listCodes: ListCodesEndpoint
    let actionPage: ActionPage
    let keyDocuments: KeyDocuments

    init(
        _ configuration: BackendConfiguration,
        _ environment: BackendEnvironment,
        store: Store,
        mailer: any Mailer
    ) {
        let profile = configuration.profile
        let random = environment.random
        let pool = WorkerPool()
        let scheme: PasswordScheme = profile == .strict ? .argon2id : .development
        let passwords = Passwords(
            hasher: PasswordHasher(scheme: scheme, pool: pool, random: random),
            log: environment.log
        )
        let keys = SigningKeys(
            store: store,
            environment: environment,
            pool: pool,
            initialKey: configuration.initialSigningKey
        )
        let issuer = TokenIssuer(signing: configuration.tokenSigning, keys: keys, log: environment.log)
        let starter = SessionStarter(store: store, issuer: issuer, environment: environment)
        let identities = IdentityTokenReader(profile: profile, store: store, keys: keys)
        let customTokens = CustomTokenReader(configuration: configuration)
        let codes = CodeIssuer(configuration: configuration, store: store, random: random, mailer: mailer)

        self.store = store
        self.keys = keys
        signUp = SignUpEndpoint(
            profile: profile,
            store: store,
            passwords: passwords,
            identities: identities,
            starter: starter,
            random: random
        )
        signInWithPassword = SignInWithPasswordEndpoint(
            profile: profile,
            store: store,
            passwords: passwords,
            starter: starter
        )
        signInWithCustomToken = SignInWithCustomTokenEndpoint(
            store: store,
            customTokens: customTokens,
            starter: starter
        )
        lookUpAccount = LookUpAccountEndpoint(store: store, identities: identities)
        updateAccount = UpdateAccountEndpoint(
            configuration: configuration,
            store: store,
            passwords: passwords,
            identities: identities,
            starter: starter,
            codes: codes,
            random: random
        )
        deleteAccount = DeleteAccountEndpoint(profile: profile, store: store, identities: identities)
        sendCode = SendCodeEndpoint(configuration: configuration, store: store, identities: identities, codes: codes)
        resetPassword = ResetPasswordEndpoint(profile: profile, store: store, passwords: passwords, codes: codes)
        createAuthURI = CreateAuthURIEndpoint(profile: profile, store: store, random: random)
        exchangeRefreshToken = ExchangeRefreshTokenEndpoint(profile: profile, store: store, starter: starter)
        getProject = GetProjectEndpoint(authorizedDomains: configuration.authorizedDomains)
        listAccounts = ListAccountsEndpoint(store: store)
        importAccounts = ImportAccountsEndpoint(profile: profile, store: store, passwords: passwords, random: random)
        deleteAccounts = DeleteAccountsEndpoint(store: store)
        queryAccounts = QueryAccountsEndpoint(store: store)
        clearAccounts = ClearAccountsEndpoint(store: store)
        getEmulatorConfig = GetEmulatorConfigEndpoint(profile: profile, store: store)
        updateEmulatorConfig = UpdateEmulatorConfigEndpoint(profile: profile, store: store)
        listCodes = ListCodesEndpoint(store: store)
        actionPage = ActionPage(
            configuration: configuration,
            store: store,
            codes: codes,
            resetPassword: resetPassword,
            updateAccount: updateAccount
        )
        keyDocuments = KeyDocuments(keys: keys)
    }
}
