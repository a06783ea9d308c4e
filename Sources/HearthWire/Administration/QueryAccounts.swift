internal import HearthHTTP

/// `accounts:query`: counts the accounts, or shows them in order.
package enum QueryAccounts: Operation {
    package static let routes =
        [Route].administration(.post, "accounts:query")
        + [Route(.post, "/v1/projects/{targetProjectId}:queryAccounts", access: .administrator)]

    package struct Request: Message {
        /// Whether to show the accounts or only to count them; shown when left out.
        package var returnUserInfo: Bool?
        /// At most 500, which is also the default.
        package var limit: DecimalString?
        package var offset: DecimalString?
        package var sortBy: SortField?
        package var order: SortOrder?
        package var expression: [Expression]?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// What an account must have to be shown: the first member that is set counts, and of several expressions the first.
    package struct Expression: Message, Hashable {
        package var email: String?
        package var userId: String?
        package var phoneNumber: String?

        package init() {}
    }

    package struct Response: Message {
        package var recordsCount: DecimalString?
        package var userInfo: [UserInfo]?

        package init() {}
    }
}

/// What accounts are sorted by.
package struct SortField: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = [
        "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL",
    ]
    package static let name = SortField(rawValue: "NAME")
    package static let creation = SortField(rawValue: "CREATED_AT")
    package static let lastLogin = SortField(rawValue: "LAST_LOGIN_AT")
    package static let email = SortField(rawValue: "USER_EMAIL")
}

/// The direction in which accounts are sorted.
package struct SortOrder: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = ["ORDER_UNSPECIFIED", "ASC", "DESC"]
}
