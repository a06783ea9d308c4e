internal import HearthCore

/// The accounts that belong together: those of a project, or of one of its tenants.
struct Scope: Sendable, Hashable {
    /// The project's identifier.
    let project: ProjectID
    /// The tenant's identifier; `nil` for the project itself.
    var tenant: TenantID?

    /// The tenant as columns hold it: empty for the project itself, because a key cannot hold `NULL`.
    var tenantKey: String { tenant?.rawValue ?? "" }
}
