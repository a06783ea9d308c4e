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
        /// Told to administrators alone, as all that follows.
        package var allowPasswordUser: Bool?
        package var enableAnonymousUser: Bool?
        package var idpConfig: [Provider]?

        package init() {}
    }

    /// A provider with a name of its own.
    package struct Provider: Message {
        package var provider: String?
        package var enabled: Bool?
        package var clientId: String?

        package init() {}
    }
}
