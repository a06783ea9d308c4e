internal import HearthDatabase

extension Migration {
    /// Browsers that were sent to a provider and have not come back.
    static let authorizations = Migration(
        6,
        "authorizations",
        [
            """
            CREATE TABLE authorizations (
                session_digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                provider TEXT NOT NULL,
                state_digest BLOB NOT NULL,
                verifier TEXT NOT NULL,
                redirect TEXT NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX authorizations_by_end ON authorizations (expires_at)",
        ]
    )
}
