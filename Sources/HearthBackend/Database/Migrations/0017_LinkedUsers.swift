internal import HearthDatabase

extension Migration {
    /// The users of identity providers in a table of their own, which is their one home.
    ///
    /// They stood as JSON in their account, and once more beside the keys of addresses and numbers, which stay.
    static let linkedUsers = Migration(
        17,
        "linked users",
        [
            """
            CREATE TABLE linked_users (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                provider TEXT NOT NULL, -- for example google.com
                user_id TEXT NOT NULL, -- the provider's own identifier of the user
                account TEXT NOT NULL,
                position INTEGER NOT NULL, -- among the account's linked users, in the order in which they were linked
                federated_id TEXT, -- the user's identifier across providers
                email TEXT, -- what the provider told of the user, as is the rest
                display_name TEXT,
                photo_url TEXT,
                screen_name TEXT,
                PRIMARY KEY (project, tenant, provider, user_id)
            ) STRICT, WITHOUT ROWID
            """,
            // Where two accounts list one user, it is the account's by which it was found.
            """
            INSERT OR IGNORE INTO linked_users
            SELECT accounts.project, accounts.tenant, json_extract(one.value, '$.providerID'),
                json_extract(one.value, '$.rawID'), accounts.id, one.key, json_extract(one.value, '$.federatedID'),
                json_extract(one.value, '$.email'), json_extract(one.value, '$.displayName'),
                json_extract(one.value, '$.photoURL'), json_extract(one.value, '$.screenName')
            FROM accounts
            JOIN json_each(accounts.providers) AS one
            LEFT JOIN identities ON identities.project = accounts.project AND identities.tenant = accounts.tenant
                AND identities.kind = 'provider:' || json_extract(one.value, '$.providerID')
                AND identities.value = json_extract(one.value, '$.rawID')
            WHERE accounts.providers IS NOT NULL
            ORDER BY identities.account IS NOT accounts.id
            """,
            "CREATE INDEX linked_users_by_account ON linked_users (project, tenant, account, position)",
            "ALTER TABLE accounts DROP COLUMN providers",
            """
            CREATE TABLE contacts (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                kind TEXT NOT NULL, -- email, phone, or provider-email for an address that a provider told
                value TEXT NOT NULL, -- the key of an address, or a number
                slot TEXT NOT NULL, -- empty if only one account may have it, and else the account
                account TEXT NOT NULL,
                PRIMARY KEY (project, tenant, kind, value, slot)
            ) STRICT, WITHOUT ROWID
            """,
            """
            INSERT INTO contacts
            SELECT project, tenant, kind, value, slot, account FROM identities
            WHERE kind IN ('email', 'phone', 'provider-email')
            """,
            "DROP TABLE identities",
        ]
    )
}
