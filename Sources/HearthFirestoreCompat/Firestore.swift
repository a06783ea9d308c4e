internal import HearthAuth
internal import HearthFirebaseCompat
@_exported public import HearthFirebaseCore
@_exported public import HearthFirestore
internal import HearthCore
public import HearthHTTP

/// A database, with FirebaseFirestore's names: one object for each app and each of its databases.
///
/// A thin cover of Hearth's own client. What differs from FirebaseFirestore is listed in
/// `Documentation/firestore-compat.md`.
public final class Firestore: Sendable {
    private struct State: Sendable {
        var settings = FirestoreSettings()
        var client: HearthFirestore.Firestore?
        var transport: (any HTTPTransport)?
        var hasLateTransport = false
        var isTerminated = false
        var listeners: [Int: HearthFirestore.ListenerRegistration] = [:]
        var lastListener = 0
    }

    /// The database's identifier of a project's first database.
    private static let defaultDatabase = "(default)"
    private static let unconfigured = Firestore(nil, defaultDatabase)

    /// The app that this belongs to.
    public let app: FirebaseApp?
    private let database: String
    private let state = Locked(State())
    /// The writes that were begun so far.
    let writes = WriteLine()

    private static func key(_ database: String) -> String { "firestore/\(database)" }

    private init(_ app: FirebaseApp?, _ database: String) {
        self.app = app
        self.database = database
    }

    /// The default app's first database; while no app was configured, every call fails with `invalidArgument`.
    public static func firestore() -> Firestore {
        FirebaseApp.app().map { firestore(app: $0) } ?? unconfigured
    }

    /// An app's first database.
    public static func firestore(app: FirebaseApp) -> Firestore {
        firestore(app: app, database: defaultDatabase)
    }

    /// One of the default app's databases.
    public static func firestore(database: String) -> Firestore {
        FirebaseApp.app().map { firestore(app: $0, database: database) } ?? unconfigured
    }

    /// One of an app's databases.
    public static func firestore(app: FirebaseApp, database: String) -> Firestore {
        app.service(key(database)) { Firestore(app, database) }
    }

    /// Where it calls; to be set before the first use of a collection or a document.
    ///
    /// FirebaseFirestore ends the app when they are changed later. Here every call after such a change fails with
    /// `failedPrecondition`, so that nothing is read or written at the wrong place, until the settings are again those of
    /// the first use. To change them, ``terminate()`` and ask for the database again.
    public var settings: FirestoreSettings {
        get { state.withLock(\.settings) }
        set { state.withLock { $0.settings = newValue } }
    }

    /// Calls an emulator: `hearth serve`, or the official one; to be called before the first use, as ``settings`` is set.
    public func useEmulator(withHost host: String, port: Int) {
        let emulator = HearthFirestore.FirestoreSettings.emulator(host: host, port: port)
        let settings = settings
        settings.host = emulator.host
        settings.isSSLEnabled = false
        self.settings = settings
    }

    /// Carries calls by a transport of yours, for tests; to be called before the first use, as ``settings`` is set.
    ///
    /// ```swift
    /// Firestore.firestore().use(try await TestBackend().transport)
    /// ```
    ///
    /// - Parameter transport: Carries the calls.
    public func use(_ transport: any HTTPTransport) {
        state.withLock { state in
            if state.client != nil { state.hasLateTransport = true }
            state.transport = transport
        }
    }

    /// Throws if calls would go elsewhere than the settings say.
    func checkSettings() throws(FirestoreError) {
        let isChanged = state.withLock { state in
            guard let inUse = state.client?.settings else { return false }
            return state.hasLateTransport || inUse.host != state.settings.host
                || inUse.isSSLEnabled != state.settings.isSSLEnabled
        }
        guard isChanged else { return }
        throw FirestoreError(
            .failedPrecondition,
            "The settings were changed after the first use of the database: set them before it, or terminate() first."
        )
    }

