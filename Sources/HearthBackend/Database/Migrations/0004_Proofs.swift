internal import HearthDatabase

extension Migration {
    /// Texted codes, proofs of numbers, sign-ins that wait for a second factor, and authenticator apps.
    static let proofs = Migration(
        4,
        "proofs",
        [
            """
            CREATE TABLE phone_codes (
                session_digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                purpose TEXT NOT NULL,
                phone_number TEXT NOT NULL,
                account TEXT,
                code_digest BLOB NOT NULL,
                session TEXT,
                code TEXT,
                tries INTEGER NOT NULL DEFAULT 0,
                created_at INTEGER NOT NULL,
                expires_at INTEGER
            ) STRICT
            """,
            """
            CREATE INDEX phone_codes_by_number ON phone_codes (project, tenant, phone_number, purpose, created_at)
            """,
            "CREATE INDEX phone_codes_by_end ON phone_codes (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE phone_proofs (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                phone_number TEXT NOT NULL,
                expires_at INTEGER
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX phone_proofs_by_end ON phone_proofs (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE pending_sign_ins (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT NOT NULL,
                provider TEXT NOT NULL,
                claims TEXT,
                attributes TEXT,
                tries INTEGER NOT NULL DEFAULT 0,
                expires_at INTEGER
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (project, tenant, account)",
            "CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE authenticator_drafts (
                digest BLOB PRIMARY KEY,
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT NOT NULL,
                key BLOB NOT NULL,
                tries INTEGER NOT NULL DEFAULT 0,
                expires_at INTEGER
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX authenticator_drafts_by_end ON authenticator_drafts (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE authenticators (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL,
                account TEXT NOT NULL,
                id TEXT NOT NULL,
                key BLOB NOT NULL,
                last_step INTEGER NOT NULL,
                failures INTEGER NOT NULL DEFAULT 0,
                failing_since INTEGER,
                PRIMARY KEY (project, tenant, account, id)
            ) STRICT, WITHOUT ROWID
            """,
        ]
    )
}
