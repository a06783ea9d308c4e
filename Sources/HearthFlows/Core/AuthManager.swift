public import HearthAuth
public import HearthCore

/// The workflows around signing in, each to its end: what conflicts, what has to be confirmed, what is interrupted.
///
/// ```swift
/// let manager = AuthManager(auth)
/// switch try await manager.signIn(with: .google(idToken: idToken)) {
/// case .signedIn(let user), .signedUp(let user): …
/// case .needsLinking(let conflict): …
/// case .needsSecondFactor(let step): …
/// }
/// ```
///
/// What waits for the user stands in ``state``, which is up to date before a call returns, and most of it is still
/// there in the next run of the app. Every call ends exactly once, and at once when its task is cancelled.
public actor AuthManager {
    /// The client that the workflows use.
    public nonisolated let auth: Auth
    /// The clocks that the workflows live by.
    package nonisolated let clock: AuthClock

    nonisolated let board = Broadcast(ManagerState(session: .restoring))
    let limits: FlowLimits
    let policy: SessionPolicy
    let gate: GatedSessionStorage?
    let mergeGuest: MergeGuest?
    let vault: FlowVault
    let random: RandomSource

    var workflows = Workflows()
    var tasks: [FlowID: Task<Void, Never>] = [:]
    var lastWrite: Task<Void, Never>?
    var dropped: [DroppedFlow] = []
    var storageProblem: StorageUnavailability?
    private var follower: Task<Void, Never>?
    private var restoration: Task<Void, Never>?
    private let isRestored = Promise<Void>()
    private let start: (wall: UnixTime, uptime: Duration)

    /// Creates a manager, and begins to look what an earlier run has left.
    ///
    /// - Parameters:
    ///   - auth: The client that the workflows use; one manager a client.
    ///   - storage: Where workflows outlive the app. Defaults to a neighbor of the client's own storage.
    ///   - gate: The client's own storage, if a gate stands before it.
    ///   - policy: When a session ends by itself. Defaults to never.
    ///   - limits: How long workflows wait, and how often the user may try.
    ///   - mergeGuest: Copies a guest's data into the account that takes the guest's place. Without it no guest is ever
    ///     deleted, and the app asks whether to leave the guest behind. Defaults to none.
    ///   - clock: The clocks to live by. Defaults to the client's.
    ///   - random: Where identifiers come from. Defaults to the system's generator.
    public init(
        _ auth: Auth,
        storage: (any FlowStorage)? = nil,
        gate: GatedSessionStorage? = nil,
        policy: SessionPolicy = .none,
        limits: FlowLimits = FlowLimits(),
        mergeGuest: MergeGuest? = nil,
        clock: AuthClock? = nil,
        random: RandomSource = .system
    ) {
        self.auth = auth
        self.gate = gate
        self.policy = policy
        self.limits = limits
        self.mergeGuest = mergeGuest
        self.clock = clock ?? auth.clock
        self.random = random
        vault = FlowVault(storage ?? auth.neighboringStorage("flows"))
        start = (self.clock.now(), self.clock.uptime())
        board.publish(ManagerState(session: auth.state))
        Task { await begin() }
    }

    deinit {
        follower?.cancel()
        for task in tasks.values { task.cancel() }
    }

    /// The session, and what waits for the user.
    public nonisolated var state: ManagerState {
        var state = board.value
        // The session may be newer than what was published with the workflows.
        state.session = Self.shown(auth.state, state, state.deletion)
        return state
    }

    /// The states from the present one on.
    ///
    /// A slow follower misses states in between, never the newest one. Following ends with the task.
    public nonisolated var states: ManagerStates { ManagerStates(board: board) }

    /// The user who is signed in; `nil` also while that is not yet known.
    public nonisolated var currentUser: User? { auth.currentUser }

    /// Waits until the session is known, and what an earlier run has left.
    ///
    /// - Returns: The state then, unless the task was cancelled.
    @discardableResult
    public func ready() async -> ManagerState {
        begin()
        _ = await isRestored.value()
        await auth.ready()
        await sessionChanged()
        return state
    }

    private func begin() {
        guard restoration == nil else { return }
        restoration = Task {
            await restore()
            isRestored.fulfil(())
        }
        follower = Task { [weak self, states = auth.states] in
            for await _ in states {
                guard let self else { return }
                await self.ready()
            }
        }
    }

    /// The present moment, by the wall clock at the start and a clock that never jumps since.
    func now() -> UnixTime {
        start.wall + (clock.uptime() - start.uptime)
    }

    func newID() -> FlowID { FlowID(random) }

    /// The user who is signed in, if it is the expected one.
    func user(_ uid: String) throws(FlowError) -> User {
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        guard user.uid == uid else { throw FlowError(.superseded) }
        return user
    }

    /// The user who is signed in, once that is known.
    func signedInUser() async throws(FlowError) -> User {
        await ready()
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        return user
    }
}
