package import HearthCore
internal import HearthHTTP

/// `accounts:verifyIosClient`: proves that an iOS app calls, by a push notification to it.
package enum VerifyIOSClient: Operation {
    package static let routes = [
        Route(.post, "/v1/accounts:verifyIosClient", access: .apiKey), .legacy("verifyClient"),
    ]

    package struct Request: Message {
        /// The device's token for push notifications, in hexadecimal.
        package var appToken: Secret<String>?
        package var isSandbox: Bool?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var receipt: String?
        /// Seconds, as text.
        package var suggestedTimeout: String?

        package init() {}
    }
}

/// `accounts:issueSamlResponse`: lets the project's users sign in to another service.
package enum IssueSAMLResponse: Operation {
    package static let routes = [Route(.post, "/v1/accounts:issueSamlResponse", access: .apiKey)]

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// `setProjectConfig`: changes a project's configuration in the form of the first generation.
package enum SetLegacyConfig: Operation {
    package static let routes = [Route.legacy("setProjectConfig", access: .administrator)]

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// `signOutUser`: ends a user's session by the identifier of an installation.
package enum SignOutUser: Operation {
    package static let routes = [Route.legacy("signOutUser")]

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}
