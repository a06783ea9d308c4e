internal import HearthDatabase

extension Migration {
    /// Wrong passwords by client and address, and the network from which a session was started: a client from there is
    /// not kept waiting for what others guess.
    static let guesses = Migration(
        14,
        "guesses",
        [
            """
            CREATE TABLE password_failures (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                address BLOB NOT NULL, -- the SHA-256 of its key; empty counts all addresses of a client together
                source TEXT NOT NULL, -- the client's network; empty counts all clients of an address together
                failures INTEGER NOT NULL, -- each less than an hour after the one before
                last_failed_at INTEGER NOT NULL,
                PRIMARY KEY (project, tenant, address, source)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX password_failures_by_end ON password_failures (last_failed_at)",
            "ALTER TABLE sessions RENAME TO sessions_before",
            """
            CREATE TABLE sessions (
                digest BLOB PRIMARY KEY, -- of the refresh token
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                account TEXT NOT NULL,
                provider TEXT NOT NULL, -- how the user signed in
                auth_time INTEGER NOT NULL, -- seconds since 1970 at which a credential was proved
                second_factor TEXT, -- its kind, if one was shown
                second_factor_id TEXT, -- its enrollment
                claims TEXT, -- JSON: of the custom token
                attributes TEXT, -- JSON: what the provider told beside the user's identity
                source TEXT, -- the network from which it was started
                created_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL, -- to the minute
                ended_at INTEGER -- kept for a month, so that its client hears why
            ) STRICT, WITHOUT ROWID
            """,
            """
            INSERT INTO sessions
            SELECT digest, project, tenant, account, provider, auth_time, second_factor, second_factor_id, claims,
                attributes, NULL, created_at, last_used_at, ended_at
            FROM sessions_before
            """,
            "DROP TABLE sessions_before",
            "CREATE INDEX sessions_by_account ON sessions (project, tenant, account, source)",
            "CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL",
        ]
    )
}
