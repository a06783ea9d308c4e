internal import HearthDatabase

extension Migration {
    /// What the console's list of users is filtered by: an index for each state that few accounts have, and the names of
    /// claims.
    static let accountFilters = Migration(
        19,
        "account filters",
        [
            """
            CREATE TABLE claim_names (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                name TEXT NOT NULL, -- of a custom claim
                account TEXT NOT NULL,
                PRIMARY KEY (project, tenant, name, account)
            ) STRICT, WITHOUT ROWID
            """,
            """
            INSERT OR IGNORE INTO claim_names
            SELECT accounts.project, accounts.tenant, claim.key, accounts.id
            FROM accounts JOIN json_each(
                iif(json_valid(accounts.custom_attributes) AND json_type(accounts.custom_attributes) = 'object',
                    accounts.custom_attributes, '{}')
            ) AS claim
            WHERE accounts.custom_attributes IS NOT NULL
            """,
            "CREATE INDEX accounts_disabled ON accounts (project, tenant, id) WHERE disabled = 1",
            """
            CREATE INDEX accounts_unverified ON accounts (project, tenant, id)
            WHERE email IS NOT NULL AND email_verified = 0
            """,
            "CREATE INDEX accounts_by_email_link ON accounts (project, tenant, id) WHERE email_link = 1",
            "CREATE INDEX accounts_by_custom_token ON accounts (project, tenant, id) WHERE custom_auth = 1",
            // Those of them that a provider or a passkey signs in are told apart when they are read.
            """
            CREATE INDEX accounts_without_contact ON accounts (project, tenant, id)
            WHERE email IS NULL AND phone_number IS NULL AND custom_auth = 0
            """,
        ]
    )
}
