internal import HearthHTTP

/// `accounts:batchDelete`: removes up to a thousand accounts.
package enum DeleteAccounts: Operation {
    package static let routes = [Route].administration(.post, "accounts:batchDelete")

    package struct Request: Message {
        package var localIds: [String]?
        /// Whether to remove accounts that are not disabled.
        package var force: Bool?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var errors: [Failure]?

        package init() {}
    }

    /// Why one account was not removed.
    package struct Failure: Message, Hashable {
        package var index: Int?
        package var localId: String?
        package var message: String?

        package init() {}
    }
}
