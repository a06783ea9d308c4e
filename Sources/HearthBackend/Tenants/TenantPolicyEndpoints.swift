internal import HearthWire

/// Shows that a tenant has no policy of its own: the project's administrators are the tenant's.
struct GetTenantPolicyEndpoint: Endpoint {
    typealias Op = GetTenantPolicy

    func respond(
        to request: GetTenantPolicy.Request,
        in call: Call
    ) async throws(APIError) -> GetTenantPolicy.Response {
        GetTenantPolicy.Response {
            $0.etag = "ACAB"
            $0.version = 1
            $0.bindings = []
        }
    }
}

/// Says that a tenant's administrators are the project's.
struct SetTenantPolicyEndpoint: Endpoint {
    typealias Op = SetTenantPolicy

    func respond(to request: SetTenantPolicy.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        throw .notImplemented("Tenants have no policies of their own: the project's administrators are theirs.")
    }
}

/// Shows that an administrator has every right.
struct TestTenantPermissionsEndpoint: Endpoint {
    typealias Op = TestTenantPermissions

    func respond(
        to request: TestTenantPermissions.Request,
        in call: Call
    ) async throws(APIError) -> TestTenantPermissions.Response {
        TestTenantPermissions.Response { $0.permissions = request.permissions }
    }
}
