internal import HearthHTTP
package import HearthJSON

/// `getIamPolicy`: who may do what with a tenant, beside the project's administrators.
package enum GetTenantPolicy: Operation {
    package static let routes = [Route].tenantPolicy("getIamPolicy")

    package struct Request: Message {
        package var options: JSONValue?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var etag: String?
        package var version: Int?
        package var bindings: [JSONValue]?

        package init() {}
    }
}

/// `setIamPolicy`: decides who may do what with a tenant.
package enum SetTenantPolicy: Operation {
    package static let routes = [Route].tenantPolicy("setIamPolicy")

    package struct Request: Message {
        package var policy: JSONValue?
        package var updateMask: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// `testIamPermissions`: which of some rights the caller has on a tenant.
package enum TestTenantPermissions: Operation {
    package static let routes = [Route].tenantPolicy("testIamPermissions")

    package struct Request: Message {
        package var permissions: [String]?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var permissions: [String]?

        package init() {}
    }
}

extension [Route] {
    fileprivate static func tenantPolicy(_ verb: String) -> [Route] {
        [Route(.post, "/v2/projects/{targetProjectId}/tenants/{tenantId}:\(verb)", access: .administrator)]
    }
}
