internal import HearthDatabase

extension Migration {
    /// Fewer entries for an account that lacks something: a guest was in three indexes for what it has not, each of them
    /// another page to write, and is in one.
    static let leanIndexes = Migration(
        22,
        "lean indexes",
        [
            "DROP INDEX accounts_by_name",
            "DROP INDEX accounts_by_email",
            "DROP INDEX accounts_without_contact",
            """
            CREATE INDEX accounts_by_name ON accounts (project, tenant, display_name, id)
            WHERE display_name IS NOT NULL
            """,
            "CREATE INDEX accounts_by_email ON accounts (project, tenant, email, id) WHERE email IS NOT NULL",
            """
            CREATE INDEX accounts_bare ON accounts (project, tenant, id)
            WHERE display_name IS NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0
            """,
            """
            CREATE INDEX accounts_unnamed ON accounts (project, tenant, id)
            WHERE display_name IS NULL AND (email IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
            """,
            """
            CREATE INDEX accounts_unaddressed ON accounts (project, tenant, id)
            WHERE email IS NULL AND (display_name IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
            """,
            // Those of them that a provider or a passkey signs in are told apart when they are read.
            """
            CREATE INDEX accounts_named_only ON accounts (project, tenant, id)
            WHERE display_name IS NOT NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0
            """,
        ]
    )
}
