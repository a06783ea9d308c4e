internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthTokens
internal import HearthWire

/// What endpoints are built from.
struct Services: Sendable {
    let configuration: BackendConfiguration
    let random: RandomSource
    let sleep: @Sendable (Duration) async throws -> Void
    let clock: EmulatorClock
    let faults = FaultPlan()
    let messages: MessageLog
    let readiness: Readiness
    let store: Store
    let passwords: Passwords
    let keys: SigningKeys
    let sessionCookieKeys: SigningKeys
    let sessionCookies: TokenIssuer
    let starter: SessionStarter
    let identities: IdentityTokenReader
    let customTokens: CustomTokenReader
    let codes: CodeIssuer
    let phoneCodes: PhoneCodeIssuer
    let firstFactor: FirstFactor
    let providers: Providers
    let authorizations: Authorizations
    let providerReader: any ProviderReader

    var profile: BackendConfiguration.Profile { configuration.profile }

    init(
        _ configuration: BackendConfiguration,
        _ environment: BackendEnvironment,
        store: Store,
        clock: EmulatorClock,
        mailer: any Mailer,
        messenger: any TextMessenger,
        providers: Providers
    ) {
        let pool = WorkerPool()
        let scheme: PasswordScheme = configuration.profile == .strict ? .argon2id : .development
        self.configuration = configuration
        self.store = store
        readiness = Readiness(store: store, now: environment.now)
        self.providers = providers
        self.clock = clock
        authorizations = Authorizations(
            profile: configuration.profile,
            providers: providers,
            store: store,
            random: environment.random
        )
        providerReader =
            configuration.profile == .strict
            ? StrictProviderReader(providers: providers, log: environment.log) : LenientProviderReader()
        random = environment.random
        sleep = environment.sleep
        messages = MessageLog(mailer, messenger, random: environment.random, now: environment.now)
        // Outside emulator mode nobody may read what was sent, so nothing is kept.
        let mailer: any Mailer = configuration.isEmulator ? messages : mailer
        let messenger: any TextMessenger = configuration.isEmulator ? messages : messenger
        passwords = Passwords(
            hasher: PasswordHasher(scheme: scheme, pool: pool, random: environment.random),
            log: environment.log
        )
        keys = SigningKeys(
            for: .idToken,
            store: store,
            environment: environment,
            pool: pool,
            initialKey: configuration.initialSigningKey
        )
        sessionCookieKeys = SigningKeys(for: .sessionCookie, store: store, environment: environment, pool: pool)
        sessionCookies = TokenIssuer(
            signing: configuration.tokenSigning,
            keys: sessionCookieKeys,
            log: environment.log
        )
        let issuer = TokenIssuer(signing: configuration.tokenSigning, keys: keys, log: environment.log)
        starter = SessionStarter(store: store, issuer: issuer, environment: environment)
        identities = IdentityTokenReader(profile: configuration.profile, store: store, keys: keys)
        customTokens = CustomTokenReader(configuration: configuration)
        codes = CodeIssuer(configuration: configuration, store: store, random: environment.random, mailer: mailer)
        phoneCodes = PhoneCodeIssuer(
            configuration: configuration,
            store: store,
            random: environment.random,
            messenger: messenger
        )
        firstFactor = FirstFactor(configuration: configuration, starter: starter)
    }
}

extension SignUpEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            passwords: services.passwords,
            identities: services.identities,
            starter: services.starter,
            random: services.random
        )
    }
}

extension SignInWithPasswordEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            passwords: services.passwords,
            firstFactor: services.firstFactor
        )
    }
}

extension SignInWithProviderEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            authorizations: services.authorizations,
            reader: services.providerReader,
            identities: services.identities,
            arrivals: ProviderArrivals(
                profile: services.profile,
                store: services.store,
                identities: services.identities,
                firstFactor: services.firstFactor,
                random: services.random
            ),
            firstFactor: services.firstFactor
        )
    }
}

extension UpdateAccountEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            passwords: services.passwords,
            identities: services.identities,
            starter: services.starter,
            codes: services.codes,
            random: services.random
        )
    }
}

extension SendCodeEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            identities: services.identities,
            codes: services.codes
        )
    }
}

extension ResetPasswordEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            passwords: services.passwords,
            codes: services.codes
        )
    }
}

extension ImportAccountsEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            passwords: services.passwords,
            random: services.random
        )
    }
}

extension CreateAuthURIEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            random: services.random,
            authorizations: services.authorizations
        )
    }
}

extension RevokeTokenEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            identities: services.identities,
            providers: services.providers
        )
    }
}
