internal import HearthDatabase

extension Migration {
    /// Mailed codes that were used, so that the reader of a link hears why it does not work again.
    static let spentCodes = Migration(
        16,
        "spent codes",
        [
            """
            CREATE TABLE spent_codes (
                digest BLOB PRIMARY KEY, -- of the code that was mailed
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                type TEXT NOT NULL, -- what it allowed, in the words of the wire
                email TEXT NOT NULL, -- the mailbox that it proved
                new_email TEXT, -- the address that it changed to
                account TEXT, -- whose it was; NULL if any reader of the mailbox could use it
                second_factor TEXT, -- the enrollment that it took away
                created_at INTEGER NOT NULL,
                spent_at INTEGER NOT NULL, -- kept for a week
                is_renewed INTEGER NOT NULL -- whether its reader was mailed another code in its place
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX spent_codes_by_account ON spent_codes (project, tenant, account)",
            "CREATE INDEX spent_codes_by_end ON spent_codes (spent_at)",
        ]
    )
}
