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
/// A file is replaced at once or not at all, also if the process is killed or the power fails, and several
/// processes may share it.
public final class FileSessionStorage: SessionStorage {
    private let files: SessionFiles
    private let name: String
    private let random: RandomSource

    /// Creates a storage.
    ///
    /// Nothing is created before the first session is saved.
    ///
    /// - Parameters:
    ///   - directory: The directory to keep the files in; it is created if need be.
    ///   - name: The name that the files begin with. Defaults to `session`.
    ///   - random: Where the key comes from. Defaults to the system's generator.
    public init(directory: String, name: String = "session", random: RandomSource = .system) {
        files = SessionFiles(directory: directory, name: name)
        self.name = name
        self.random = random
    }

    /// Reads the session.
    ///
    /// - Returns: The session; that there is none, if there is no file; or why neither can be said.
    @concurrent
    public func load() async -> StoredSession {
        read()
    }

    /// Reads the session on the calling thread: two small files.
    ///
    /// - Returns: The same as ``load()``.
    public func loadNow() -> StoredSession? {
        read()
    }

    private func read() -> StoredSession {
        do throws(StorageUnavailability) {
            guard let sealed = try files.read(files.session) else { return .absent }
            guard let key = try files.read(files.key), let content = Self.sealing.open(sealed, with: Secret(key)) else {
                return .unavailable(.undecodable)
            }
            return .found(content)
        } catch {
            return .unavailable(error)
        }
    }

    /// Puts a session in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: ``StorageUnavailability`` if the old session, or none, is still there.
    @concurrent
    public func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try files.locked { () throws(StorageUnavailability) in
            let key = if let key = try existingKey() { key } else { try newKey() }
            guard let sealed = Self.sealing.seal(session, with: key, random) else {
                throw StorageUnavailability.failed
            }
            try files.replace(files.session, with: sealed)
        }
    }

    /// Removes the session, and leaves the key for the next one.
    ///
    /// - Throws: ``StorageUnavailability`` if the session is still there.
    @concurrent
    public func delete() async throws(StorageUnavailability) {
        guard try files.read(files.session) != nil else { return }
        try files.locked { () throws(StorageUnavailability) in try files.remove(files.session) }
    }

    /// Files in the same directory, with a key of their own.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: The storage.
    public func neighbor(_ name: String) -> any SessionStorage {
        FileSessionStorage(directory: files.directory, name: self.name + "-" + name, random: random)
    }

    private static let sealing = Sealing(magic: "hearth-session-1\n")

    private func existingKey() throws(StorageUnavailability) -> Secret<[UInt8]>? {
        guard let key = try files.read(files.key), key.count == 32 else { return nil }
        return Secret(key)
    }

    private func newKey() throws(StorageUnavailability) -> Secret<[UInt8]> {
        let key = Secret(random.bytes(32))
        try files.replace(files.key, with: key.reveal())
        return key
    }
}
