internal import HearthDatabase

extension Migration {
    /// What a project asks of passwords and of clients, the functions that it wants to be asked, codes that take a
    /// second factor away, and keys for session cookies beside those for identity tokens.
    static let projectSettings = Migration(
        7,
        "project settings",
        [
            "ALTER TABLE projects ADD COLUMN password_policy TEXT",
            "ALTER TABLE projects ADD COLUMN recaptcha TEXT",
            "ALTER TABLE projects ADD COLUMN blocking_functions TEXT",
            "ALTER TABLE codes ADD COLUMN second_factor TEXT",
            "ALTER TABLE signing_keys ADD COLUMN kind TEXT NOT NULL DEFAULT 'idToken'",
        ]
    )
}
