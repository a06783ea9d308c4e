internal import HearthDatabase

// `ALTER TABLE … RENAME` and `ADD COLUMN` leave marks in what SQLite shows of a table: making it anew does not.
extension Migration {
    /// The tables of projects, keys and enrollments, made anew with their columns described.
    static let describedTables: [SQL] = [
        "ALTER TABLE authenticator_drafts RENAME TO authenticator_drafts_before",
        """
        CREATE TABLE authenticator_drafts (
            digest BLOB PRIMARY KEY, -- of the session that the client keeps
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            account TEXT NOT NULL,
            key BLOB NOT NULL, -- what the app and the backend are to share
            tries INTEGER NOT NULL DEFAULT 0, -- wrong first codes
            expires_at INTEGER -- NULL for never, as all ends
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO authenticator_drafts (digest, project, tenant, account, key, tries, expires_at)
        SELECT digest, project, tenant, account, key, tries, expires_at FROM authenticator_drafts_before
        """,
        "DROP TABLE authenticator_drafts_before",
        "CREATE INDEX authenticator_drafts_by_account ON authenticator_drafts (project, tenant, account)",
        "CREATE INDEX authenticator_drafts_by_end ON authenticator_drafts (expires_at) WHERE expires_at IS NOT NULL",
        "ALTER TABLE authorizations RENAME TO authorizations_before",
        """
        CREATE TABLE authorizations (
            session_digest BLOB PRIMARY KEY, -- of the session that the browser keeps
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            provider TEXT NOT NULL,
            state_digest BLOB NOT NULL, -- of what the provider is given to repeat
            verifier TEXT NOT NULL, -- the proof key of RFC 7636
            redirect TEXT NOT NULL, -- the address to which the user comes back
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO authorizations (
            session_digest, project, tenant, provider, state_digest, verifier, redirect, expires_at
        )
        SELECT
            session_digest, project, tenant, provider, state_digest, verifier, redirect, expires_at
        FROM authorizations_before
        """,
        "DROP TABLE authorizations_before",
        "CREATE INDEX authorizations_by_end ON authorizations (expires_at)",
        "ALTER TABLE code_failures RENAME TO code_failures_before",
        """
        CREATE TABLE code_failures (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            account TEXT NOT NULL,
            factor TEXT NOT NULL, -- the enrollment whose codes were wrong
            source TEXT NOT NULL, -- the client's network
            failures INTEGER NOT NULL,
            last_failed_at INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, account, factor, source)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO code_failures (project, tenant, account, factor, source, failures, last_failed_at)
        SELECT project, tenant, account, factor, source, failures, last_failed_at FROM code_failures_before
        """,
        "DROP TABLE code_failures_before",
        "CREATE INDEX code_failures_by_end ON code_failures (last_failed_at)",
        "ALTER TABLE passkey_challenges RENAME TO passkey_challenges_before",
        """
        CREATE TABLE passkey_challenges (
            digest BLOB PRIMARY KEY,
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            account TEXT, -- in which a passkey is enrolled; NULL for a sign-in
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO passkey_challenges (digest, project, tenant, account, expires_at)
        SELECT digest, project, tenant, account, expires_at FROM passkey_challenges_before
        """,
        "DROP TABLE passkey_challenges_before",
        """
        CREATE INDEX passkey_challenges_by_account ON passkey_challenges (project, tenant, account)
        WHERE account IS NOT NULL
        """,
        "CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)",
        "ALTER TABLE passkeys RENAME TO passkeys_before",
        """
        CREATE TABLE passkeys (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            id TEXT NOT NULL, -- in base64url
            account TEXT NOT NULL,
            position INTEGER NOT NULL, -- among the account's passkeys, in the order of their enrollment
            name TEXT,
            public_key BLOB, -- COSE; NULL if enrolled without one, as the emulator allows
            sign_count INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO passkeys (project, tenant, id, account, position, name, public_key, sign_count)
        SELECT project, tenant, id, account, position, name, public_key, sign_count FROM passkeys_before
        """,
        "DROP TABLE passkeys_before",
        "CREATE INDEX passkeys_by_account ON passkeys (project, tenant, account, position)",
        "ALTER TABLE password_schemes RENAME TO password_schemes_before",
        """
        CREATE TABLE password_schemes (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            scheme TEXT NOT NULL, -- how imported passwords were hashed, with its cost
            sample TEXT NOT NULL, -- a hash of it that is of no password
            PRIMARY KEY (project, tenant, scheme)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO password_schemes (project, tenant, scheme, sample)
        SELECT project, tenant, scheme, sample FROM password_schemes_before
        """,
        "DROP TABLE password_schemes_before",
        "ALTER TABLE projects RENAME TO projects_before",
        """
        CREATE TABLE projects (
            id TEXT PRIMARY KEY,
            allows_duplicate_emails INTEGER NOT NULL DEFAULT 0, -- several accounts may have one address
            hides_emails INTEGER, -- unknown addresses look like known ones; NULL leaves it to the profile
            password_policy TEXT, -- JSON: as the project's configuration has it, as are the next two
            recaptcha TEXT,
            blocking_functions TEXT
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO projects (
            id, allows_duplicate_emails, hides_emails, password_policy, recaptcha, blocking_functions
        )
        SELECT
            id, allows_duplicate_emails, hides_emails, password_policy, recaptcha, blocking_functions
        FROM projects_before
        """,
        "DROP TABLE projects_before",
        "ALTER TABLE readiness RENAME TO readiness_before",
        """
        CREATE TABLE readiness (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            checked_at INTEGER NOT NULL,
            room BLOB NOT NULL -- as many bytes as a large transaction has
        ) STRICT
        """,
        """
        INSERT INTO readiness (id, checked_at, room)
        SELECT id, checked_at, room FROM readiness_before
        """,
        "DROP TABLE readiness_before",
        "ALTER TABLE signing_keys RENAME TO signing_keys_before",
        """
        CREATE TABLE signing_keys (
            id TEXT PRIMARY KEY, -- the kid of the tokens
            kind TEXT NOT NULL DEFAULT 'idToken', -- the tokens that it signs: idToken or sessionCookie
            private_key TEXT NOT NULL, -- PKCS #8 in PEM
            certificate TEXT NOT NULL,
            created_at INTEGER NOT NULL -- the newest signs, all verify
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO signing_keys (id, kind, private_key, certificate, created_at)
        SELECT id, kind, private_key, certificate, created_at FROM signing_keys_before
        """,
        "DROP TABLE signing_keys_before",
        "ALTER TABLE tenants RENAME TO tenants_before",
        """
        CREATE TABLE tenants (
            project TEXT NOT NULL,
            id TEXT NOT NULL,
            settings TEXT NOT NULL, -- JSON: as the wire has them, without the names
            created_at INTEGER,
            PRIMARY KEY (project, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO tenants (project, id, settings, created_at)
        SELECT project, id, settings, created_at FROM tenants_before
        """,
        "DROP TABLE tenants_before",
        "ALTER TABLE used_tokens RENAME TO used_tokens_before",
        """
        CREATE TABLE used_tokens (
            digest BLOB PRIMARY KEY, -- of what makes a provider's token unique
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO used_tokens (digest, expires_at)
        SELECT digest, expires_at FROM used_tokens_before
        """,
        "DROP TABLE used_tokens_before",
        "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
    ]
}
