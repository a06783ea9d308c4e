internal import HearthDatabase

extension Migration {
    /// Who owns an account: the proof of its address, the methods at that proof, one home for each fact, and the indices
    /// that make it cheap to void everything that was issued for an account.
    static let ownership = Migration(9, "ownership", accountsWithOwnership + passkeysWithNames + indices)

    private static let accountsWithOwnership: [SQL] = [
        """
        CREATE TABLE owned_accounts (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            id TEXT NOT NULL,
            email TEXT,
            email_verified INTEGER, -- a reader of the mailbox has proved the address
            email_claimed INTEGER NOT NULL, -- that reader is known to hold the credentials too
            email_link INTEGER, -- a mailed link signs in
            initial_email TEXT, -- before the first change
            display_name TEXT,
            photo_url TEXT,
            phone_number TEXT,
            screen_name TEXT,
            password TEXT, -- the hash, in PHC form
            password_updated_at INTEGER, -- moments are milliseconds since 1970
            providers TEXT, -- JSON: the linked users of identity providers; password and phone follow from the columns
            second_factors TEXT, -- JSON: the enrollments; the keys of apps are in authenticators
            proved_methods TEXT, -- JSON: the sign-in methods at the last proof of the address
            disabled INTEGER NOT NULL,
            custom_auth INTEGER, -- has signed in with a custom token
            custom_attributes TEXT, -- JSON: the custom claims
            created_at INTEGER,
            last_login_at INTEGER,
            last_refresh_at INTEGER,
            valid_since INTEGER, -- seconds since 1970; tokens issued before are void
            PRIMARY KEY (project, tenant, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO owned_accounts
        SELECT project, tenant, id, email, email_verified, coalesce(email_verified, 0), email_link, initial_email,
            display_name, photo_url, phone_number, screen_name, password, password_updated_at,
            CASE WHEN providers IS NULL THEN NULL ELSE (
                SELECT json_group_array(json(one.value)) FROM json_each(accounts.providers) AS one
                WHERE json_extract(one.value, '$.providerId') NOT IN ('password', 'phone')
            ) END,
            second_factors, NULL, disabled, custom_auth, custom_attributes, created_at, last_login_at,
            last_refresh_at, valid_since
        FROM accounts
        """,
    ]

    private static let passkeysWithNames: [SQL] = [
        """
        CREATE TABLE named_passkeys (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL,
            id TEXT NOT NULL, -- in base64url
            account TEXT NOT NULL,
            name TEXT,
            position INTEGER NOT NULL, -- among the account's passkeys, in the order of their enrollment
            public_key BLOB, -- COSE; NULL if enrolled without one, as the emulator allows
            sign_count INTEGER NOT NULL,
            PRIMARY KEY (project, tenant, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO named_passkeys
        SELECT passkeys.project, passkeys.tenant, passkeys.id, passkeys.account, json_extract(one.value, '$.name'),
            one.key, passkeys.public_key, passkeys.sign_count
        FROM passkeys
        JOIN accounts ON accounts.project = passkeys.project AND accounts.tenant = passkeys.tenant
            AND accounts.id = passkeys.account
        JOIN json_each(accounts.passkeys) AS one ON json_extract(one.value, '$.credentialId') = passkeys.id
        """,
        "DROP TABLE passkeys",
        "ALTER TABLE named_passkeys RENAME TO passkeys",
        "DROP TABLE accounts",
        "ALTER TABLE owned_accounts RENAME TO accounts",
        "ALTER TABLE codes ADD COLUMN methods TEXT",
    ]

    private static let indices: [SQL] = [
        """
        CREATE INDEX accounts_by_initial_email ON accounts (project, tenant, initial_email)
        WHERE initial_email IS NOT NULL
        """,
        "CREATE INDEX passkeys_by_account ON passkeys (project, tenant, account, position)",
        """
        CREATE INDEX passkey_challenges_by_account ON passkey_challenges (project, tenant, account)
        WHERE account IS NOT NULL
        """,
        "CREATE INDEX phone_codes_by_account ON phone_codes (project, tenant, account) WHERE account IS NOT NULL",
        "CREATE INDEX phone_proofs_by_number ON phone_proofs (project, tenant, phone_number)",
        "CREATE INDEX authenticator_drafts_by_account ON authenticator_drafts (project, tenant, account)",
    ]
}
