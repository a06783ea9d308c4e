#if canImport(Security)
public import HearthCore

/// Keeps a session in the keychain of the device.
///
/// The session can be read from the first unlocking of the device on, in the background too, and does not move to
/// another device. Before that it is ``StorageUnavailability/locked``, never absent. Apps of one access group share it.
///
/// The keychain outlives the app: a session is still there after the app was deleted and installed anew.
public struct KeychainSessionStorage: SessionStorage {
    private let entry: any SessionStorage

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - service: What the session is for, for example the app's bundle identifier.
    ///   - account: Which session it is, if there are several. Defaults to `session`.
    ///   - accessGroup: The keychain group of the apps that share the session, as it stands in the entitlements.
    ///     Defaults to the app's own.
    public init(service: String, account: String = "session", accessGroup: String? = nil) {
        let item = KeychainItem(service: service, account: account, accessGroup: accessGroup)
        entry = KeychainEntry(item: item, keychain: SystemKeychain(), random: .system)
    }

    private init(_ entry: any SessionStorage) {
        self.entry = entry
    }

    /// The storage of a project.
    ///
    /// - Parameters:
    ///   - configuration: The project. Each project and each server has an item of its own.
    ///   - accessGroup: The keychain group of the apps that share the session. Defaults to the app's own.
    /// - Returns: The storage.
    public static func standard(
        for configuration: AuthConfiguration,
        accessGroup: String? = nil
    ) -> KeychainSessionStorage {
        let name = FileSessionStorage.name(for: configuration)
        return KeychainSessionStorage(service: "hearth", account: name, accessGroup: accessGroup)
    }

    /// Reads the session, on a thread of the pool: the keychain may take its time.
    ///
    /// - Returns: The session, that there is none, or why neither can be said.
    public func load() async -> StoredSession {
        await entry.load()
    }

    /// Reads the session on the calling thread.
    ///
    /// - Returns: The same as ``load()``.
    public func loadNow() -> StoredSession? {
        entry.loadNow()
    }

    /// Puts a session in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: ``StorageUnavailability`` if the old session, or none, is still there.
    public func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try await entry.save(session)
    }

    /// Removes the session.
    ///
    /// - Throws: ``StorageUnavailability`` if the session is still there.
    public func delete() async throws(StorageUnavailability) {
        try await entry.delete()
    }

    /// Another item beside this one.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: The storage.
    public func neighbor(_ name: String) -> any SessionStorage {
        KeychainSessionStorage(entry.neighbor(name))
    }
}
#endif
