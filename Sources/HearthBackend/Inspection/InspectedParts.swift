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
        refreshing = ExchangeRefreshTokenEndpoint(policy: parts.policy, store: parts.store, starter: parts.starter)
    }
}
