internal import HearthHTTP

/// `PATCH tenants/{tenant}`: changes what the mask names, or puts the whole body in place without one.
package enum UpdateTenant: Operation {
    package static let routes = [Route].tenants(.patch, one: true)

    package struct Request: Message {
        package var displayName: String?
        package var allowPasswordSignup: Bool?
        package var enableEmailLinkSignin: Bool?
        package var enableAnonymousUser: Bool?
        package var disableAuth: Bool?
        package var mfaConfig: Tenant.SecondFactors?
        /// Paths with commas between them, for example `displayName,mfaConfig.state`.
        package var updateMask: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = Tenant
}
