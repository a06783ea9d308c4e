internal import HearthDatabase

extension Migration {
    /// Passkeys, and the challenges that they sign.
    static let passkeys = Migration(
        5,
        "passkeys",
        [
            "ALTER TABLE accounts ADD COLUMN passkeys TEXT",
            """
            CREATE TABLE passkeys (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                id TEXT NOT NULL,
                account TEXT NOT NULL,
                public_key BLOB,
                sign_count INTEGER NOT NULL,
                PRIMARY KEY (project, tenant, id)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE passkey_challenges (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)",
        ]
    )
}
