internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Finds the tenant that a call is about, and refuses what the tenant does not allow.
///
/// In strict a tenant is one that an administrator made. In lenient, as in the official emulator, naming a tenant
/// makes it, with everything allowed.
struct TenantAdmission: Sendable {
    let isStrict: Bool
    let configuration: BackendConfiguration
    let store: Store

    /// Lets a call in, or refuses it.
    ///
    /// - Throws: `APIError` `TENANT_NOT_FOUND` for administrators and `INVALID_TENANT_ID` for users,
    ///   `TENANT_ID_MISMATCH`, or what the tenant's settings say.
    func admit(_ operation: OperationName, _ request: JSONObject, _ access: Route.Access, _ call: Call)
        async throws(APIError)
    {
        if call.isPrivileged { try refuseForeignToken(request, call) }
        if let tenant = call.scope.tenant {
            try await admit(to: tenant, operation, request, access, call)
        } else if ProjectSettings.ruledOperations.contains(operation.rawValue) {
            try await admitToProject(operation, request, call)
        }
    }

    // What few calls need is not inlined: its variables would take a place in the frame of every call.

    @inline(never)
    private func admit(
        to tenant: TenantID,
        _ operation: OperationName,
        _ request: JSONObject,
        _ access: Route.Access,
        _ call: Call
    ) async throws(APIError) {
        let found = try await store.read(call) { tx in try store.tenants.find(tenant, tx) }
        let isManaged = Self.managing.contains(operation.rawValue)
        if let found {
            guard !isManaged, access != .emulator else { return }
            if let refusal = found.refusal(of: operation, request, isPrivileged: call.isPrivileged) { throw refusal }
            return
        }
        guard !isStrict else {
            guard access != .emulator else { return }
            throw call.isPrivileged ? APIError(.tenantNotFound) : APIError(.invalidTenantID)
        }
        // Another call may have made it in the meantime.
        try await store.write(call) { tx in
            guard try store.tenants.find(tenant, tx) == nil else { return }
            try store.tenants.save(.permissive, of: tenant, tx)
        }
    }

    /// Refuses what the project does not allow for its own accounts.
    @inline(never)
    private func admitToProject(
        _ operation: OperationName,
        _ request: JSONObject,
        _ call: Call
    ) async throws(APIError) {
        let settings = try await store.settings(for: call)
        let refusal = settings.refusal(of: operation, request, isPrivileged: call.isPrivileged, configuration)
        if let refusal { throw refusal }
    }

    /// The operations on tenants themselves, for which the tenant's settings do not count.
    private static let managing: Set<String> = ["GetTenant", "UpdateTenant", "DeleteTenant"]

    /// An administrator may bring a user's token; it has to be of the accounts that the call is about.
    @inline(never)
    private func refuseForeignToken(_ request: JSONObject, _ call: Call) throws(APIError) {
        guard let text = request["idToken"]?.string, let payload = try? CompactJWS(text).payload else { return }
        let tenant = payload["firebase"]?["tenant"]?.string
        guard let own = call.scope.tenant?.rawValue else {
            guard tenant == nil || !isStrict else { throw APIError(.tenantIDMismatch) }
            return
        }
        guard tenant == own || tenant == nil && !isStrict else { throw APIError(.tenantIDMismatch) }
    }
}
