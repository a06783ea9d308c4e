package import HearthCore
internal import HearthHTTP

/// `:createSessionCookie`: makes a token that lasts for days out of one that lasts for an hour, for web servers.
package enum CreateSessionCookie: Operation {
    package static let routes = [
        Route(.post, "/v1/projects/{targetProjectId}:createSessionCookie", access: .administrator),
        Route(
            .post,
            "/v1/projects/{targetProjectId}/tenants/{tenantId}:createSessionCookie",
            access: .administrator
        ),
    ]

    package struct Request: Message {
        package var idToken: Secret<String>?
        /// Seconds, 300 to 1209600; two weeks if left out.
        package var validDuration: DecimalString?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var sessionCookie: Secret<String>?

        package init() {}
    }
}
