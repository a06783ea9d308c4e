internal import HearthCore
internal import HearthDatabase

/// The accounts that belong together: those of a project, or of one of its tenants.
struct Scope: Sendable, Hashable {
    /// The project's identifier.
    let project: ProjectID
    /// The tenant's identifier; `nil` for the project itself.
    var tenant: TenantID?

    /// The tenant as columns hold it: empty for the project itself, because a key cannot hold `NULL`.
    var tenantKey: String { tenant?.rawValue ?? "" }
}

extension Scope {
    /// The scope of a row, from its columns `project` and `tenant`.
    init(_ row: Row) throws {
        let tenant: TenantID = try row["tenant"]
        self.init(project: try row["project"], tenant: tenant.rawValue.isEmpty ? nil : tenant)
    }
}
