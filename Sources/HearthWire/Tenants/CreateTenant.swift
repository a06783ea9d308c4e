internal import HearthHTTP

/// `POST tenants`: makes a tenant; what is left out is not allowed in it.
package enum CreateTenant: Operation {
    package static let routes = [Route].tenants(.post)

    package struct Request: Message {
        package var displayName: String?
        package var allowPasswordSignup: Bool?
        package var enableEmailLinkSignin: Bool?
        package var enableAnonymousUser: Bool?
        package var disableAuth: Bool?
        package var mfaConfig: Tenant.SecondFactors?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = Tenant
}
