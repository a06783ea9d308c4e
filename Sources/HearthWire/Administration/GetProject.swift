internal import HearthHTTP

/// `projects`: what every client may know of its project.
package enum GetProject: Operation {
    package static let routes = [
        Route(.get, "/v1/projects", access: .apiKey),
        .legacy("getProjectConfig", .get),
    ]

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        /// The project's number, which clients know it by here.
        package var projectId: String?
        package var authorizedDomains: [String]?

        package init() {}
    }
}
