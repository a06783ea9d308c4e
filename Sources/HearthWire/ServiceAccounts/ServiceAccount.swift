internal import HearthHTTP

/// A service account: the identity of a project's own servers.
package struct ServiceAccount: Message, Hashable {
    /// `projects/{project}/serviceAccounts/{email}`.
    package var name: String?
    package var projectId: String?
    /// 21 digits; never given out a second time.
    package var uniqueId: String?
    package var email: String?
    package var displayName: String?
    /// The account's identifier as an OAuth 2 client, which is ``uniqueId``.
    package var oauth2ClientId: String?

    package init() {}
}

/// A key with which a service account signs.
package struct ServiceAccountKey: Message, Hashable {
    /// `projects/{project}/serviceAccounts/{email}/keys/{key}`.
    package var name: String?
    /// `KEY_ALG_RSA_2048`.
    package var keyAlgorithm: String?
    /// `GOOGLE_PROVIDED` or `USER_PROVIDED`.
    package var keyOrigin: String?
    /// `USER_MANAGED`; the server's own keys are not shown.
    package var keyType: String?
    /// RFC 3339.
    package var validAfterTime: String?
    package var validBeforeTime: String?

    package init() {}
}

/// `POST serviceAccounts`: makes a service account, which has no key yet.
package enum CreateServiceAccount: Operation {
    package static let routes = [Route].serviceAccounts(.post)

    package struct Request: Message {
        /// What stands before the `@`: 6 to 30 lower-case letters, digits and hyphens, a letter first.
        package var accountId: String?
        package var serviceAccount: ServiceAccount?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ServiceAccount
}

/// `GET serviceAccounts`: the service accounts of a project in the order of their addresses, page by page.
package enum ListServiceAccounts: Operation {
    package static let routes = [Route].serviceAccounts(.get)

    package struct Request: Message {
        /// 1 to 100; 20 when left out.
        package var pageSize: Int?
        package var pageToken: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var accounts: [ServiceAccount]?
        package var nextPageToken: String?

        package init() {}
    }
}

/// `DELETE serviceAccounts/{email}`: removes a service account with its keys; its access tokens end at once.
package enum DeleteServiceAccount: Operation {
    package static let routes = [Route].serviceAccounts(.delete, "/{account}")

    package struct Request: Message {
        package var account: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

extension [Route] {
    /// The service accounts of a project, or what is below one of them.
    static func serviceAccounts(
        _ method: HTTPMethod,
        _ end: String = "",
        service: Route.Service = .iam
    ) -> [Route] {
        let path = "/v1/projects/{targetProjectId}/serviceAccounts" + end
        return [Route(method, path, service: service, access: .operator)]
    }
}
