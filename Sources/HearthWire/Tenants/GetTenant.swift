internal import HearthHTTP

/// `GET tenants/{tenant}`: shows a tenant.
package enum GetTenant: Operation {
    package static let routes = [Route].tenants(.get, one: true)

    package struct Request: Message {
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = Tenant
}
