/// `accounts:createAuthUri`: tells where a provider signs users in, or which sign-in methods an address has, unless the
/// project protects its addresses.
package enum CreateAuthURI: Operation {
    package static let routes = [Route].userAccounts("createAuthUri", legacy: "createAuthUri")

    package struct Request: Message {
        package var identifier: String?
        package var continueUri: String?
        package var providerId: String?
        package var sessionId: String?
        /// What the provider is asked for, separated by spaces.
        package var oauthScope: String?
        /// Further parameters for the provider's page.
        package var customParameter: [String: String]?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        /// The provider's page.
        package var authUri: String?
        package var providerId: String?
        package var registered: Bool?
        package var allProviders: [String]?
        package var sessionId: String?
        package var signinMethods: [String]?

        package init() {}
    }
}
