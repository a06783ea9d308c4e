package import HearthCore

/// `accounts:lookup`: shows the account of an identity token, or the accounts that an administrator asks for.
package enum LookUpAccount: Operation {
    package static let routes = [Route].accounts("lookup", legacy: "getAccountInfo")

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var localId: [String]?
        package var email: [String]?
        package var phoneNumber: [String]?
        package var federatedUserId: [FederatedUserIdentifier]?
        package var initialEmail: [String]?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        /// Left out when no one was found.
        package var users: [UserInfo]?

        package init() {}
    }
}

/// A user as a provider knows it.
package struct FederatedUserIdentifier: Message, Hashable {
    package var providerId: String?
    package var rawId: String?

    package init() {}
}
