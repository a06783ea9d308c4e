internal import HearthTransport
public import HearthCore
public import HearthHTTP

/// Signs people in and keeps their session, as FirebaseAuth's class of that name does.
///
/// One object has one session. What is known can be read at any time without waiting; everything that changes
/// something, but for ``signOutNow()``, is `async`, ends at once when its task is cancelled, and throws ``AuthError``.
/// The later of two sign-ins or sign-outs counts, whichever is answered first: the other throws
/// ``AuthError/Code/superseded``.
public final class Auth: Sendable {
    let core: AuthCore

    /// Makes a client, and begins to look for a session in the storage.
    ///
    /// - Parameters:
    ///   - configuration: Which project to speak to, and where.
    ///   - storage: Where the session is kept between two runs. Defaults to the keychain
    ///     on Apple's systems and to ``FileSessionStorage/standard(for:)`` elsewhere.
    ///   - transport: What carries the calls. Defaults to the platform's own HTTP library.
    ///   - readsStorageAtOnce: Whether a storage that can be read without waiting is read before this returns, so that
    ///     the first ``state`` is a determined one. Defaults to no.
    ///   - retry: When a call is made again by itself.
    ///   - attestation: Proves that no robot calls, if the service wants to know. Defaults to none.
    ///   - clock: The clocks to live by. Defaults to the system's.
    ///   - random: Where randomness comes from. Defaults to the system's generator.
    public init(
        _ configuration: AuthConfiguration,
        storage: (any SessionStorage)? = nil,
        transport: (any HTTPTransport)? = nil,
        readsStorageAtOnce: Bool = false,
        retry: RetryPolicy = RetryPolicy(),
        attestation: (any AttestationProvider)? = nil,
        clock: AuthClock = .system,
        random: RandomSource = .system
    ) {
        let caller = Caller(
            configuration: configuration,
            transport: transport ?? SystemTransport(),
            clock: clock,
            random: random,
            retry: retry,
            attestation: attestation
        )
        let storage = storage ?? StandardStorage.of(configuration)
        core = AuthCore(caller: caller, storage: storage, stored: readsStorageAtOnce ? storage.loadNow() : nil)
    }

    init(core: AuthCore) {
        self.core = core
    }

    /// Which project the client speaks to, and where.
    public var configuration: AuthConfiguration { core.configuration }

    /// The language of mails and messages, for example `de`; `nil` for the project's own.
    public var languageCode: String? {
        get { core.caller.settings.withLock(\.language) }
        set { core.caller.settings.withLock { $0.language = newValue } }
    }

    /// The tenant that the next sign-ins are for, if the project has tenants; anyone who is signed in stays so.
    public var tenantID: String? {
        get { core.caller.settings.withLock(\.tenantID) }
        set { core.caller.settings.withLock { $0.tenantID = newValue } }
    }

    /// What is known of the session, and of its user.
    public var state: SessionState { core.state(core.broadcast.snapshot) }

    /// The one who is signed in, as known now; `nil` also while that is not yet known: ``state`` tells.
    public var currentUser: User? { state.user }

    /// The states from the present one on.
    public var states: SessionStates { SessionStates(core: core) }

    /// Waits for the first look at the storage.
    ///
    /// - Returns: A state other than ``SessionState/restoring``, unless the task was cancelled.
    @discardableResult
    public func ready() async -> SessionState {
        _ = await core.keeper.isDetermined.value()
        return state
    }

    /// Looks into the storage again: call it when the device is unlocked, or when the app becomes active.
    ///
    /// A storage that could not be read is also tried again without a call, ever more slowly. A session that another
    /// process has begun or ended meanwhile is followed; that also happens whenever this client writes or refreshes.
    ///
    /// - Returns: The state after that.
    @discardableResult
    public func retryRestoring() async -> SessionState {
        await core.keeper.restore()
        await core.keeper.catchUp()
        return state
    }
}

extension Auth: CustomStringConvertible, CustomReflectable {
    /// The project, and nothing of who is signed in.
    public var description: String { "Auth(\(configuration.project ?? configuration.identity))" }

    /// The project, and nothing of who is signed in.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
