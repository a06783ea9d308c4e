package import HearthCore
internal import HearthHTTP

/// The configuration of a provider with a name of its own.
package struct DefaultSupportedIDPConfig: Message {
    /// `projects/{project}/defaultSupportedIdpConfigs/{id}`, with the tenant between them if it has one.
    package var name: String?
    package var enabled: Bool?
    package var clientId: String?
    /// Shown to those who administer the project.
    package var clientSecret: Secret<String>?
    package var appleSignInConfig: AppleSignIn?

    package init() {}

    /// What Apple needs beside it.
    package struct AppleSignIn: Message {
        /// The apps whose tokens count.
        package var bundleIds: [String]?
        package var codeFlowConfig: CodeFlow?

        package init() {}

        /// The key that stands for a client's secret.
        package struct CodeFlow: Message {
            package var teamId: String?
            package var keyId: String?
            /// In PEM.
            package var privateKey: Secret<String>?

            package init() {}
        }
    }
}

/// The members of a provider with a name of its own's configuration, and what to do with them.
package struct DefaultSupportedIDPConfigWrite: ProviderConfigWrite {
    package var config = DefaultSupportedIDPConfig()
    package var idpId: String?
    package var configId: String?
    package var updateMask: String?
    package var tenantId: String?
    package var targetProjectId: String?

    package var newID: String? { idpId }

    package init() {}

    package init(from decoder: any Decoder) throws {
        config = try DefaultSupportedIDPConfig(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        idpId = try container.decodeIfPresent(String.self, forKey: .idpId)
        configId = try container.decodeIfPresent(String.self, forKey: .configId)
        updateMask = try container.decodeIfPresent(String.self, forKey: .updateMask)
        tenantId = try container.decodeIfPresent(String.self, forKey: .tenantId)
        targetProjectId = try container.decodeIfPresent(String.self, forKey: .targetProjectId)
    }

    package func encode(to encoder: any Encoder) throws {
        try config.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(idpId, forKey: .idpId)
        try container.encodeIfPresent(configId, forKey: .configId)
        try container.encodeIfPresent(updateMask, forKey: .updateMask)
        try container.encodeIfPresent(tenantId, forKey: .tenantId)
        try container.encodeIfPresent(targetProjectId, forKey: .targetProjectId)
    }

    private enum CodingKeys: String, CodingKey {
        case idpId, configId, updateMask, tenantId, targetProjectId
    }
}

/// `POST defaultSupportedIdpConfigs`: configures a provider with a name of its own; its name is in the query.
package enum CreateDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.post, "defaultSupportedIdpConfigs")

    package typealias Request = DefaultSupportedIDPConfigWrite
    package typealias Response = DefaultSupportedIDPConfig
}

/// `GET defaultSupportedIdpConfigs/{id}`: shows the configuration of a provider with a name of its own.
package enum GetDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.get, "defaultSupportedIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = DefaultSupportedIDPConfig
}

/// `GET defaultSupportedIdpConfigs`: the configured providers with names of their own in the order of their names, page by page.
package enum ListDefaultSupportedIDPConfigs: Operation {
    package static let routes = [Route].providerConfigs(.get, "defaultSupportedIdpConfigs")

    package typealias Request = ProviderConfigPaging

    package struct Response: Message {
        package var defaultSupportedIdpConfigs: [DefaultSupportedIDPConfig]?
        package var nextPageToken: String?

        package init() {}
    }
}

/// `PATCH defaultSupportedIdpConfigs/{id}`: changes what the mask names.
package enum UpdateDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.patch, "defaultSupportedIdpConfigs", one: true)

    package typealias Request = DefaultSupportedIDPConfigWrite
    package typealias Response = DefaultSupportedIDPConfig
}

/// `DELETE defaultSupportedIdpConfigs/{id}`: forgets a configuration; no one signs in with it any more.
package enum DeleteDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.delete, "defaultSupportedIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = EmptyMessage
}
