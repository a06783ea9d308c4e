internal import HearthDatabase

extension Migration {
    /// A key that takes the place of a withdrawn one signs without notice.
    static let withdrawnKeys = Migration(
        21,
        "withdrawn keys",
        ["ALTER TABLE signing_keys ADD COLUMN signs_at_once INTEGER NOT NULL DEFAULT 0"]
    )
}
