internal import HearthHTTP

/// A request that makes or changes a provider's configuration: the configuration's members, and what to do with them.
package protocol ProviderConfigWrite: Message {
    associatedtype Config: Message

    /// The members that stand beside the others.
    var config: Config { get }
    /// The name of a new configuration.
    var newID: String? { get }
    /// The name of the configuration to change.
    var configId: String? { get }
    /// Paths with commas between them; everything when left out.
    var updateMask: String? { get }
}

/// A configuration's name, in a path.
package struct ProviderConfigName: Message {
    package var configId: String?
    package var tenantId: String?
    package var targetProjectId: String?

    package init() {}
}

/// Which part of a list.
package struct ProviderConfigPaging: Message {
    /// 1 to 100; 20 when left out.
    package var pageSize: Int?
    package var pageToken: String?
    package var tenantId: String?
    package var targetProjectId: String?

    package init() {}
}

extension [Route] {
    /// A collection of configurations or one of them: of a project, of a tenant, and under the alias of the official
    /// command line.
    static func providerConfigs(_ method: HTTPMethod, _ collection: String, one: Bool = false) -> [Route] {
        let end = collection + (one ? "/{configId}" : "")
        return [
            "/v2/projects/{targetProjectId}/\(end)", "/v2/projects/{targetProjectId}/tenants/{tenantId}/\(end)",
            "/admin/v2/projects/{targetProjectId}/\(end)",
        ].map { Route(method, $0, access: .administrator) }
    }
}

/// `GET defaultSupportedIdps`: the providers that have a name of their own.
package enum ListDefaultSupportedIDPs: Operation {
    package static let routes = [Route(.get, "/v2/defaultSupportedIdps", access: .administrator)]

    package struct Request: Message {
        package var pageSize: Int?
        package var pageToken: String?

        package init() {}
    }

    package struct Response: Message {
        package var defaultSupportedIdps: [DefaultSupportedIDP]?
        package var nextPageToken: String?

        package init() {}
    }
}

/// A provider that has a name of its own.
package struct DefaultSupportedIDP: Message, Hashable {
    /// For example `google.com`.
    package var idpId: String?
    package var description: String?

    package init() {}
}
