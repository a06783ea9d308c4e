public import HearthCore

/// Keeps a session in a sealed file, for systems without a keychain.
///
/// The session is sealed with AES-256-GCM, the key lies in a file beside it; both can be read by their owner only
/// (mode 0600, in a directory of mode 0700). That keeps the session out of the hands of other users of the machine,
/// and makes a copied, searched or damaged file worthless on its own. It does not protect against who can read
/// both files: the same user's other programs, an administrator, a backup of the whole directory.
///
/// Files are read and written on a thread of the pool, never on the caller's actor; but for ``loadNow()``.
///
/// A file is replaced at once or not at all, also if the process is killed or the power fails. Several processes may
/// share it: they write one after the other. A writer waits for another one for a few seconds at most, and then throws
/// ``StorageUnavailability/busy``; ``Auth`` then keeps the session in memory and writes it later.
public final class FileSessionStorage: SessionStorage {
    private let files: SessionFiles
    private let name: String
    private let random: RandomSource
    private let patience: Duration

    /// Creates a storage.
    ///
    /// Nothing is created before the first session is saved.
    ///
    /// - Parameters:
    ///   - directory: The directory to keep the files in; it is created if need be.
    ///   - name: The name that the files begin with. Defaults to `session`.
    ///   - random: Where the key comes from. Defaults to the system's generator.
    ///   - patience: How long a writer waits for another process that is writing. Defaults to five seconds.
    public init(
        directory: String,
        name: String = "session",
        random: RandomSource = .system,
        patience: Duration = .seconds(5)
    ) {
        files = SessionFiles(directory: directory, name: name)
        self.name = name
        self.random = random
        self.patience = patience
    }

    /// Reads the session, and removes what killed writers left.
    ///
    /// - Returns: The session; that there is none, if there is no file; or why neither can be said.
    @concurrent
    public func load() async -> StoredSession {
        let stored = look()
        if let tidied = tidiedNow(stored) { return tidied }
        return (try? await files.locked(within: patience) { tidy() }) ?? stored
    }

    /// Reads the session on the calling thread: two small files.
    ///
    /// - Returns: The same as ``load()``; `nil` if another process is writing.
    public func loadNow() -> StoredSession? {
        tidiedNow(look())
    }

    /// Puts a session in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: ``StorageUnavailability`` if the old session, or none, is still there.
    @concurrent
    public func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try await files.locked(within: patience) { () throws(StorageUnavailability) in try put(session) }
    }

    /// Removes the session, its key, and what killed writers left of either.
    ///
    /// - Throws: ``StorageUnavailability`` if the session is still there.
    @concurrent
    public func delete() async throws(StorageUnavailability) {
        guard files.hasTraces else { return }
        try await files.locked(within: patience) { () throws(StorageUnavailability) in try files.removeAll() }
    }

    /// Reads the session and decides by it what is stored from then on, while other processes wait.
    ///
    /// - Parameter decide: Looks at what is stored.
    /// - Returns: What `decide` returned.
    /// - Throws: ``StorageUnavailability`` if the change was not made.
    @concurrent
    public func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome {
        try await files.locked(within: patience) { () throws(StorageUnavailability) in
            let (change, outcome) = decide(look())
            switch change {
            case .keep: break
            case .save(let session): try put(session)
            case .delete: try files.removeAll()
            }
            return outcome
        }
    }

    /// Files in the same directory, with a key of their own.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: The storage.
    public func neighbor(_ name: String) -> any SessionStorage {
        FileSessionStorage(
            directory: files.directory,
            name: self.name + "-" + name,
            random: random,
            patience: patience
        )
    }

    private static let sealing = Sealing(magic: "hearth-session-1\n")

    /// Reads both files as they are now; a writer may be between the two.
    private func look() -> StoredSession {
        do throws(StorageUnavailability) {
            guard let sealed = try SessionFiles.read(files.session) else { return .absent }
            guard let key = try SessionFiles.read(files.key), let content = Self.sealing.open(sealed, with: Secret(key))
            else {
                return .unavailable(.undecodable)
            }
            return .found(content)
        } catch {
            return .unavailable(error)
        }
    }

    /// What was read, after what killed writers left was removed; `nil` if only the lock can tell what it was.
    private func tidiedNow(_ stored: StoredSession) -> StoredSession? {
        switch stored {
        case .found where files.hasDrafts, .absent where files.hasTraces:
            return (try? files.lockedNow { tidy() }) ?? stored
        case .unavailable(.undecodable):
            // A writer may have been between the two files.
            do throws(StorageUnavailability) { return try files.lockedNow { tidy() } } catch { return stored }
        case .found, .absent, .unavailable:
            return stored
        }
    }

    /// Reads both files and removes what belongs to neither; to be called with the lock.
    private func tidy() -> StoredSession {
        let stored = look()
        // What cannot be removed now is tried again at the next start.
        if case .absent = stored { try? files.removeAll() } else { try? files.removeDrafts() }
        return stored
    }

    private func put(_ session: Secret<[UInt8]>) throws(StorageUnavailability) {
        let key = if let key = try existingKey() { key } else { try newKey() }
        guard let sealed = Self.sealing.seal(session, with: key, random) else { throw .failed }
        try files.replace(files.session, with: sealed)
    }

    private func existingKey() throws(StorageUnavailability) -> Secret<[UInt8]>? {
        guard let key = try SessionFiles.read(files.key), key.count == 32 else { return nil }
        return Secret(key)
    }

    private func newKey() throws(StorageUnavailability) -> Secret<[UInt8]> {
        let key = Secret(random.bytes(32))
        try files.replace(files.key, with: key.reveal())
        return key
    }
}
