internal import HearthHTTP

/// A provider's configuration, as it is created and changed.
package protocol WritableProviderConfig: Message {
    /// The member of a request that names a new configuration; each kind has its own.
    static var newIDMember: String { get }
}

/// A request that makes or changes a provider's configuration: the configuration's members, and what to do with them.
package struct ProviderConfigWrite<Config: WritableProviderConfig>: Message {
    /// The members that stand beside the others.
    package var config = Config()
    /// The name of a new configuration.
    package var newID: String?
    /// The name of the configuration to change.
    package var configId: String?
    /// Paths with commas between them; everything when left out.
    package var updateMask: String?
    package var tenantId: String?
    package var targetProjectId: String?

    package static var schemaName: String { "\(Config.schemaName)Write" }

    package init() {}

    package init(from decoder: any Decoder) throws {
        config = try Config(from: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        newID = try container.decodeIfPresent(String.self, forKey: .newID)
        configId = try container.decodeIfPresent(String.self, forKey: .configId)
        updateMask = try container.decodeIfPresent(String.self, forKey: .updateMask)
        tenantId = try container.decodeIfPresent(String.self, forKey: .tenantId)
        targetProjectId = try container.decodeIfPresent(String.self, forKey: .targetProjectId)
    }

    package func encode(to encoder: any Encoder) throws {
        try config.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(newID, forKey: .newID)
        try container.encodeIfPresent(configId, forKey: .configId)
        try container.encodeIfPresent(updateMask, forKey: .updateMask)
        try container.encodeIfPresent(tenantId, forKey: .tenantId)
        try container.encodeIfPresent(targetProjectId, forKey: .targetProjectId)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static var newID: Key { Key(stringValue: Config.newIDMember) }
        static var configId: Key { Key(stringValue: "configId") }
        static var updateMask: Key { Key(stringValue: "updateMask") }
        static var tenantId: Key { Key(stringValue: "tenantId") }
        static var targetProjectId: Key { Key(stringValue: "targetProjectId") }
    }
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
