internal import HearthDatabase

extension Migration {
    /// The tables of sessions, codes and proofs, made anew with their columns described.
    static let describedCodes: [SQL] = [
        "ALTER TABLE codes RENAME TO codes_before",
        """
        CREATE TABLE codes (
            digest BLOB NOT NULL UNIQUE, -- of the code that was mailed; rowid is the order in which codes were issued
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            type TEXT NOT NULL, -- what it allows, in the words of the wire
            email TEXT NOT NULL, -- the mailbox that it proves
            new_email TEXT, -- the address to change to
            account TEXT, -- whose it is; NULL if any reader of the mailbox may use it
            second_factor TEXT, -- the enrollment that it takes away
            methods TEXT, -- JSON: the sign-in methods to which a recovery returns
            code TEXT, -- in the emulator alone, to be listed
            link TEXT, -- in the emulator alone, to be listed
            created_at INTEGER NOT NULL,
            expires_at INTEGER
        ) STRICT
        """,
        """
        INSERT INTO codes (
            rowid, digest, project, tenant, type, email, new_email, account, second_factor, methods, code,
            link, created_at, expires_at
        )
        SELECT
            rowid, digest, project, tenant, type, email, new_email, account, second_factor, methods, code,
            link, created_at, expires_at
        FROM codes_before
        """,
        "DROP TABLE codes_before",
        "CREATE INDEX codes_by_account ON codes (project, tenant, account) WHERE account IS NOT NULL",
        "CREATE INDEX codes_by_email ON codes (project, tenant, email, type)",
        "CREATE INDEX codes_by_end ON codes (expires_at) WHERE expires_at IS NOT NULL",
        "ALTER TABLE identities RENAME TO identities_before",
        """
        CREATE TABLE identities (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            kind TEXT NOT NULL, -- email, phone, provider:…, or provider-email for an address that a provider told
            value TEXT NOT NULL, -- the key of an address, a number, or the provider's identifier of the user
            slot TEXT NOT NULL, -- empty if only one account may have it, and else the account
            account TEXT NOT NULL,
            PRIMARY KEY (project, tenant, kind, value, slot)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO identities (project, tenant, kind, value, slot, account)
        SELECT project, tenant, kind, value, slot, account FROM identities_before
        """,
        "DROP TABLE identities_before",
        "ALTER TABLE pending_credentials RENAME TO pending_credentials_before",
        """
        CREATE TABLE pending_credentials (
            digest BLOB PRIMARY KEY,
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            profile TEXT NOT NULL, -- JSON: what the provider said of a user who was not let in yet
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO pending_credentials (digest, project, tenant, profile, expires_at)
        SELECT digest, project, tenant, profile, expires_at FROM pending_credentials_before
        """,
        "DROP TABLE pending_credentials_before",
        "CREATE INDEX pending_credentials_by_end ON pending_credentials (expires_at)",
        "ALTER TABLE pending_sign_ins RENAME TO pending_sign_ins_before",
        """
        CREATE TABLE pending_sign_ins (
            digest BLOB PRIMARY KEY, -- of the credential that the client keeps
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            account TEXT NOT NULL,
            provider TEXT NOT NULL, -- how the first factor was shown
            claims TEXT, -- JSON: of the session to come
            attributes TEXT, -- JSON: what the provider told beside the user's identity
            tries INTEGER NOT NULL DEFAULT 0, -- wrong codes
            expires_at INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO pending_sign_ins (
            digest, project, tenant, account, provider, claims, attributes, tries, expires_at
        )
        SELECT
            digest, project, tenant, account, provider, claims, attributes, tries, expires_at
        FROM pending_sign_ins_before
        """,
        "DROP TABLE pending_sign_ins_before",
        "CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (project, tenant, account)",
        "CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at) WHERE expires_at IS NOT NULL",
        "ALTER TABLE phone_codes RENAME TO phone_codes_before",
        """
        CREATE TABLE phone_codes (
            session_digest BLOB PRIMARY KEY, -- of the session that the client keeps
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            purpose TEXT NOT NULL, -- sign-in, enrollment or second-factor
            phone_number TEXT NOT NULL,
            account TEXT, -- whose second factor it is about; NULL for a sign-in
            code_digest BLOB NOT NULL, -- an HMAC whose key is the session
            source TEXT, -- the network of the client that asked for it
            session TEXT, -- in the emulator alone, to be listed
            code TEXT, -- in the emulator alone, to be listed
            tries INTEGER NOT NULL DEFAULT 0, -- wrong codes
            created_at INTEGER NOT NULL,
            expires_at INTEGER
        ) STRICT
        """,
        """
        INSERT INTO phone_codes (
            rowid, session_digest, project, tenant, purpose, phone_number, account, code_digest, source,
            session, code, tries, created_at, expires_at
        )
        SELECT
            rowid, session_digest, project, tenant, purpose, phone_number, account, code_digest, source,
            session, code, tries, created_at, expires_at
        FROM phone_codes_before
        """,
        "DROP TABLE phone_codes_before",
        "CREATE INDEX phone_codes_by_account ON phone_codes (project, tenant, account) WHERE account IS NOT NULL",
        "CREATE INDEX phone_codes_by_end ON phone_codes (expires_at) WHERE expires_at IS NOT NULL",
        "CREATE INDEX phone_codes_by_number ON phone_codes (project, tenant, phone_number, purpose, created_at)",
        "CREATE INDEX phone_codes_by_source ON phone_codes (source, created_at) WHERE source IS NOT NULL",
        "ALTER TABLE phone_proofs RENAME TO phone_proofs_before",
        """
        CREATE TABLE phone_proofs (
            digest BLOB PRIMARY KEY,
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            phone_number TEXT NOT NULL, -- whose messages the holder reads
            expires_at INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO phone_proofs (digest, project, tenant, phone_number, expires_at)
        SELECT digest, project, tenant, phone_number, expires_at FROM phone_proofs_before
        """,
        "DROP TABLE phone_proofs_before",
        "CREATE INDEX phone_proofs_by_end ON phone_proofs (expires_at) WHERE expires_at IS NOT NULL",
        "CREATE INDEX phone_proofs_by_number ON phone_proofs (project, tenant, phone_number)",
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
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL, -- to the minute
            ended_at INTEGER -- kept for a month, so that its client hears why
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO sessions (
            digest, project, tenant, account, provider, auth_time, second_factor, second_factor_id, claims,
            attributes, created_at, last_used_at, ended_at
        )
        SELECT
            digest, project, tenant, account, provider, auth_time, second_factor, second_factor_id, claims,
            attributes, created_at, last_used_at, ended_at
        FROM sessions_before
        """,
        "DROP TABLE sessions_before",
        "CREATE INDEX sessions_by_account ON sessions (project, tenant, account)",
        "CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL",
    ]
}
