internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// The `projects` table: every statement that touches it is in this file.
///
/// A project that was never configured has no row, and the defaults.
struct ProjectTable: Sendable {
    /// The settings of a project; in a user's call those with which the call began.
    func settings(of project: ProjectID, _ tx: borrowing Transaction) throws -> ProjectSettings {
        if let settings = tx.call.settings?[project] { return settings }
        let settings = try stored(project, tx)
        tx.call.settings?[project] = settings
        return settings
    }

    private func stored(_ project: ProjectID, _ tx: borrowing Transaction) throws -> ProjectSettings {
        guard let row = try tx.first("SELECT * FROM projects WHERE id = \(project)") else { return ProjectSettings() }
        var settings = ProjectSettings()
        settings.allowsDuplicateEmails = try row["allows_duplicate_emails"]
        settings.hidesEmails = try row["hides_emails"]
        settings.passwordPolicy = try Self.decode(row["password_policy"])
        settings.recaptcha = try Self.decode(row["recaptcha"])
        settings.blockingFunctions = try Self.decode(row["blocking_functions"])
        settings.more = try Self.decode(row["settings"]) ?? ProjectConfig()
        return settings
    }

    /// What is asked of a password in a call: an administrator may set any that is not too short.
    func passwordPolicy(_ tx: borrowing Transaction) throws -> PasswordPolicy {
        if tx.call.isPrivileged { return PasswordPolicy() }
        return PasswordPolicy(try settings(of: tx.scope.project, tx).passwordPolicy)
    }

    /// Stores the settings of a project.
    ///
    /// Not in a user's call: ``Store/write(_:_:)`` forgets what it remembers of settings after all other calls.
    func save(_ settings: ProjectSettings, of project: ProjectID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            INSERT INTO projects (
                id, allows_duplicate_emails, hides_emails, password_policy, recaptcha, blocking_functions, settings
            ) VALUES (
                \(project), \(settings.allowsDuplicateEmails), \(settings.hidesEmails),
                \(try settings.passwordPolicy.map { try JSON.text($0) }),
                \(try settings.recaptcha.map { try JSON.text($0) }),
                \(try settings.blockingFunctions.map { try JSON.text($0) }), \(try JSON.text(settings.more))
            )
            ON CONFLICT (id) DO UPDATE SET
                allows_duplicate_emails = excluded.allows_duplicate_emails, hides_emails = excluded.hides_emails,
                password_policy = excluded.password_policy, recaptcha = excluded.recaptcha,
                blocking_functions = excluded.blocking_functions, settings = excluded.settings
            """
        )
    }

    private static func decode<Content: Decodable>(_ text: String?) throws -> Content? {
        try text.map { try JSON.decode(Content.self, from: Array($0.utf8)) }
    }
}

extension PasswordPolicy {
    /// Reads what an administrator wrote; without anything, nothing in particular is asked.
    init(_ config: PasswordPolicyConfig?) {
        self.init(
            config?.passwordPolicyVersions?.first?.customStrengthOptions,
            enforcement: config?.passwordPolicyEnforcementState,
            forcesUpgradeOnSignIn: config?.forceUpgradeOnSignin
        )
    }
}
