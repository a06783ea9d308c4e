internal import HearthDatabase

extension Migration {
    /// The identities of projects' own servers, and the keys with which they sign.
    static let serviceAccounts = Migration(
        11,
        "service accounts",
        [
            """
            CREATE TABLE service_accounts (
                email TEXT PRIMARY KEY,
                project TEXT NOT NULL,
                unique_id TEXT NOT NULL UNIQUE,
                display_name TEXT,
                created_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX service_accounts_by_project ON service_accounts (project, email)",
            """
            CREATE TABLE service_account_keys (
                account TEXT NOT NULL,
                id TEXT NOT NULL,
                holder TEXT NOT NULL, -- owner or server
                public_key TEXT NOT NULL, -- PEM
                sealed_key BLOB, -- the private key that the server holds, sealed
                is_uploaded INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                PRIMARY KEY (account, id)
            ) STRICT, WITHOUT ROWID
            """,
        ]
    )
}
