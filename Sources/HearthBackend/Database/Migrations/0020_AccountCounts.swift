internal import HearthDatabase

extension Migration {
    /// How many accounts each scope has, and how many of them have a second factor: kept by triggers, so that no
    /// number costs a look at every account.
    ///
    /// The triggers resolve no conflict of their own, since a statement that fires them imposes its way of doing it.
    static let accountCounts = Migration(
        20,
        "account counts",
        [
            """
            CREATE TABLE account_counts (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                accounts INTEGER NOT NULL,
                with_second_factor INTEGER NOT NULL, -- of these accounts
                PRIMARY KEY (project, tenant)
            ) STRICT, WITHOUT ROWID
            """,
            """
            INSERT INTO account_counts
            SELECT project, tenant, count(*), sum(EXISTS (
                SELECT 1 FROM second_factors
                WHERE second_factors.project = accounts.project AND second_factors.tenant = accounts.tenant
                    AND second_factors.account = accounts.id
            ))
            FROM accounts GROUP BY project, tenant
            """,
            // An account that is written anew replaces its row: before that, it stands there.
            """
            CREATE TRIGGER account_added BEFORE INSERT ON accounts
            WHEN NOT EXISTS (
                SELECT 1 FROM accounts WHERE project = NEW.project AND tenant = NEW.tenant AND id = NEW.id
            )
            BEGIN
                INSERT INTO account_counts
                SELECT NEW.project, NEW.tenant, 0, 0 WHERE NOT EXISTS (
                    SELECT 1 FROM account_counts WHERE project = NEW.project AND tenant = NEW.tenant
                );
                UPDATE account_counts SET accounts = accounts + 1
                WHERE project = NEW.project AND tenant = NEW.tenant;
            END
            """,
            """
            CREATE TRIGGER account_removed AFTER DELETE ON accounts
            BEGIN
                UPDATE account_counts SET accounts = accounts - 1
                WHERE project = OLD.project AND tenant = OLD.tenant;
            END
            """,
            // The factors of a new account are written before the account itself.
            """
            CREATE TRIGGER first_second_factor_added AFTER INSERT ON second_factors
            WHEN NOT EXISTS (
                SELECT 1 FROM second_factors
                WHERE project = NEW.project AND tenant = NEW.tenant AND account = NEW.account AND id <> NEW.id
            )
            BEGIN
                INSERT INTO account_counts
                SELECT NEW.project, NEW.tenant, 0, 0 WHERE NOT EXISTS (
                    SELECT 1 FROM account_counts WHERE project = NEW.project AND tenant = NEW.tenant
                );
                UPDATE account_counts SET with_second_factor = with_second_factor + 1
                WHERE project = NEW.project AND tenant = NEW.tenant;
            END
            """,
            """
            CREATE TRIGGER last_second_factor_removed AFTER DELETE ON second_factors
            WHEN NOT EXISTS (
                SELECT 1 FROM second_factors
                WHERE project = OLD.project AND tenant = OLD.tenant AND account = OLD.account
            )
            BEGIN
                UPDATE account_counts SET with_second_factor = with_second_factor - 1
                WHERE project = OLD.project AND tenant = OLD.tenant;
            END
            """,
        ]
    )
}
