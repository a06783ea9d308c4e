internal import HearthCore
internal import HearthDatabase

/// What a project decides for itself.
struct ProjectSettings: Sendable, Hashable {
    /// Whether several accounts may have one address.
    var allowsDuplicateEmails = false
    /// Whether unknown and wrong look the same; `nil` until somebody decides, and then the profile does.
    var hidesEmails: Bool?
}

/// The `projects` table: every statement that touches it is in this file.
///
/// A project that nobody configured has no row and the defaults.
struct ProjectTable: Sendable {
    /// The settings of a project.
    func settings(of project: ProjectID, _ db: borrowing Connection) throws -> ProjectSettings {
        let row = try db.first(
            "SELECT allows_duplicate_emails, hides_emails FROM projects WHERE id = \(project)"
        )
        guard let row else { return ProjectSettings() }
        return ProjectSettings(allowsDuplicateEmails: try row[0], hidesEmails: try row[1])
    }

    /// Stores the settings of a project.
    func save(_ settings: ProjectSettings, of project: ProjectID, _ db: borrowing Connection) throws {
        try db.execute(
            """
            INSERT INTO projects (id, allows_duplicate_emails, hides_emails)
            VALUES (\(project), \(settings.allowsDuplicateEmails), \(settings.hidesEmails))
            ON CONFLICT (id) DO UPDATE SET
                allows_duplicate_emails = excluded.allows_duplicate_emails, hides_emails = excluded.hides_emails
            """
        )
    }
}
