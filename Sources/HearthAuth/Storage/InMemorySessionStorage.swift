public import HearthCore

/// Keeps a session for as long as the process runs; for tests, previews and tools.
public final class InMemorySessionStorage: SessionStorage {
    private let session: Locked<Secret<[UInt8]>?>

    /// Creates a storage.
    ///
    /// - Parameter session: What it holds at first. Defaults to nothing.
    public init(_ session: Secret<[UInt8]>? = nil) {
        self.session = Locked(session)
    }

    /// Reads the session.
    ///
    /// - Returns: The session, or that there is none.
    public func load() async -> StoredSession {
        read()
    }

    /// Reads the session.
    ///
    /// - Returns: The session, or that there is none.
    public func loadNow() -> StoredSession? {
        read()
    }

    private func read() -> StoredSession {
        session.withLock { Self.stored($0) }
    }

    private static func stored(_ session: Secret<[UInt8]>?) -> StoredSession {
        session.map(StoredSession.found) ?? .absent
    }

    /// Puts a session in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    public func save(_ session: Secret<[UInt8]>) async {
        self.session.withLock { $0 = session }
    }

    /// Removes the session.
    public func delete() async {
        session.withLock { $0 = nil }
    }

    /// Reads the session and decides by it what is stored from then on, in one step.
    ///
    /// - Parameter decide: Looks at what is stored.
    /// - Returns: What `decide` returned.
    public func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async -> Outcome {
        session.withLock { session in
            let (change, outcome) = decide(Self.stored(session))
            switch change {
            case .keep: break
            case .save(let new): session = new
            case .delete: session = nil
            }
            return outcome
        }
    }
}
