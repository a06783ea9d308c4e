internal import HearthBackend
internal import HearthCore
internal import HearthDatabase
public import HearthFirestoreBackend
internal import HearthHTTP
internal import HearthJSON
internal import HearthTriggers

/// The Firestore of a test: opened by the first request, in memory, by the clock of the test.
actor TestFirestore {
    private let configuration: FirestoreBackend.Configuration
    private var opening: Task<FirestoreBackend, any Error>?
    private var delivery: Task<Void, any Error>?

    init(_ configuration: FirestoreBackend.Configuration) {
        self.configuration = configuration
    }

    /// Firestore beside an identity service: what the one issues, the other believes.
    init(beside identity: Backend, isEmulator: Bool, project: String, clock: ManualClock, triggers: TriggerOutbox) {
        let verify: FirestoreBackend.Configuration.TokenVerification = { token in
            switch await identity.bearer(of: Secret(token)) {
            case .administrator: return nil
            case .user(let claims): return claims
            case nil: throw UnacceptedToken()
            }
        }
        var configuration = FirestoreBackend.Configuration(
            location: .memory,
            access: isEmulator ? .emulator : .server(projects: [project], verify: verify),
            now: { clock.now }
        )
        configuration.sleep = { try await clock.sleep(for: $0) }
        configuration.verifySignedTokens = verify
        configuration.isLocalCaller = { identity.refusalOfRemote($0) == nil }
        configuration.triggers = triggers
        self.configuration = configuration
    }

    deinit {
        delivery?.cancel()
    }

    /// The backend, opened if it was not.
    func backend() async throws -> FirestoreBackend {
        if let opening { return try await opening.value }
        let configuration = configuration
        let task = Task { try await FirestoreBackend(configuration) }
        opening = task
        let backend = try await task.value
        delivery = Task { try await backend.runTriggers() }
        return backend
    }
}

private struct UnacceptedToken: Error {}

extension TestBackend {
    /// The Firestore of this backend, for the same project and by the same ``clock``.
    ///
    /// The first use opens it, in memory, which takes some milliseconds; requests of ``transport`` open it by
    /// themselves. Identity tokens are accepted where the identity service accepts them. As in the official emulator
    /// everything is allowed until rules are set; a backend whose configuration is no emulator's denies everything
    /// until then.
    public var firestore: FirestoreBackend {
        get async throws { try await documents.backend() }
    }

    /// Replaces the security rules of Firestore, from the next request on.
    ///
    /// - Parameter source: The source of the rules.
    /// - Throws: `RulesetError` with every issue if the source does not compile; the old rules hold on.
    public func setFirestoreRules(_ source: String) async throws {
        try await firestore.replaceRules(source)
    }
}
