internal import HearthDatabase

extension Migration {
    /// Tenants, indices for what ends, what limits are counted by, and a row that shows that the storage can be written.
    static let edges = Migration(
        8,
        "edges",
        [
            "CREATE INDEX codes_by_end ON codes (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE tenants (
                project TEXT NOT NULL,
                id TEXT NOT NULL,
                settings TEXT NOT NULL,
                created_at INTEGER,
                PRIMARY KEY (project, id)
            ) STRICT, WITHOUT ROWID
            """,
            // A tenant that has accounts by now is one, with everything allowed that was allowed until now.
            """
            INSERT INTO tenants (project, id, settings)
            SELECT DISTINCT project, tenant,
                '{"allowPasswordSignup":true,"enableEmailLinkSignin":true,"enableAnonymousUser":true,'
                || '"mfaConfig":{"state":"ENABLED","enabledProviders":["PHONE_SMS"],"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{}}]}}'
            FROM accounts WHERE tenant <> ''
            """,
            "ALTER TABLE phone_codes ADD COLUMN source TEXT",
            "CREATE INDEX phone_codes_by_source ON phone_codes (source, created_at) WHERE source IS NOT NULL",
            "ALTER TABLE authenticators ADD COLUMN last_failed_at INTEGER",
            "ALTER TABLE authenticators ADD COLUMN known_source TEXT",
            """
            CREATE TABLE code_failures (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT NOT NULL,
                factor TEXT NOT NULL,
                source TEXT NOT NULL,
                failures INTEGER NOT NULL,
                last_failed_at INTEGER NOT NULL,
                PRIMARY KEY (project, tenant, account, factor, source)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX code_failures_by_end ON code_failures (last_failed_at)",
            """
            CREATE TABLE password_schemes (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                scheme TEXT NOT NULL,
                sample TEXT NOT NULL,
                PRIMARY KEY (project, tenant, scheme)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE readiness (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                checked_at INTEGER NOT NULL,
                room BLOB NOT NULL
            ) STRICT
            """,
        ]
    )
}