    /// Hearth's client, made at the first use.
    var client: HearthFirestore.Firestore {
        let auth = app.flatMap { HearthFirebaseCompat.Auth.auth(app: $0).client }
        let project = app?.options.projectID ?? auth?.configuration.project ?? ""
        return state.withLock { state in
            if let client = state.client { return client }
            var settings = HearthFirestore.FirestoreSettings(
                host: state.settings.host,
                isSSLEnabled: state.settings.isSSLEnabled
            )
            settings.apiKey = app?.options.apiKey
            let client = HearthFirestore.Firestore(
                projectID: project,
                database: database,
                credentials: auth ?? FixedCredentials.anonymous as any CallCredentials,
                settings: settings,
                transport: state.transport
            )
            state.client = client
            return client
        }
    }

    /// Keeps a listener until it is removed: FirebaseFirestore's live without a reference to them.
    func keep(_ listener: HearthFirestore.ListenerRegistration) -> ListenerRegistration {
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
        return ListenerRegistration { [weak self] in
            listener.remove()
            self?.state.withLock { $0.listeners[id] = nil }
        }
    }

    /// What a listener gets if the settings were changed too late: an error, and no snapshot.
    func refusal(_ listener: @escaping @Sendable (any Error) async -> Void) -> ListenerRegistration? {
        do throws(FirestoreError) {
            try checkSettings()
            return nil
        } catch {
            let task = Task { await listener(FirestoreErrors.error(error)) }
            return ListenerRegistration { task.cancel() }
        }
    }

    // MARK: Places

    /// A collection; if the path is wrong, every call on it fails with `invalidArgument`.
    public func collection(_ collectionPath: String) -> CollectionReference {
        CollectionReference(self, client.collection(collectionPath))
    }

    /// A document; if the path is wrong, every call on it fails with `invalidArgument`.
    public func document(_ documentPath: String) -> DocumentReference {
        DocumentReference(self, client.document(documentPath))
    }

    /// All collections with an id, at any depth.
    public func collectionGroup(_ collectionID: String) -> Query {
        Query(self, client.collectionGroup(collectionID))
    }

    /// Begins writes that happen together.
    public func batch() -> WriteBatch { WriteBatch(self) }

    // MARK: Network

    /// Listens and writes again.
    public func enableNetwork() async throws {
        try await afterWrites { try await client.enableNetwork() }
    }

    /// Stops listening and writing: writes wait.
    public func disableNetwork() async throws {
        try await afterWrites { try await client.disableNetwork() }
    }

    /// Waits until the server has everything that was written up to now, or has refused it.
    public func waitForPendingWrites() async throws {
        try await afterWrites { await client.waitForPendingWrites() }
    }

    /// Ends everything; ``firestore(app:)`` makes a new object then.
    public func terminate() async throws {
        await writes.entered()
        await client.terminate()
        state.withLock { $0.isTerminated = true }
        app?.removeService(Self.key(database), self)
    }

    /// Removes what the device keeps of documents, which is nothing: they are in memory.
    ///
    /// - Throws: An `NSError` with code `failedPrecondition` between the first use and ``terminate()``, as FirebaseFirestore.
    public func clearPersistence() async throws {
        let isInUse = state.withLock { $0.client != nil && !$0.isTerminated }
        guard isInUse else { return }
        let message = "The database is in use: terminate() first."
        throw FirestoreErrors.error(FirestoreError(.failedPrecondition, message))
    }

    /// Calls a closure on the main actor each time that all listeners were told what belongs together.
    public func addSnapshotsInSyncListener(_ listener: @escaping @MainActor @Sendable () -> Void)
        -> ListenerRegistration
    {
        let stream = client.snapshotsInSync
        let task = Task { for await _ in stream { await listener() } }
        return ListenerRegistration { task.cancel() }
    }
}

extension Firestore: CustomStringConvertible {
    /// The database.
    public var description: String { "Firestore(\(database))" }
}

/// A listener, which lives until it is removed.
public final class ListenerRegistration: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends the listener; calling it again does nothing.
    public func remove() { end() }
}
