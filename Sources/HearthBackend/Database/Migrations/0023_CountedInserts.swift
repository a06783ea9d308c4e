internal import HearthDatabase

extension Migration {
    /// Counts a new account with one statement in place of four: an account that is written anew is updated now, and
    /// replaces its row no longer.
    static let countedInserts = Migration(
        23,
        "counted inserts",
        [
            "DROP TRIGGER account_added",
            """
            CREATE TRIGGER account_added AFTER INSERT ON accounts
            BEGIN
                INSERT INTO account_counts VALUES (NEW.project, NEW.tenant, 1, 0)
                ON CONFLICT (project, tenant) DO UPDATE SET accounts = accounts + 1;
            END
            """,
        ]
    )
}
