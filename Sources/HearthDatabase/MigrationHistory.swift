internal import HearthCore

/// The whole history of a schema, shared by all databases that have it.
///
/// To run a long history takes longer than most tests, and each test has a database of its own: from the second one in
/// memory on, the schema is copied from one that is kept, page by page.
public final class MigrationHistory: Sendable {
    /// The steps, oldest first.
    public let migrations: [Migration]

    private enum Template: Sendable {
        /// No database in memory has asked yet: most processes have one at most.
        case unwanted
        case wanted
        case made([UInt8])
    }

    private let template = Locked(Template.unwanted)

    /// Takes a history.
    ///
    /// - Parameter migrations: The steps, oldest first.
    public init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// What the migrations make of an empty database, as a file would have it; from the second call on.
    func image() async throws -> [UInt8]? {
        let known = template.withLock { template -> Template in
            defer { if case .unwanted = template { template = .wanted } }
            return template
        }
        switch known {
        case .unwanted: return nil
        case .made(let image): return image
        case .wanted:
            let database = try Database(.memory)
            try await database.migrate(migrations)
            guard let image = try database.onlyConnection?.image() else { return nil }
            template.withLock { $0 = .made(image) }
            return image
        }
    }
}

extension Database {
    /// Brings the schema up to date, as `migrate(_:)` does with the migrations of the history.
    ///
    /// - Parameter history: The whole history.
    /// - Throws: ``DatabaseError``.
    public func migrate(_ history: MigrationHistory) async throws {
        if let connection = onlyConnection, try connection.isEmpty(), let image = try await history.image(),
            try connection.fill(from: image)
        {
            return
        }
        try await migrate(history.migrations)
    }
}
