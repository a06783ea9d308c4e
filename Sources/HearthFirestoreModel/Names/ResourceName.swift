/// The full name of a document, or of the root or the document below which something is: a database and a path in it.
public struct ResourceName: Sendable, Hashable {
    /// The database.
    public let database: DatabaseName
    /// Where it is in the database.
    public let path: ResourcePath

    /// Joins a database and a path.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - path: A path whose ids were checked.
    public init(database: DatabaseName, path: ResourcePath) {
        self.database = database
        self.path = path
    }

    /// Reads the name of a document.
    ///
    /// - Parameter text: `projects/{project}/databases/{database}/documents/{collection}/{document}…`.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`, which says at which byte the text is wrong.
    public init(document text: String) throws(FirestoreError) {
        var parser = ResourceNameParser(text, kind: "Document name")
        database = try parser.documents()
        path = try parser.path(mayBeRoot: false)
    }

    /// Reads the name of a parent: the root of the documents, or a document.
    ///
    /// - Parameter text: `projects/{project}/databases/{database}/documents`, or the name of a document.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`, which says at which byte the text is wrong.
    public init(parent text: String) throws(FirestoreError) {
        var parser = ResourceNameParser(text, kind: "Document parent name")
        database = try parser.documents()
        path = try parser.path(mayBeRoot: true)
    }

    /// The text form.
    public var text: String {
        let root = database.text + "/documents"
        return path.isRoot ? root : root + "/" + path.text
    }

    /// The longest name, in bytes of UTF-8.
    static let maximumLength = 6144
    /// The most collections on the way to a document.
    static let maximumDepth = 100

    /// Compares by database, then by path.
    ///
    /// - Parameter other: The other name.
    /// - Returns: Where this one stands.
    public func compare(to other: ResourceName) -> Comparison {
        if database == other.database { return Comparison(bytes: path.key, other.path.key) }
        return Comparison(
            ResourcePath([database.project, database.database]),
            ResourcePath([other.database.project, other.database.database])
        )
    }
}
