internal import HearthFirestoreModel

/// The place of a document, whether it exists or not.
public struct DocumentReference: Sendable {
    /// The client it belongs to.
    public let firestore: Firestore
    let location: Location

    init(_ firestore: Firestore, _ location: Location) {
        self.firestore = firestore
        self.location = location
    }

    init(_ firestore: Firestore, _ name: ResourceName) {
        self.init(firestore, Location(database: name.database, path: name.path))
    }

    /// The id: the last part of the path.
    public var documentID: String { location.path.id }

    /// The path from the root, for example `users/ada`.
    public var path: String { location.path.text }

    /// The collection that the document is in.
    public var parent: CollectionReference {
        CollectionReference(firestore, location.parent)
    }

    /// A collection below the document.
    ///
    /// - Parameter path: The collection's id, or a path that leads to a collection.
    /// - Returns: The collection; if the path is wrong, every call on it throws `invalidArgument`.
    public func collection(_ path: String) -> CollectionReference {
        CollectionReference(firestore, location.appending(path, isDocument: false))
    }

    /// The full name, or what is wrong with the path.
    func name() throws(FirestoreError) -> ResourceName {
        if let mistake = location.mistake { throw mistake }
        return ResourceName(database: location.database, path: location.path)
    }

    /// The path, if the document is of this client's database.
    func ownPath() throws(FirestoreError) -> ResourcePath {
        let name = try name()
        guard name.database == firestore.core.database else {
            throw .invalid("The document \(name.text) is of another database than \(firestore.core.database.text).")
        }
        return name.path
    }
}

extension DocumentReference: Hashable, CustomStringConvertible {
    /// Whether both are the same document of the same client.
    public static func == (lhs: DocumentReference, rhs: DocumentReference) -> Bool {
        lhs.firestore === rhs.firestore && lhs.location == rhs.location
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
    }

    /// The path.
    public var description: String { "DocumentReference(\(path))" }
}

/// A path, or the first mistake that was made on the way: calls on it throw it.
struct Location: Sendable, Hashable {
    let database: DatabaseName
    let path: ResourcePath
    var mistake: FirestoreError?

    init(database: DatabaseName, path: ResourcePath = .root, mistake: FirestoreError? = nil) {
        self.database = database
        self.path = path
        self.mistake = mistake
    }

    var parent: Location {
        Location(database: database, path: path.parent ?? .root, mistake: mistake)
    }

    /// The place that a relative path leads to.
    func appending(_ text: String, isDocument: Bool) -> Location {
        var segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if segments.count > 1, segments.first == "" { segments.removeFirst() }
        if segments.count > 1, segments.last == "" { segments.removeLast() }
        var location = Location(database: database, path: ResourcePath(path.segments + segments), mistake: mistake)
        if mistake == nil { location.mistake = location.fault(in: text, isDocument: isDocument) }
        return location
    }

    private func fault(in text: String, isDocument: Bool) -> FirestoreError? {
        if path.segments.contains("") {
            return .invalid("The path “\(text)” is empty or has an empty part.")
        }
        guard path.isDocument == isDocument else {
            let kind = isDocument ? "document" : "collection"
            let count = isDocument ? "an even" : "an odd"
            return .invalid("“\(path.text)” is no \(kind): the path of a \(kind) has \(count) number of parts.")
        }
        for (index, segment) in path.segments.enumerated() {
            do throws(ModelError) {
                if index.isMultiple(of: 2) {
                    try ResourcePath.checkCollectionID(segment)
                } else {
                    try ResourcePath.checkDocumentID(segment)
                }
            } catch {
                return FirestoreError(error)
            }
        }
        return nil
    }
}
