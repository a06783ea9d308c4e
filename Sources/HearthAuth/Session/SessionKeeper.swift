internal import HearthCore

/// Keeps the one session: who is signed in, with which tokens, and what the storage knows of it.
///
/// Three counters decide what may still be committed. Each sign-in and sign-out draws a *ticket* when it begins and
/// commits only if none with a later ticket has committed before. Each committed sign-in begins an *epoch*, to which
/// everything that concerns its session is bound. Each new pair of tokens is a *version* within the epoch.
actor SessionKeeper {
    /// Trades a refresh token for new tokens.
    typealias Exchange = @Sendable (Secret<String>) async -> Result<TokenSet, AuthError>

    /// A session, as someone may use it until something changes.
    struct Live: Sendable, Equatable {
        var account: Account
        var tokens: TokenSet
        var version: UInt64
        let epoch: UInt64
        /// The session's name in the storage.
        let id: String?
        /// Whether the session was found in the storage, rather than begun by this client.
        let isFound: Bool

        init(_ session: KeptSession, version: UInt64, epoch: UInt64, isFound: Bool) {
            account = session.account
            tokens = session.tokens
            self.version = version
            self.epoch = epoch
            id = session.id
            self.isFound = isFound
        }

        /// The session as a storage keeps it.
        var kept: KeptSession { KeptSession(id: id, account: account, tokens: tokens) }

        /// Whether both are the same; of tokens the version tells.
        static func == (lhs: Live, rhs: Live) -> Bool {
            lhs.account == rhs.account && lhs.version == rhs.version && lhs.epoch == rhs.epoch
        }
    }

    enum Phase {
        case restoring
        case unavailable(StorageUnavailability)
        case signedOut(SignOutReason)
        case signedIn(Live)
    }

    let clock: AuthClock
    let exchange: Exchange
    let storage: any SessionStorage
    let random: RandomSource
    let broadcast: SessionBroadcast
    /// Fulfilled as soon as the first look at the storage, or something that overtook it, has decided a state.
    let isDetermined = Promise<Void>()
    /// What goes on without a caller, to be cancelled with the client.
    let background = BackgroundTasks()

    var flight: Flight?
    var ledger = WriteLedger()
    var restoreFailures = 0
    /// Whether the storage has answered yet.
    var hasRead = false
    /// What is stored of the present session, as far as this process knows.
    var base: KeptSession?
    /// Credentials that the service may have given to the account without an answer that arrived, the newest last.
    var rescues: [Rescue] = []
    /// Tokens of the account in whose place those of another process have come, the newest last; none as soon as the
    /// service has accepted the others.
    var left: [TokenSet] = []
    /// The session of which only the service can say whether it is over, as of the last look at the storage.
    var doubted: UInt64?
    private var decided: Phase
    private var lastTicket: UInt64 = 0
    private var committedTicket: UInt64 = 0
    private var lastEpoch: UInt64 = 0
    private var lastVersion: UInt64 = 0

    /// Begins with what the storage said, if it was asked already and knew.
    init(
        clock: AuthClock,
        storage: any SessionStorage,
        broadcast: SessionBroadcast,
        stored: StoredSession? = nil,
        random: RandomSource = .system,
        exchange: @escaping Exchange
    ) {
        self.clock = clock
        self.storage = storage
        self.random = random
        self.broadcast = broadcast
        self.exchange = exchange
        switch stored {
        case .absent:
            decided = .signedOut(.never)
            broadcast.publish(.signedOut(.never))
        case .found(let bytes):
            switch StoredContent(bytes) {
            case .session(let session):
                lastEpoch = 1
                lastVersion = 1
                base = session
                let live = Live(session, version: 1, epoch: 1, isFound: true)
                decided = .signedIn(live)
                broadcast.publish(.signedIn(live))
            case .ended(let ended):
                decided = .signedOut(ended.reason)
                broadcast.publish(.signedOut(ended.reason))
            case nil:
                decided = .restoring
                return
            }
        case .unavailable, nil:
            decided = .restoring
            return
        }
        hasRead = true
        isDetermined.fulfil(())
    }

    /// What is decided, by the keeper or by who did not wait for it.
    var phase: Phase {
        heedSignOut()
        return decided
    }

    /// Commits a sign-out that did not wait for the keeper, over everything that began before.
    func heedSignOut() {
        guard broadcast.takeSignOut() else { return }
        committedTicket = lastTicket
        enter(.signedOut(.byUser))
        persist(.signOut)
    }

    /// Draws the number that orders what the user wants.
    func drawTicket() -> UInt64 {
        heedSignOut()
        lastTicket += 1
        return lastTicket
    }

    /// Commits a sign-in, unless something later was committed; returns when it is stored, or cannot be now.
    ///
    /// - Parameters:
    ///   - ticket: The number that the sign-in drew when it began.
    ///   - account: What is known of the account.
    ///   - tokens: The tokens.
    ///   - decision: What the user decided. Defaults to signing in, whatever is stored.
    ///   - isAnnounced: Whether to tell it at once; otherwise ``announce(_:)`` or the next change does. Defaults to
    ///     yes.
    /// - Returns: The session.
    /// - Throws: ``AuthError/Code/superseded``.
    func signIn(
        _ ticket: UInt64,
        _ account: Account,
        _ tokens: TokenSet,
        _ decision: WriteLedger.Decision = .signIn,
        isAnnounced: Bool = true
    ) async throws(AuthError) -> Live {
        heedSignOut()
        guard ticket > committedTicket else { throw AuthError(.superseded) }
        committedTicket = ticket
        let session = KeptSession(id: random.alphanumeric(20), account: account, tokens: tokens)
        let live = begin(session, isFound: false, isAnnounced: isAnnounced)
        // A row that waits to be removed needs no room made for it.
        _ = await persist(ledger.decision == nil ? decision : .signIn).value()
        if case .signInIfAbsent = decision {
            guard case .signedIn(let present) = phase, present.epoch == live.epoch else { throw AuthError(.superseded) }
        }
        return live
    }

    /// Tells of a session that was begun quietly, if it is still there.
    func announce(_ epoch: UInt64) {
        guard case .signedIn(let live) = phase, live.epoch == epoch else { return }
        enter(.signedIn(live))
    }

    /// Commits a sign-out, unless something later was committed.
    ///
    /// - Returns: Why the storage still holds the session, if it does. It is tried again.
    func signOut(_ ticket: UInt64, _ reason: SignOutReason = .byUser) async throws(AuthError) -> StorageUnavailability?
    {
        guard ticket > committedTicket else { throw AuthError(.superseded) }
        committedTicket = ticket
        enter(.signedOut(reason))
        return await persist(.signOut).value() ?? nil
    }

    /// Forgets the session, which stays in the storage; what was not written yet is written before.
    func lock() async {
        guard case .signedIn(let live) = phase else { return }
        if ledger.written < ledger.wanted { _ = await persist().value() }
        guard case .signedIn(let same) = phase, same.epoch == live.epoch else { return }
        enter(.unavailable(.locked))
    }

    /// Ends a session that the service does not accept any more, unless it has changed meanwhile.
    ///
    /// - Parameters:
    ///   - epoch: The session.
    ///   - version: The tokens that were refused.
    ///   - reason: Why; it is stored in the session's place.
    /// - Returns: Fulfilled when that is stored; `nil` if the session had changed.
    @discardableResult
    func end(_ epoch: UInt64, version: UInt64, _ reason: SignOutReason) -> WriteLedger.Receipt? {
        guard case .signedIn(let live) = phase, live.epoch == epoch, version == live.version else { return nil }
        return end(.end(live.kept, reason), reason)
    }

    /// Ends the session of an account that the user has deleted; nothing of it stays in the storage.
    ///
    /// - Parameter epoch: The session.
    /// - Returns: Fulfilled when that is stored; `nil` if the session is not there any more.
    func endDeleted(_ epoch: UInt64) -> WriteLedger.Receipt? {
        guard case .signedIn(let live) = phase, live.epoch == epoch else { return nil }
        return end(.delete(live.kept), .deleted)
    }

    private func end(_ decision: WriteLedger.Decision, _ reason: SignOutReason) -> WriteLedger.Receipt {
        var decision = decision
        // What the user replaced, but for a storage that failed, does not come back.
        if case .signIn = ledger.decision?.kind { decision = .signOut }
        enter(.signedOut(reason))
        return persist(decision)
    }

    /// The session, if it is the expected one.
    ///
    /// - Parameter epoch: The expected session; `nil` for whichever is there.
    /// - Returns: The session as it is now.
    /// - Throws: ``AuthError`` that says what is there instead.
    func live(_ epoch: UInt64?) throws(AuthError) -> Live {
        switch phase {
        case .signedIn(let live):
            guard epoch == nil || epoch == live.epoch else { throw AuthError(.staleUser) }
            return live
        case .signedOut:
            throw AuthError(epoch == nil ? .nullUser : .staleUser)
        case .unavailable(let reason):
            throw AuthError(reason)
        case .restoring:
            throw AuthError(.storageUnavailable, "The storage was not read yet: wait for ready().")
        }
    }

    /// The session, if there is one.
    ///
    /// - Returns: The session; `nil` if the user is signed out.
    /// - Throws: ``AuthError`` if that is not known: the storage cannot be read, or the task was cancelled meanwhile.
    func present() throws(AuthError) -> Live? {
        switch phase {
        case .signedIn(let live): return live
        case .signedOut: return nil
        case .unavailable(let reason): throw AuthError(reason)
        case .restoring: throw AuthError(.cancelled)
        }
    }

    /// Changes what is known of a session, and its tokens if there are new ones; returns when that is stored.
    ///
    /// - Throws: ``AuthError/Code/staleUser`` if the session is not there any more: then nothing is changed.
    @discardableResult
    func update(
        _ epoch: UInt64,
        tokens: TokenSet? = nil,
        _ change: @Sendable (inout Account) -> Void
    ) async throws(AuthError) -> Account {
        var live = try live(epoch)
        change(&live.account)
        if let tokens { replaceTokens(of: &live, with: tokens) }
        enter(.signedIn(live))
        _ = await persist().value()
        return live.account
    }

    /// Puts new tokens in the place of the old ones.
    func replaceTokens(of live: inout Live, with tokens: TokenSet) {
        lastVersion += 1
        live.tokens = tokens
        live.version = lastVersion
    }

    /// Begins a session.
    @discardableResult
    func begin(_ session: KeptSession, isFound: Bool, isAnnounced: Bool = true) -> Live {
        lastEpoch += 1
        lastVersion += 1
        (rescues, left) = ([], [])
        let live = Live(session, version: lastVersion, epoch: lastEpoch, isFound: isFound)
        if isAnnounced { enter(.signedIn(live)) } else { decided = .signedIn(live) }
        return live
    }

    /// Makes a phase the present one, and tells everybody.
    func enter(_ phase: Phase) {
        decided = phase
        switch phase {
        case .restoring: break
        case .unavailable(let reason): broadcast.publish(.storageUnavailable(reason))
        case .signedOut(let reason):
            (rescues, left) = ([], [])
            broadcast.publish(.signedOut(reason))
        case .signedIn(let live): broadcast.publish(.signedIn(live))
        }
        if case .restoring = phase { return }
        isDetermined.fulfil(())
    }
}
