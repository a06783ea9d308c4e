internal import HearthDatabase

extension Migration {
    /// From which network a provider's token was used: its client may use it again.
    static let tokenSources = Migration(
        18,
        "token sources",
        [
            // What is forgotten here was good for minutes.
            "DROP TABLE used_tokens",
            """
            CREATE TABLE used_tokens (
                digest BLOB PRIMARY KEY, -- of what makes a provider's token unique
                source TEXT, -- the network of the client that used it
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
        ]
    )
}
