internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthTokens
internal import HearthWire

/// What endpoints are put together from: the composition root makes one, ``Routes`` hands its members out.
///
/// An endpoint is copied for each of its transactions, so what sign-ins and sign-ups are made of are classes: a copy of one
/// is a reference.
struct BackendParts: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let random: RandomSource
    let log: Log
    let sleep: @Sendable (Duration) async throws -> Void
    let clock: EmulatorClock
    let faults = FaultPlan()
    let messages: MessageLog
    let readiness: Readiness
    let store: Store
    let passwords: Passwords
    let guesses: PasswordGuesses
    let keys: SigningKeys
    let sessionCookieKeys: SigningKeys
    let sessionCookies: TokenIssuer
    let samlKeys: SigningKeys
    let starter: SessionStarter
    let identityTokens: IdentityTokenReader
    let customTokens: CustomTokenReader
    let codes: CodeIssuer
    let writer: AccountWriter
    let phoneCodes: PhoneCodeIssuer
    let firstFactor: FirstFactor
    let apps: AuthenticatorApps
    let providers: Providers
    let sealing: Sealing
    let pool: WorkerPool
    let ledger: SecurityLedger

    var serverKeys: ServerKeys { ServerKeys(store: store, pool: pool, sealer: sealing.secrets, log: log) }
    var imports: ImportAccountsEndpoint {
        ImportAccountsEndpoint(policy: policy, store: store, writer: writer, passwords: passwords, random: random)
    }
    var blocking: BlockingFunctions {
        let isStrict = !policy.believesEveryProvider
        let caller = BlockingClient(
            transport: providers.transport,
            issuer: starter.issuer,
            random: random,
            sleep: sleep,
            deadline: configuration.blockingFunctionTimeout ?? .seconds(isStrict ? 7 : 60),
            isStrict: isStrict,
            log: log
        )
        return BlockingFunctions(store: store, writer: writer, caller: caller)
    }
    var tokenEndpoint: TokenEndpoint {
        let tokens = AccessTokens(store: store, sealer: sealing.accessTokens)
        return TokenEndpoint(assertions: AssertionReader(store: store), tokens: tokens, log: log)
    }
    var admission: TenantAdmission {
        TenantAdmission(isStrict: policy.requiresTenants, configuration: configuration, store: store)
    }
    var factorRule: FactorEnrollment { FactorEnrollment(policy: policy, kinds: configuration.secondFactors) }
    var pendingSignIns: PendingSignIns { PendingSignIns(policy: policy, store: store) }
    var passkeyRule: PasskeyRule { PasskeyRule(policy: policy, party: configuration.passkeys) }
    var passkeyChallenges: PasskeyChallenges { PasskeyChallenges(store: store, random: random) }
    var authorizations: Authorizations {
        Authorizations(policy: policy, providers: providers, store: store, samlKeys: samlKeys, random: random)
    }
    var providerReader: any ProviderReader {
        policy.believesEveryProvider
            ? LenientProviderReader(providers: providers)
            : StrictProviderReader(providers: providers, saml: authorizations.saml, log: log)
    }
    var arrivals: ProviderArrivals {
        ProviderArrivals(
            policy: policy,
            store: store,
            writer: writer,
            identityTokens: identityTokens,
            firstFactor: firstFactor,
            blocking: blocking,
            random: random
        )
    }

    init(
        _ configuration: BackendConfiguration,
        _ environment: BackendEnvironment,
        sealing: Sealing,
        store: Store,
        clock: EmulatorClock,
        mailer: any Mailer,
        messenger: any TextMessenger,
        providers: Providers
    ) {
        let policy = configuration.policy
        let random = environment.random
        let pool = WorkerPool()
        (self.configuration, self.policy, self.store) = (configuration, policy, store)
        self.pool = pool
        self.sealing = sealing
        log = environment.log
        ledger = SecurityLedger(writesLines: policy.logsSecurityEvents, environment: environment)
        readiness = Readiness(store: store, now: environment.now)
        self.providers = providers
        self.clock = clock
        self.random = random
        sleep = environment.sleep
        messages = MessageLog(mailer, messenger, random: random, now: environment.now)
        // Only the emulator lets anyone read the messages that were sent; elsewhere none are kept.
        let mailer: any Mailer = configuration.isEmulator ? messages : mailer
        let messenger: any TextMessenger = configuration.isEmulator ? messages : messenger
        var hasher = PasswordHasher(scheme: policy.passwordScheme, pool: pool, random: random)
        if let worked = environment.probe?.worked { hasher.derived = { name in worked("hash \(name)") } }
        passwords = Passwords(hasher: hasher, policy: policy, random: random, log: environment.log)
        guesses = PasswordGuesses(policy: policy, store: store)
        keys = SigningKeys(
            for: .idToken,
            store: store,
            environment: environment,
            pool: pool,
            initialKey: configuration.initialSigningKey
        )
        sessionCookieKeys = SigningKeys(for: .sessionCookie, store: store, environment: environment, pool: pool)
        samlKeys = SigningKeys(for: .samlRequest, store: store, environment: environment, pool: pool)
        sessionCookies = TokenIssuer(signing: configuration.tokenSigning, keys: sessionCookieKeys, log: environment.log)
        let issuer = TokenIssuer(signing: configuration.tokenSigning, keys: keys, log: environment.log)
        starter = SessionStarter(policy: policy, store: store, issuer: issuer, environment: environment)
        identityTokens = IdentityTokenReader(policy: policy, store: store, keys: keys)
        customTokens = CustomTokenReader(configuration, policy, store)
        codes = CodeIssuer(configuration: configuration, policy: policy, store: store, random: random, mailer: mailer)
        writer = AccountWriter(policy: policy, store: store, codes: codes)
        phoneCodes = PhoneCodeIssuer(
            configuration: configuration,
            policy: policy,
            store: store,
            random: random,
            messenger: messenger
        )
        firstFactor = FirstFactor(policy: policy, configuration: configuration, starter: starter)
        apps = AuthenticatorApps(policy: policy, store: store, random: random)
    }
}
