internal import HearthDatabase

/// The tables, as their history made them.
enum Schema {
    static let history = MigrationHistory([
        Migration(
            1,
            "documents, their versions and their indexes",
            [
                """
                CREATE TABLE database (
                    id INTEGER PRIMARY KEY, project BLOB NOT NULL, name BLOB NOT NULL, epoch INTEGER NOT NULL,
                    last_commit INTEGER NOT NULL, UNIQUE (project, name)
                ) STRICT
                """,
                """
                CREATE TABLE collection (
                    id INTEGER PRIMARY KEY, database INTEGER NOT NULL, parent BLOB NOT NULL, name BLOB NOT NULL,
                    documents INTEGER NOT NULL, UNIQUE (database, parent, name)
                ) STRICT
                """,
                "CREATE INDEX collection_by_name ON collection (database, name, parent)",
                """
                CREATE TABLE document (
                    collection INTEGER NOT NULL, id BLOB NOT NULL, fields BLOB NOT NULL, created INTEGER NOT NULL,
                    updated INTEGER NOT NULL, PRIMARY KEY (collection, id)
                ) STRICT, WITHOUT ROWID
                """,
                """
                CREATE TABLE field (
                    id INTEGER PRIMARY KEY, database INTEGER NOT NULL, path BLOB NOT NULL, UNIQUE (database, path)
                ) STRICT
                """,
                "CREATE TABLE entry (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID",
                """
                CREATE TABLE history (
                    collection INTEGER NOT NULL, id BLOB NOT NULL, until INTEGER NOT NULL, database INTEGER NOT NULL,
                    fields BLOB, created INTEGER NOT NULL, updated INTEGER NOT NULL,
                    PRIMARY KEY (collection, id, until)
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX history_by_time ON history (database, until, collection, id)",
            ]
        )
    ])
}
