package import HearthCore

/// `accounts:delete`: removes an account for ever.
package enum DeleteAccount: Operation {
    package static let routes = [Route].accounts("delete", legacy: "deleteAccount")

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var localId: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?

        package init() {}
    }
}
