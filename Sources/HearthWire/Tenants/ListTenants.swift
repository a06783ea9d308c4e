internal import HearthHTTP

/// `GET tenants`: the tenants in the order of their identifiers, page by page.
package enum ListTenants: Operation {
    package static let routes = [Route].tenants(.get)

    package struct Request: Message {
        /// 1 to 1000; 20 when left out.
        package var pageSize: Int?
        package var pageToken: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var tenants: [Tenant]?
        package var nextPageToken: String?

        package init() {}
    }
}
