public import HearthCore

/// Whose users' tokens are accepted: the project's own, or a tenant's.
///
/// A user's identifier is unique in its tenant only: a tenant's administrator may give a user the identifier that a
/// user of the project has.
public enum TenantScope: Sendable, Hashable {
    /// The users of the project itself, who have no tenant.
    case project
    /// The users of one tenant.
    case tenant(TenantID)
    /// The users of the project and of all its tenants.
    ///
    /// Tell them apart by ``VerifiedToken/tenant`` and ``VerifiedToken/uid`` together.
    case any

    /// The scope of an API that may serve a tenant.
    ///
    /// - Parameter tenant: The tenant; `nil` for the project's own users.
    public init(_ tenant: TenantID?) {
        self = tenant.map(TenantScope.tenant) ?? .project
    }

    /// Whether the users of a tenant belong to the scope; `nil` stands for the project's own users.
    func contains(_ tenant: TenantID?) -> Bool {
        switch self {
        case .project: tenant == nil
        case .tenant(let expected): tenant == expected
        case .any: true
        }
    }
}
