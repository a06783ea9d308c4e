package import HearthCore
internal import HearthDatabase
package import HearthJSON
internal import HearthWire

extension Backend {
    /// Puts a tenant in place under its own identifier, as an import does.
    ///
    /// - Parameters:
    ///   - id: The tenant's identifier.
    ///   - settings: The tenant as the API shows it; `nil` for a new one in which everything is allowed, unless there is
    ///     one of that name.
    ///   - project: The project that the tenant belongs to.
    /// - Throws: ``BackendError`` if the settings contradict themselves, or cannot be stored.
    package func restoreTenant(
        _ id: String,
        _ settings: JSONObject?,
        of project: ProjectID
    ) async throws(BackendError) {
        do {
            guard let tenant = TenantID(rawValue: id) else { throw APIError(.invalidTenantID) }
            let given = try settings.map { try Tenant(restoring: $0) }
            let call = Call(
                scope: Scope(project: project, tenant: tenant),
                isPrivileged: true,
                base: .fixed(""),
                now: environment.now(),
                locale: nil
            )
            try await store.write(call) { [store] tx in
                if given == nil, try store.tenants.find(tenant, tx) != nil { return }
                try store.tenants.save(given ?? .permissive, of: tenant, tx)
            }
        } catch {
            throw BackendError(.storage, "tenant \(id): \(error)")
        }
    }
}

extension Tenant {
    fileprivate init(restoring document: JSONObject) throws {
        var members = document
        for name in ["name", "tenantId"] { members[name] = nil }
        let tenant = try JSON.decode(Tenant.self, from: .object(members))
        try tenant.check(isStrict: false)
        self = tenant.completed
    }
}
