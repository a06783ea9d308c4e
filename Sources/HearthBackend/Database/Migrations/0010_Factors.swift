internal import HearthDatabase

extension Migration {
    /// One home for second factors; what is true or false is never unknown; and every table with a word for each column
    /// that needs one, in old databases too.
    static let factors = Migration(10, "factors", accountsAndFactors + describedTables + describedCodes)

    private static let accountsAndFactors: [SQL] = [
        "ALTER TABLE accounts RENAME TO accounts_before",
        """
        CREATE TABLE accounts (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            id TEXT NOT NULL,
            email TEXT,
            email_verified INTEGER NOT NULL, -- a reader of the mailbox has proved the address
            email_claimed INTEGER NOT NULL, -- that reader is known to hold the credentials too
            email_link INTEGER NOT NULL, -- a mailed link signs in
            initial_email TEXT, -- before the first change
            display_name TEXT,
            photo_url TEXT,
            phone_number TEXT,
            screen_name TEXT,
            password TEXT, -- the hash, in PHC form
            password_updated_at INTEGER, -- moments are milliseconds since 1970
            providers TEXT, -- JSON: the linked users of identity providers
            proved_methods TEXT, -- JSON: the sign-in methods at the last proof of the address
            disabled INTEGER NOT NULL,
            custom_auth INTEGER NOT NULL, -- has signed in with a custom token
            custom_attributes TEXT, -- JSON: the custom claims
            created_at INTEGER,
            last_login_at INTEGER,
            last_refresh_at INTEGER,
            valid_since INTEGER, -- seconds since 1970; tokens issued before are void
            PRIMARY KEY (project, tenant, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO accounts
        SELECT project, tenant, id, email, coalesce(email_verified, 0), email_claimed, coalesce(email_link, 0),
            initial_email, display_name, photo_url, phone_number, screen_name, password, password_updated_at,
            CASE WHEN providers IS NULL THEN NULL ELSE (
                SELECT json_group_array(json_object(
                    'providerID', json_extract(one.value, '$.providerId'), 'rawID', json_extract(one.value, '$.rawId'),
                    'federatedID', json_extract(one.value, '$.federatedId'), 'email', json_extract(one.value, '$.email'),
                    'displayName', json_extract(one.value, '$.displayName'),
                    'photoURL', json_extract(one.value, '$.photoUrl'),
                    'screenName', json_extract(one.value, '$.screenName')
                )) FROM json_each(accounts_before.providers) AS one
                WHERE json_extract(one.value, '$.providerId') <> '' AND json_extract(one.value, '$.rawId') <> ''
            ) END,
            proved_methods, disabled, coalesce(custom_auth, 0), custom_attributes, created_at, last_login_at,
            last_refresh_at, valid_since
        FROM accounts_before
        """,
        """
        CREATE TABLE second_factors (
            project TEXT NOT NULL,
            tenant TEXT NOT NULL, -- empty for the project itself
            account TEXT NOT NULL,
            id TEXT NOT NULL, -- the enrollment's
            position INTEGER NOT NULL, -- among the account's factors, in the order of their enrollment
            name TEXT,
            enrolled_at INTEGER NOT NULL,
            phone_number TEXT, -- to which codes are texted; NULL for an authenticator app
            key BLOB, -- of an authenticator app
            last_step INTEGER NOT NULL, -- of the app's code that was accepted last
            failures INTEGER NOT NULL, -- the app's wrong codes, each less than an hour after the one before
            last_failed_at INTEGER,
            known_source TEXT, -- the network from which the app's last right code came
            PRIMARY KEY (project, tenant, account, id),
            CHECK ((phone_number IS NULL) = (key IS NOT NULL))
        ) STRICT, WITHOUT ROWID
        """,
        // An app whose key is gone keeps its place, with a key that no app has: the account asks for it as before.
        """
        INSERT OR IGNORE INTO second_factors
        SELECT accounts_before.project, accounts_before.tenant, accounts_before.id,
            json_extract(one.value, '$.mfaEnrollmentId'), one.key, json_extract(one.value, '$.displayName'),
            coalesce(
                CAST(strftime('%s', json_extract(one.value, '$.enrolledAt')) AS INTEGER) * 1000
                    + CAST(substr(strftime('%f', json_extract(one.value, '$.enrolledAt')), 4) AS INTEGER),
                0
            ),
            CASE WHEN json_extract(one.value, '$.totpInfo') IS NULL THEN coalesce(
                json_extract(one.value, '$.unobfuscatedPhoneInfo'), json_extract(one.value, '$.phoneInfo')
            ) END,
            CASE WHEN json_extract(one.value, '$.totpInfo') IS NOT NULL
                THEN coalesce(authenticators.key, randomblob(20)) END,
            coalesce(authenticators.last_step, 0), coalesce(authenticators.failures, 0), authenticators.last_failed_at,
            authenticators.known_source
        FROM accounts_before
        JOIN json_each(accounts_before.second_factors) AS one
        LEFT JOIN authenticators ON authenticators.project = accounts_before.project
            AND authenticators.tenant = accounts_before.tenant AND authenticators.account = accounts_before.id
            AND authenticators.id = json_extract(one.value, '$.mfaEnrollmentId')
        WHERE json_extract(one.value, '$.mfaEnrollmentId') IS NOT NULL AND coalesce(
            json_extract(one.value, '$.totpInfo'), json_extract(one.value, '$.unobfuscatedPhoneInfo'),
            json_extract(one.value, '$.phoneInfo')
        ) IS NOT NULL
        """,
        "DROP TABLE authenticators",
        "DROP TABLE accounts_before",
        """
        CREATE INDEX accounts_by_initial_email ON accounts (project, tenant, initial_email)
        WHERE initial_email IS NOT NULL
        """,
    ]
}
