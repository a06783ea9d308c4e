internal import HearthHTTP

/// `DELETE tenants/{tenant}`: removes a tenant with all of its accounts.
package enum DeleteTenant: Operation {
    package static let routes = [Route].tenants(.delete, one: true)

    package struct Request: Message {
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}
