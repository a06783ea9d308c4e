internal import HearthServerCrypto

/// What the console looks at beside the tables.
struct InspectedParts: Sendable {
    let policy: Policy
    let messages: MessageLog
    let codes: CodeIssuer
    let phoneCodes: PhoneCodeIssuer
    let renewal: LinkRenewal
    let clock: EmulatorClock
    let writer: AccountWriter
    let pool: WorkerPool
    let keys: SigningKeys
    let sessionCookieKeys: SigningKeys
    private let samlKeys: SigningKeys
    let authorizations: Authorizations

    let keptAccounts = KeptAccounts()
    let refreshing: ExchangeRefreshTokenEndpoint

    init(_ parts: BackendParts) {
        policy = parts.policy
        messages = parts.messages
        codes = parts.codes
        phoneCodes = parts.phoneCodes
        renewal = LinkRenewal(parts)
        clock = parts.clock
        writer = parts.writer
        pool = parts.pool
        keys = parts.keys
        sessionCookieKeys = parts.sessionCookieKeys
        samlKeys = parts.samlKeys
        authorizations = parts.authorizations
        refreshing = ExchangeRefreshTokenEndpoint(policy: parts.policy, store: parts.store, starter: parts.starter)
    }

    func keys(for purpose: SigningPurpose) -> SigningKeys {
        switch purpose {
        case .idToken: keys
        case .sessionCookie: sessionCookieKeys
        case .samlRequest: samlKeys
        }
    }
}

extension Backend {
    /// Refuses a tool that emulators alone have.
    ///
    /// - Parameter what: What it would do, for the error: "the codes of authenticator apps are shown".
    /// - Throws: ``BackendError`` outside emulator mode.
    func refuseOutsideEmulator(_ what: String) throws(BackendError) {
        guard configuration.isEmulator else { throw BackendError(.configuration, "\(what) in emulator mode alone") }
    }
}
