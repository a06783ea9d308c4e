/// `accounts:createAuthUri`: tells which ways in an address has, unless the project protects its addresses.
package enum CreateAuthURI: Operation {
    package static let routes = [Route].userAccounts("createAuthUri", legacy: "createAuthUri")

    package struct Request: Message {
        package var identifier: String?
        package var continueUri: String?
        package var providerId: String?
        package var sessionId: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var registered: Bool?
        package var allProviders: [String]?
        package var sessionId: String?
        package var signinMethods: [String]?

        package init() {}
    }
}
