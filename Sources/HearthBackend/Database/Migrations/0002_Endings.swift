internal import HearthDatabase

extension Migration {
    /// Sessions that ended and say why they cannot be refreshed, and codes that belong to an account.
    static let endings = Migration(
        2,
        "endings",
        [
            "ALTER TABLE sessions ADD COLUMN ended_at INTEGER",
            "CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL",
            "ALTER TABLE codes ADD COLUMN account TEXT",
            "CREATE INDEX codes_by_account ON codes (project, tenant, account) WHERE account IS NOT NULL",
        ]
    )
}
