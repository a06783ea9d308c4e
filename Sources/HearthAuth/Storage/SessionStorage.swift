public import HearthCore

/// Keeps one session between two runs of an app.
///
/// The bytes are opaque and secret. Say ``StoredSession/absent`` only if the storage itself says that there is
/// nothing: whatever else is in the way is ``StoredSession/unavailable(_:)``, and then nothing may be removed.
public protocol SessionStorage: Sendable {
    /// Reads the session.
    ///
    /// - Returns: The session, that there is none, or why neither can be said.
    func load() async -> StoredSession

    /// Reads the session on the calling thread, for an app that wants to know before it shows anything.
    ///
    /// - Returns: The same as ``load()``, or `nil` if that has to be waited for, which is the default.
    func loadNow() -> StoredSession?

    /// Puts a session in the place of the one before, completely or not at all.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: ``StorageUnavailability`` if the old session, or none, is still there.
    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability)

    /// Removes the session. Succeeds if there is none.
    ///
    /// - Throws: ``StorageUnavailability`` if the session is still there.
    func delete() async throws(StorageUnavailability)

    /// Reads the session and decides by it what is stored from then on, with no other writer in between.
    ///
    /// The default reads and writes in two steps. A storage that several processes share should lock itself meanwhile.
    ///
    /// - Parameter decide: Looks at what is stored. What it returns beside the change is passed on.
    /// - Returns: What `decide` returned.
    /// - Throws: ``StorageUnavailability`` if the change was not made.
    func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome

    /// Another storage beside this one and as safe, for what belongs to the session without being part of it.
    ///
    /// - Parameter name: What is kept there, in letters and digits; the same name gives the same storage in each run.
    /// - Returns: The storage. By default one that ends with the process.
    func neighbor(_ name: String) -> any SessionStorage
}

extension SessionStorage {
    /// A storage in memory.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: An empty storage that ends with the process.
    public func neighbor(_ name: String) -> any SessionStorage {
        InMemorySessionStorage()
    }
}

extension SessionStorage {
    /// Reads the session, decides, and then saves or deletes.
    ///
    /// - Parameter decide: Looks at what is stored.
    /// - Returns: What `decide` returned.
    /// - Throws: ``StorageUnavailability`` if the change was not made.
    public func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome {
        let (change, outcome) = decide(await load())
        switch change {
        case .keep: break
        case .save(let session): try await save(session)
        case .delete: try await delete()
        }
        return outcome
    }
}

extension SessionStorage {
    /// Reads nothing: the session has to be waited for.
    ///
    /// - Returns: Always `nil`.
    public func loadNow() -> StoredSession? { nil }
}

/// What a storage says when it is asked for the session.
public enum StoredSession: Sendable {
    /// There is a session.
    case found(Secret<[UInt8]>)
    /// There certainly is none.
    case absent
    /// There may be one, but it cannot be read.
    case unavailable(StorageUnavailability)
}

/// What becomes of a stored session.
public enum StorageChange: Sendable {
    /// It stays as it is.
    case keep
    /// This session takes its place.
    case save(Secret<[UInt8]>)
    /// It is removed.
    case delete
}

/// Why a storage could not do what it was asked, open to new values.
public struct StorageUnavailability: RawRepresentable, Error, Sendable, Hashable {
    /// The spelling used in logs.
    public let rawValue: String

    /// Creates a reason from its spelling.
    ///
    /// - Parameter rawValue: The spelling used in logs.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device is locked.
    public static let locked = StorageUnavailability(rawValue: "locked")
    /// What is stored was written by a newer version of the app, or is damaged.
    ///
    /// It stays where it is until the user signs in again or ``Auth/signOut(because:)`` discards it; reading it again
    /// does not help.
    public static let undecodable = StorageUnavailability(rawValue: "undecodable")
    /// The process may not read or write there.
    public static let denied = StorageUnavailability(rawValue: "denied")
    /// Another process has held the storage's lock for longer than a writer waits.
    public static let busy = StorageUnavailability(rawValue: "busy")
    /// There is no room left.
    public static let full = StorageUnavailability(rawValue: "full")
    /// Reading or writing failed.
    public static let failed = StorageUnavailability(rawValue: "failed")
}
