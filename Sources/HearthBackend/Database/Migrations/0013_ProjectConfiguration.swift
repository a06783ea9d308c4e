internal import HearthDatabase

extension Migration {
    /// What else a project decides for itself, accounts that show an empty list of factors, and the orders in which administrators ask for accounts.
    static let projectConfiguration = Migration(
        13,
        "project configuration",
        [
            "ALTER TABLE projects ADD COLUMN settings TEXT",
            "ALTER TABLE accounts ADD COLUMN lists_no_factors INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX accounts_by_name ON accounts (project, tenant, display_name, id)",
            "CREATE INDEX accounts_by_creation ON accounts (project, tenant, created_at, id)",
            "CREATE INDEX accounts_by_sign_in ON accounts (project, tenant, last_login_at, id)",
            "CREATE INDEX accounts_by_email ON accounts (project, tenant, email, id)",
        ]
    )
}
