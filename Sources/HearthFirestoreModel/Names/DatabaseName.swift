/// The name of a database: a project, and the database's id in it.
public struct DatabaseName: Sendable, Hashable {
    /// The project's id.
    public let project: String
    /// The database's id; that of a project's first database is `(default)`.
    public let database: String

    /// Names a database.
    ///
    /// - Parameters:
    ///   - project: The project's id, without a slash.
    ///   - database: The database's id, without a slash. Defaults to `(default)`.
    public init(project: String, database: String = "(default)") {
        self.project = project
        self.database = database
    }

    /// The text form: `projects/{project}/databases/{database}`.
    public var text: String { "projects/\(project)/databases/\(database)" }

    /// Whether both are the same bytes.
    public static func == (lhs: DatabaseName, rhs: DatabaseName) -> Bool {
        lhs.project.hasSameBytes(as: rhs.project) && lhs.database.hasSameBytes(as: rhs.database)
    }

    /// Reads the text form.
    ///
    /// - Parameter text: `projects/{project}/databases/{database}`.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`, which says at which byte the text is wrong.
    public init(_ text: String) throws(FirestoreError) {
        var parser = ResourceNameParser(text, kind: "Database name")
        self = try parser.database()
        try parser.finish()
    }
}
