internal import HearthHTTP

/// A tenant of a project: accounts of their own, with their own rules.
package struct Tenant: Message, Hashable {
    /// `projects/{project}/tenants/{tenant}`.
    package var name: String?
    package var tenantId: String?
    package var displayName: String?
    /// Whether users may sign up and in with a password.
    package var allowPasswordSignup: Bool?
    package var enableEmailLinkSignin: Bool?
    package var enableAnonymousUser: Bool?
    /// Whether every operation on the tenant's accounts is refused.
    package var disableAuth: Bool?
    package var mfaConfig: SecondFactors?

    package init() {}

    /// Which second factors there are.
    package struct SecondFactors: Message, Hashable {
        /// `DISABLED`, `ENABLED` or `MANDATORY`.
        package var state: String?
        /// `PHONE_SMS`, or none.
        package var enabledProviders: [String]?
        package var providerConfigs: [ProjectConfig.ProviderSettings]?

        package init() {}
    }
}

extension [Route] {
    /// A tenant, or the tenants of a project.
    static func tenants(_ method: HTTPMethod, one: Bool = false) -> [Route] {
        let path = "/v2/projects/{targetProjectId}/tenants" + (one ? "/{tenantId}" : "")
        return [Route(method, path, access: .administrator)]
    }
}
