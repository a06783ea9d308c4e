public import HearthAuth
internal import HearthFirestoreModel
public import HearthHTTP
internal import HearthTransport

/// Reads, writes and listens to documents of a Firestore database: at Firebase, or at `hearth serve`.
///
/// ```swift
/// let firestore = Firestore(projectID: "demo-shop", credentials: auth, settings: .emulator())
/// let orders = firestore.collection("users").document(user.uid).collection("orders")
/// try await orders.addDocument(data: ["title": "Tea", "count": 2])
/// for try await snapshot in orders.order(by: "title").snapshots { show(snapshot.documents) }
/// ```
///
/// Two objects share nothing: what one listens to, the other reads from the server.
public final class Firestore: Sendable {
    let core: FirestoreCore

    /// Makes a client; it calls nothing before it is asked to.
    ///
    /// - Parameters:
    ///   - projectID: The project's identifier.
    ///   - database: The database's identifier. Defaults to that of a project's first database.
    ///   - credentials: In whose name it calls. Defaults to no user's.
    ///   - settings: Where it calls. Defaults to Firebase.
    ///   - transport: What carries the calls. Defaults to the platform's own HTTP library.
    ///   - clock: The clocks to live by. Defaults to the system's.
    public init(
        projectID: String,
        database: String = "(default)",
        credentials: any CallCredentials = FixedCredentials.anonymous,
        settings: FirestoreSettings = FirestoreSettings(),
        transport: (any HTTPTransport)? = nil,
        clock: FirestoreClock = .system
    ) {
        core = FirestoreCore(
            remote: Remote(
                database: DatabaseName(project: projectID, database: database),
                settings: settings,
                transport: transport ?? SystemTransport(),
                credentials: credentials,
                clock: clock
            )
        )
    }

    /// Makes a client for the project and in the name of the user of an `Auth`.
    ///
    /// - Parameters:
    ///   - auth: Who is signed in. If its configuration names no project, every call throws `invalidArgument`.
    ///   - database: The database's identifier. Defaults to that of a project's first database.
    ///   - settings: Where it calls. Defaults to Firebase.
    ///   - transport: What carries the calls. Defaults to the platform's own HTTP library.
    public convenience init(
        auth: Auth,
        database: String = "(default)",
        settings: FirestoreSettings = FirestoreSettings(),
        transport: (any HTTPTransport)? = nil
    ) {
        var settings = settings
        settings.apiKey = settings.apiKey ?? auth.configuration.apiKey
        settings.appID = settings.appID ?? auth.configuration.appID
        self.init(
            projectID: auth.configuration.project ?? "",
            database: database,
            credentials: auth,
            settings: settings,
            transport: transport
        )
    }

    /// The project's identifier.
    public var projectID: String { core.database.project }

    /// The database's identifier.
    public var databaseID: String { core.database.database }

    /// Where the client calls.
    public var settings: FirestoreSettings { core.remote.settings }

    private var root: Location {
        let fault: FirestoreError? =
            if projectID.isEmpty || projectID.contains("/") || databaseID.isEmpty || databaseID.contains("/") {
                .invalid(
                    "“\(core.database.text)” is no database: the project's and the database's identifiers are needed."
                )
            } else {
                nil
            }
        return Location(database: core.database, mistake: fault)
    }

    /// A collection.
    ///
    /// - Parameter path: The collection's id, or a path of an odd number of parts.
    /// - Returns: The collection; if the path is wrong, every call on it throws `invalidArgument`.
    public func collection(_ path: String) -> CollectionReference {
        CollectionReference(self, root.appending(path, isDocument: false))
    }

    /// A document.
    ///
    /// - Parameter path: A path of an even number of parts.
    /// - Returns: The document; if the path is wrong, every call on it throws `invalidArgument`.
    public func document(_ path: String) -> DocumentReference {
        DocumentReference(self, root.appending(path, isDocument: true))
    }

    /// All collections with an id, at any depth.
    ///
    /// - Parameter id: The id, without slashes.
    /// - Returns: The query for all their documents.
    public func collectionGroup(_ id: String) -> Query {
        let parent = ResourceName(database: core.database, path: .root)
        var mistake = root.mistake
        if mistake == nil {
            do throws(ModelError) { try ResourcePath.checkCollectionID(id) } catch { mistake = FirestoreError(error) }
        }
        return Query(
            firestore: self,
            plan: ModelQuery(parent: parent, source: ModelQuery.Source(id, allDescendants: true)),
            mistake: mistake
        )
    }
}
