internal import HearthDatabase

extension Migration {
    /// What a project asks of passwords and of clients, and the functions that it wants to be asked.
    static let projectSettings = Migration(
        7,
        "project settings",
        [
            "ALTER TABLE projects ADD COLUMN password_policy TEXT",
            "ALTER TABLE projects ADD COLUMN recaptcha TEXT",
            "ALTER TABLE projects ADD COLUMN blocking_functions TEXT",
            "ALTER TABLE codes ADD COLUMN second_factor TEXT",
        ]
    )
}
