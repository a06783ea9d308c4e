internal import HearthHTTP

/// `accounts:batchGet`: the accounts in the order of their identifiers, page by page.
package enum ListAccounts: Operation {
    package static let routes =
        [Route].administration(.get, "accounts:batchGet") + [.legacy("downloadAccount", access: .administrator)]

    package struct Request: Message {
        /// 1 to 1000; 20 when left out.
        package var maxResults: Int?
        package var nextPageToken: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var users: [UserInfo]?
        package var nextPageToken: String?

        package init() {}
    }
}
