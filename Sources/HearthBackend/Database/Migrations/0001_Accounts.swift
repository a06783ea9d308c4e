internal import HearthDatabase

extension Migration {
    /// Accounts, what they own, their sessions and codes, and the keys that sign tokens.
    static let accounts = Migration(
        1,
        "accounts",
        [
            """
            CREATE TABLE projects (
                id TEXT PRIMARY KEY,
                allows_duplicate_emails INTEGER NOT NULL DEFAULT 0,
                hides_emails INTEGER
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE accounts (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                id TEXT NOT NULL,
                email TEXT,
                email_verified INTEGER,
                email_link INTEGER,
                initial_email TEXT,
                display_name TEXT,
                photo_url TEXT,
                phone_number TEXT,
                screen_name TEXT,
                password TEXT,
                password_updated_at INTEGER,
                providers TEXT,
                second_factors TEXT,
                disabled INTEGER NOT NULL,
                custom_auth INTEGER,
                custom_attributes TEXT,
                created_at INTEGER,
                last_login_at INTEGER,
                last_refresh_at INTEGER,
                valid_since INTEGER,
                PRIMARY KEY (project, tenant, id)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE INDEX accounts_by_initial_email ON accounts (project, tenant, initial_email)
            WHERE initial_email IS NOT NULL
            """,
            """
            CREATE TABLE identities (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                kind TEXT NOT NULL,
                value TEXT NOT NULL,
                slot TEXT NOT NULL,
                account TEXT NOT NULL,
                PRIMARY KEY (project, tenant, kind, value, slot)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE sessions (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT NOT NULL,
                provider TEXT NOT NULL,
                auth_time INTEGER NOT NULL,
                second_factor TEXT,
                second_factor_id TEXT,
                claims TEXT,
                attributes TEXT,
                created_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX sessions_by_account ON sessions (project, tenant, account)",
            """
            CREATE TABLE codes (
                digest BLOB NOT NULL UNIQUE,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                type TEXT NOT NULL,
                email TEXT NOT NULL,
                new_email TEXT,
                code TEXT,
                link TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER
            ) STRICT
            """,
            "CREATE INDEX codes_by_email ON codes (project, tenant, email, type)",
            """
            CREATE TABLE signing_keys (
                id TEXT PRIMARY KEY,
                private_key TEXT NOT NULL,
                certificate TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
        ]
    )
}
