internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// Makes a tenant.
struct CreateTenantEndpoint: Endpoint {
    typealias Op = CreateTenant

    let isStrict: Bool
    let store: Store
    let random: RandomSource

    private static let suffixLength = 5

    func respond(to request: CreateTenant.Request, in call: Call) async throws(APIError) -> Tenant {
        let settings = Tenant {
            $0.displayName = request.displayName
            $0.allowPasswordSignup = request.allowPasswordSignup
            $0.enableEmailLinkSignin = request.enableEmailLinkSignin
            $0.enableAnonymousUser = request.enableAnonymousUser
            $0.disableAuth = request.disableAuth
            $0.mfaConfig = request.mfaConfig
        }
        try settings.check(isStrict: isStrict)
        return try await store.write(call) { tx in
            var id: TenantID
            repeat {
                let suffix = random.alphanumeric(Self.suffixLength).lowercased()
                let name = isStrict ? "\(request.displayName ?? "tenant")-\(suffix)" : random.alphanumeric(28)
                guard let made = TenantID(rawValue: name) else { throw APIError(.invalidDisplayName) }
                id = made
            } while try store.tenants.find(id, tx) != nil
            try store.tenants.save(settings.completed, of: id, tx)
            return settings.named(id.rawValue, of: tx.scope.project)
        }
    }
}

/// Shows a tenant.
struct GetTenantEndpoint: Endpoint {
    typealias Op = GetTenant

    let store: Store

    func respond(to request: GetTenant.Request, in call: Call) async throws(APIError) -> Tenant {
        guard let id = call.scope.tenant else { throw APIError(.tenantNotFound) }
        let found = try await store.read(call) { tx in try store.tenants.find(id, tx) }
        guard let found else { throw APIError(.tenantNotFound) }
        return found.named(id.rawValue, of: call.scope.project)
    }
}

/// Shows the tenants of a project in the order of their identifiers, page by page.
struct ListTenantsEndpoint: Endpoint {
    typealias Op = ListTenants

    private static let defaultPage = 20
    private static let largestPage = 1000

    let isStrict: Bool
    let store: Store

    func respond(to request: ListTenants.Request, in call: Call) async throws(APIError) -> ListTenants.Response {
        let asked = request.pageSize.flatMap { $0 == 0 ? nil : $0 } ?? Self.defaultPage
        guard asked > 0 || !isStrict else { throw APIError(.invalidPageSelection) }
        let size = asked < 0 ? Self.largestPage : min(asked, Self.largestPage)
        // One more tells whether there is another page.
        let found = try await store.read(call) { tx in
            try store.tenants.list(after: request.pageToken ?? "", limit: asked < 0 ? -1 : size + 1, tx)
        }
        let page = asked < 0 ? found[...] : found.prefix(size)
        return ListTenants.Response {
            $0.tenants = page.map { $0.settings.named($0.id, of: call.scope.project) }
            // The official emulator hands a token out with every full page.
            let hasNext = found.count > page.count || !isStrict && asked > 0 && page.count == size
            $0.nextPageToken = hasNext ? page.last?.id : nil
        }
    }
}

/// Changes a tenant.
struct UpdateTenantEndpoint: Endpoint {
    typealias Op = UpdateTenant

    private static let members: Set<String> = [
        "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth",
        "mfaConfig",
    ]
    /// What a mask may name although it cannot be changed.
    private static let fixed: Set<String> = ["name", "tenantId"]

    let isStrict: Bool
    let store: Store

    func respond(to request: UpdateTenant.Request, in call: Call) async throws(APIError) -> Tenant {
        guard let id = call.scope.tenant else { throw APIError(.tenantNotFound) }
        let named = request.updateMask ?? ""
        let isWhole = named.isEmpty || named == "*"
        let mask = try FieldMask(
            isWhole ? Self.members.sorted().joined(separator: ",") : named,
            roots: Self.members.union(Self.fixed)
        )
        guard var update = try? JSON.value(of: request).object else { throw .internalError }
        for name in Self.fixed { update[name] = nil }
        return try await store.write(call) { [update] tx in
            guard let old = try store.tenants.find(id, tx), var document = try JSON.value(of: old).object else {
                throw APIError(.tenantNotFound)
            }
            mask.apply(update, to: &document)
            let changed = try Self.tenant(document)
            try changed.check(isStrict: isStrict)
            try store.tenants.save(changed.completed, of: id, tx)
            return changed.named(id.rawValue, of: tx.scope.project)
        }
    }

    private static func tenant(_ document: JSONObject) throws(APIError) -> Tenant {
        do throws(JSONError) {
            return try JSON.decode(Tenant.self, from: .object(document))
        } catch {
            throw .invalidArgument("updateMask: '\(error.path)' is not a member")
        }
    }
}

/// Removes a tenant with all of its accounts, their sessions and their codes.
struct DeleteTenantEndpoint: Endpoint {
    typealias Op = DeleteTenant

    let store: Store
    let writer: AccountWriter

    func respond(to request: DeleteTenant.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        guard let id = call.scope.tenant else { throw APIError(.tenantNotFound) }
        try await store.write(call) { tx in
            guard try store.tenants.delete(id, tx) else { throw APIError(.tenantNotFound) }
            try writer.deleteAll(tx)
            try store.codes.deleteAll(tx)
            try store.providerConfigs.deleteAll(tx)
            try store.phoneCodes.deleteAll(tx)
            try store.passwordSchemes.deleteAll(tx)
        }
        return EmptyMessage()
    }
}
