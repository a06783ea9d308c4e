extension Database {
    /// Brings the schema up to date: runs the migrations that the database has not seen, each in a transaction.
    ///
    /// Safe to call from several processes at once.
    ///
    /// - Parameter migrations: The whole history, oldest first.
    /// - Throws: ``DatabaseError``: ``DatabaseError/Code/newerSchema`` if the database has seen a later migration than
    ///   the last of these, ``DatabaseError/Code/changedMigration`` if one of these is not what was applied.
    public func migrate(_ migrations: [Migration]) async throws {
        guard zip(migrations, migrations.dropFirst()).allSatisfy({ $0.number < $1.number }) else {
            throw DatabaseError(code: .changedMigration, message: "the migrations are not in ascending order")
        }
        try await writeAlone { db in
            try db.execute(
                """
                CREATE TABLE IF NOT EXISTS schema_migrations (
                    number INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    checksum INTEGER NOT NULL
                ) STRICT
                """
            )
            try Self.refuseUnknown(db, known: migrations)
        }
        for migration in migrations {
            try await writeAlone { db in try Self.apply(migration, db) }
        }
    }

    /// The schema as the database keeps it.
    ///
    /// - Returns: The `CREATE` statements of all tables, indices, triggers and views, sorted; those of the migrations'
    ///   own table are left out.
    /// - Throws: ``DatabaseError``.
    public func schema() async throws -> [String] {
        try await read { db in
            try db.query(
                """
                SELECT sql FROM sqlite_schema
                WHERE sql IS NOT NULL AND tbl_name <> 'schema_migrations' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY sql
                """
            ).map { row throws(DatabaseError) in try row["sql"] }
        }
    }

    private static func refuseUnknown(_ db: borrowing Connection, known: [Migration]) throws(DatabaseError) {
        let latest = known.last?.number ?? 0
        for row in try db.query("SELECT number, name FROM schema_migrations ORDER BY number") {
            let number: Int = try row["number"]
            let name: String = try row["name"]
            if number > latest {
                throw DatabaseError(
                    code: .newerSchema,
                    message: "the database was written by a newer version: it has migration \(number), \(name), "
                        + "and this version knows \(latest)"
                )
            }
            guard known.contains(where: { $0.number == number }) else {
                throw DatabaseError(code: .changedMigration, message: "migration \(number), \(name), is missing")
            }
        }
    }

    private static func apply(_ migration: Migration, _ db: borrowing Connection) throws(DatabaseError) {
        let newest: Int? = try db.first("SELECT max(number) FROM schema_migrations")?[0]
        let seen = try db.first("SELECT checksum FROM schema_migrations WHERE number = \(migration.number)")
        if let seen {
            guard try seen["checksum"] == migration.checksum else {
                throw DatabaseError(
                    code: .changedMigration,
                    message: "migration \(migration.number), \(migration.name), was changed after it was applied"
                )
            }
            return
        }
        if let newest, newest > migration.number {
            throw DatabaseError(
                code: .changedMigration,
                message: "migration \(migration.number), \(migration.name), was put before number \(newest), "
                    + "which is applied already"
            )
        }
        for statement in migration.statements { try db.migrate(statement) }
        if let rewriting = migration.rewriting { try rewriting(db) }
        try db.execute(
            """
            INSERT INTO schema_migrations (number, name, checksum)
            VALUES (\(migration.number), \(migration.name), \(migration.checksum))
            """
        )
    }
}
