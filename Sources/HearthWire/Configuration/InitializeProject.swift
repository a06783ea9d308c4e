internal import HearthHTTP

/// `identityPlatform:initializeAuth`: makes a project ready; here every project is.
package enum InitializeProject: Operation {
    package static let routes = ["v2", "admin/v2"].map { version in
        Route(
            .post,
            "/\(version)/projects/{targetProjectId}/identityPlatform:initializeAuth",
            access: .administrator
        )
    }

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}
