internal import HearthDatabase

extension Migration {
    /// What providers said of users who could not be let in at once, and the tokens that were used already.
    static let providers = Migration(
        3,
        "providers",
        [
            """
            CREATE TABLE pending_credentials (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                profile TEXT NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX pending_credentials_by_end ON pending_credentials (expires_at)",
            """
            CREATE TABLE used_tokens (
                digest BLOB PRIMARY KEY,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
        ]
    )
}
