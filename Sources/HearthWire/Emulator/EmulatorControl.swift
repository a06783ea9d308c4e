internal import HearthHTTP
package import HearthCore

/// `DELETE accounts`: forgets every account of a project; in emulator mode only.
package enum ClearAccounts: Operation {
    package static let routes = [Route].emulator(.delete, "accounts")

    package struct Request: Message {
        package var targetProjectId: String?
        package var tenantId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// `GET config`: the switches of the emulator.
package enum GetEmulatorConfig: Operation {
    package static let routes = [Route].emulator(.get, "config", tenants: false)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmulatorConfig
}

/// `PATCH config`: changes the switches that the body names.
package enum UpdateEmulatorConfig: Operation {
    package static let routes = [Route].emulator(.patch, "config", tenants: false)

    package struct Request: Message {
        package var signIn: EmulatorConfig.SignIn?
        package var emailPrivacyConfig: EmulatorConfig.EmailPrivacy?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmulatorConfig
}

/// The switches of the emulator.
package struct EmulatorConfig: Message, Hashable {
    package var signIn: SignIn?
    package var emailPrivacyConfig: EmailPrivacy?

    package init() {}

    package struct SignIn: Message, Hashable {
        /// Whether several accounts may have one address.
        package var allowDuplicateEmails: Bool?

        package init() {}
    }

    package struct EmailPrivacy: Message, Hashable {
        /// Whether unknown and wrong look the same.
        package var enableImprovedEmailPrivacy: Bool?

        package init() {}
    }
}

/// `GET oobCodes`: the mailed codes that are still good, oldest first.
package enum ListCodes: Operation {
    package static let routes = [Route].emulator(.get, "oobCodes")

    package struct Request: Message {
        package var targetProjectId: String?
        package var tenantId: String?

        package init() {}
    }

    package struct Response: Message {
        package var oobCodes: [Entry]?

        package init() {}
    }

    /// A code that waits to be used.
    package struct Entry: Message {
        package var email: String?
        package var newEmail: String?
        package var oobCode: Secret<String>?
        package var oobLink: Secret<String>?
        package var requestType: CodeType?

        package init() {}
    }
}

extension [Route] {
    /// A control of the emulator, for a project and, if so, for its tenants.
    static func emulator(
        _ method: HTTPMethod,
        _ end: String,
        tenants: Bool = true
    ) -> [Route] {
        var routes = [
            Route(method, "/emulator/v1/projects/{targetProjectId}/\(end)", service: .own, access: .emulator)
        ]
        if tenants {
            let path = "/emulator/v1/projects/{targetProjectId}/tenants/{tenantId}/\(end)"
            routes.append(Route(method, path, service: .own, access: .emulator))
        }
        return routes
    }
}
