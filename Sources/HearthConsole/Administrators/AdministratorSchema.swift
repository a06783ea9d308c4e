internal import HearthDatabase

/// The tables of the console of a server for real users: a database file of its own, which clearing or restoring a
/// project cannot touch.
enum AdministratorSchema {
    static let migrations = [
        Migration(
            1,
            "administrators",
            [
                """
                CREATE TABLE administrators (
                    id TEXT PRIMARY KEY,
                    email TEXT NOT NULL,
                    key TEXT NOT NULL UNIQUE, -- the address as it is compared
                    role TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    enrolled_at INTEGER, -- when the invitation was accepted
                    last_sign_in_at INTEGER
                ) STRICT, WITHOUT ROWID
                """,
                """
                CREATE TABLE invitations (
                    administrator TEXT PRIMARY KEY, -- the newest invitation alone counts
                    digest BLOB NOT NULL UNIQUE, -- of the code in the link
                    expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """,
                """
                CREATE TABLE sessions (
                    digest BLOB PRIMARY KEY, -- of the cookie's value
                    administrator TEXT NOT NULL,
                    source TEXT, -- the address from which it was started
                    agent TEXT, -- the browser
                    created_at INTEGER NOT NULL,
                    proved_at INTEGER NOT NULL, -- when both factors were proved last
                    last_used_at INTEGER NOT NULL -- to the minute
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX sessions_by_administrator ON sessions (administrator, created_at)",
                """
                CREATE TABLE audit (
                    number INTEGER PRIMARY KEY,
                    at INTEGER NOT NULL,
                    administrator TEXT, -- none for the host's command line
                    email TEXT NOT NULL,
                    role TEXT NOT NULL,
                    action TEXT NOT NULL,
                    target TEXT NOT NULL,
                    detail TEXT NOT NULL, -- JSON without secrets
                    source TEXT,
                    digest BLOB NOT NULL, -- of this line and the digest before it
                    status INTEGER -- the answer; none if the process ended before it
                ) STRICT
                """,
                "CREATE INDEX audit_by_administrator ON audit (administrator, number)",
            ]
        )
    ]
}
