public import HearthCore

/// A storage that takes over the session that FirebaseAuth kept, so that users of an app's earlier version need not sign
/// in again.
///
/// ```swift
/// let storage = FirebaseAuthMigration(
///     KeychainSessionStorage.standard(for: configuration),
///     archive: KeychainSessionStorage.firebaseAuth(appID: "1:1234567890:ios:321abc456def7890")
/// )
/// let auth = Auth(configuration, storage: storage)
/// ```
///
/// The archive counts while nothing else is stored. It is removed as soon as its session is kept here, and with every
/// sign-out; an earlier version of the app does not find it again. One that cannot be read yet, because the device is
/// locked, is ``StorageUnavailability/locked``; one that cannot be decoded is ``StorageUnavailability/undecodable`` and
/// stays until the user signs in and out. Second factors and passkeys are known after the next
/// ``User/reload()``.
public struct FirebaseAuthMigration: SessionStorage {
    private let storage: any SessionStorage
    private let archive: any SessionStorage
    private let now: @Sendable () -> UnixTime

    /// Puts a storage in the place of FirebaseAuth's.
    ///
    /// - Parameters:
    ///   - storage: Where sessions are kept from now on.
    ///   - archive: Where FirebaseAuth kept its archive.
    ///   - now: The clock. Defaults to the system's.
    public init(
        _ storage: any SessionStorage,
        archive: any SessionStorage,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.storage = storage
        self.archive = archive
        self.now = now
    }

    /// Reads the session, and takes FirebaseAuth's over if there is no other.
    ///
    /// - Returns: The session, that there is none, or why neither can be said.
    public func load() async -> StoredSession {
        let stored = await storage.load()
        guard case .absent = stored else { return stored }
        let old = translated(await archive.load())
        guard case .found(let session) = old else { return old }
        do throws(StorageUnavailability) {
            let winner = try await storage.update { stored in
                guard case .absent = stored else { return (.keep, stored) }
                return (.save(session), .found(session))
            }
            try await archive.delete()
            return winner
        } catch {
            // The session is known, and is taken over another time.
            return old
        }
    }

    /// Reads the session on the calling thread; FirebaseAuth's is not taken over by that.
    ///
    /// - Returns: The same as ``load()``, or `nil` if that has to be waited for.
    public func loadNow() -> StoredSession? {
        guard let stored = storage.loadNow() else { return nil }
        guard case .absent = stored else { return stored }
        return archive.loadNow().map(translated)
    }

    /// Puts a session in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: ``StorageUnavailability`` if the old session, or none, is still there.
    public func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try await storage.save(session)
    }

    /// Removes the session, and FirebaseAuth's.
    ///
    /// - Throws: ``StorageUnavailability`` if one of them is still there.
    public func delete() async throws(StorageUnavailability) {
        // The other way around, a crash in between would bring the user back.
        try await archive.delete()
        try await storage.delete()
    }

    /// Reads the session and decides by it what is stored from then on.
    ///
    /// - Parameter decide: Looks at what is stored.
    /// - Returns: What `decide` returned.
    /// - Throws: ``StorageUnavailability`` if the change was not made.
    public func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome {
        let old = translated(await archive.load())
        let (ends, outcome) = try await storage.update { stored in
            guard case .absent = stored, case .found(let session) = old else {
                let (change, outcome) = decide(stored)
                return (change, (change.isRemoval, outcome))
            }
            let (change, outcome) = decide(old)
            guard case .keep = change else { return (change, (true, outcome)) }
            return (.save(session), (true, outcome))
        }
        if ends { try await archive.delete() }
        return outcome
    }

    /// Another storage beside the one that sessions are kept in.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: The storage.
    public func neighbor(_ name: String) -> any SessionStorage {
        storage.neighbor(name)
    }

    /// FirebaseAuth's session in the form in which it is kept here.
    private func translated(_ archive: StoredSession) -> StoredSession {
        guard case .found(let bytes) = archive else { return archive }
        guard let session = FirebaseAuthArchive.session(in: bytes, now: now()).flatMap(SessionEnvelope.encode) else {
            return .unavailable(.undecodable)
        }
        return .found(session)
    }
}

extension StorageChange {
    fileprivate var isRemoval: Bool {
        if case .delete = self { true } else { false }
    }
}
