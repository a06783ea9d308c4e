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
    ///   - isSharedAcrossDevices: Whether iCloud's keychain takes the session to the user's other devices, where it is the
    ///     same session. Defaults to no: then it never leaves this device.
    public init(
        service: String,
        account: String = "session",
        accessGroup: String? = nil,
        isSharedAcrossDevices: Bool = false
    ) {
        let item = KeychainItem(
            service: service,
            account: account,
            accessGroup: accessGroup,
            isSynchronized: isSharedAcrossDevices
        )
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
    ///   - isSharedAcrossDevices: Whether iCloud's keychain takes the session to the user's other devices. Defaults to no.
    /// - Returns: The storage.
    public static func standard(
        for configuration: AuthConfiguration,
        accessGroup: String? = nil,
        isSharedAcrossDevices: Bool = false
    ) -> KeychainSessionStorage {
        KeychainSessionStorage(
            service: "hearth",
            account: FileSessionStorage.name(for: configuration),
            accessGroup: accessGroup,
            isSharedAcrossDevices: isSharedAcrossDevices
        )
    }

    /// Where FirebaseAuth keeps its archive, for ``FirebaseAuthMigration``.
    ///
    /// - Parameters:
    ///   - appID: The app's identifier at Firebase, `GOOGLE_APP_ID`.
    ///   - appName: The name of the `FirebaseApp`. Defaults to the default app's.
    /// - Returns: The storage, to be read and removed.
    public static func firebaseAuth(appID: String, appName: String = "__FIRAPP_DEFAULT") -> KeychainSessionStorage {
        KeychainSessionStorage(
            service: "firebase_auth_" + appID,
            account: "firebase_auth_1_\(appName)_firebase_user"
        )
    }

    /// Where FirebaseAuth keeps the archive that the apps of an access group share, for ``FirebaseAuthMigration``.
    ///
    /// - Parameters:
    ///   - apiKey: The project's API key.
    ///   - accessGroup: The group, as it was given to FirebaseAuth's `useUserAccessGroup(_:)`.
    /// - Returns: The storage, to be read and removed.
    public static func firebaseAuth(apiKey: String, accessGroup: String) -> KeychainSessionStorage {
        KeychainSessionStorage(service: apiKey, account: "firebase_auth_firebase_user", accessGroup: accessGroup)
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
