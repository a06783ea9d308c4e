internal import HearthDatabase

/// The history of the tables.
enum NotesSchema {
    static let migrations = [
        Migration(
            1,
            "members and their notes",
            [
                """
                CREATE TABLE members (
                    id INTEGER PRIMARY KEY,
                    uid TEXT NOT NULL UNIQUE,
                    email TEXT,
                    profile_of INTEGER NOT NULL
                ) STRICT
                """,
                """
                CREATE TABLE notes (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE,
                    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
                    title TEXT NOT NULL,
                    text TEXT NOT NULL,
                    created INTEGER NOT NULL,
                    changed INTEGER NOT NULL
                ) STRICT
                """,
                "CREATE INDEX notes_of_member ON notes (member, number DESC)",
            ]
        )
    ]
}
