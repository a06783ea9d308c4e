internal import HearthDatabase

extension Migration {
    /// Keeps accounts that lack the same in the order of their creation, so that a new one is written where the last was.
    ///
    /// Together they are the list of all accounts by creation. The list by address is that of the contacts.
    static let accountKinds = Migration(
        24,
        "account kinds",
        [
            "DROP INDEX accounts_bare",
            "DROP INDEX accounts_unnamed",
            "DROP INDEX accounts_unaddressed",
            "DROP INDEX accounts_unverified",
            "DROP INDEX accounts_by_creation",
            "DROP INDEX accounts_by_email",
            """
            CREATE INDEX accounts_bare ON accounts (project, tenant, created_at, id)
            WHERE display_name IS NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0
            """,
            """
            CREATE INDEX accounts_unnamed ON accounts (project, tenant, created_at, id)
            WHERE display_name IS NULL AND (email IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
            """,
            """
            CREATE INDEX accounts_named ON accounts (project, tenant, created_at, id)
            WHERE display_name IS NOT NULL
            """,
            """
            CREATE INDEX accounts_unaddressed ON accounts (project, tenant, created_at, id)
            WHERE email IS NULL AND (display_name IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0)
            """,
            """
            CREATE INDEX accounts_unverified ON accounts (project, tenant, created_at, id)
            WHERE email IS NOT NULL AND email_verified = 0
            """,
        ]
    )
}
