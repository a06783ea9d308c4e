package import HearthCore
internal import HearthHTTP

/// The configuration of an OpenID provider.
package struct OAuthIDPConfig: Message {
    /// `projects/{project}/oauthIdpConfigs/{id}`, with the tenant between them if it has one.
    package var name: String?
    package var displayName: String?
    package var enabled: Bool?
    package var clientId: String?
    /// Shown to those who administer the project.
    package var clientSecret: Secret<String>?
    package var issuer: String?
    package var responseType: ResponseType?

    package init() {}

    /// How the provider's answer shows who the user is: one of the two.
    package struct ResponseType: Message, Hashable {
        package var idToken: Bool?
        package var code: Bool?
        /// Never used.
        package var token: Bool?

        package init() {}
    }
}

/// The members of an OpenID provider's configuration, and what to do with them.
package struct OAuthIDPConfigWrite: ProviderConfigWrite {
    package var config = OAuthIDPConfig()
    package var oauthIdpConfigId: String?
    package var configId: String?
    package var updateMask: String?
    package var tenantId: String?
    package var targetProjectId: String?

    package var newID: String? { oauthIdpConfigId }

    package init() {}

    package init(from decoder: any Decoder) throws {
        config = try OAuthIDPConfig(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        oauthIdpConfigId = try container.decodeIfPresent(String.self, forKey: .oauthIdpConfigId)
        configId = try container.decodeIfPresent(String.self, forKey: .configId)
        updateMask = try container.decodeIfPresent(String.self, forKey: .updateMask)
        tenantId = try container.decodeIfPresent(String.self, forKey: .tenantId)
        targetProjectId = try container.decodeIfPresent(String.self, forKey: .targetProjectId)
    }

    package func encode(to encoder: any Encoder) throws {
        try config.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(oauthIdpConfigId, forKey: .oauthIdpConfigId)
        try container.encodeIfPresent(configId, forKey: .configId)
        try container.encodeIfPresent(updateMask, forKey: .updateMask)
        try container.encodeIfPresent(tenantId, forKey: .tenantId)
        try container.encodeIfPresent(targetProjectId, forKey: .targetProjectId)
    }

    private enum CodingKeys: String, CodingKey {
        case oauthIdpConfigId, configId, updateMask, tenantId, targetProjectId
    }
}

/// `POST oauthIdpConfigs`: configures an OpenID provider; its name is in the query.
package enum CreateOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.post, "oauthIdpConfigs")

    package typealias Request = OAuthIDPConfigWrite
    package typealias Response = OAuthIDPConfig
}

/// `GET oauthIdpConfigs/{id}`: shows the configuration of an OpenID provider.
package enum GetOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.get, "oauthIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = OAuthIDPConfig
}

/// `GET oauthIdpConfigs`: the configured OpenID providers in the order of their names, page by page.
package enum ListOAuthIDPConfigs: Operation {
    package static let routes = [Route].providerConfigs(.get, "oauthIdpConfigs")

    package typealias Request = ProviderConfigPaging

    package struct Response: Message {
        package var oauthIdpConfigs: [OAuthIDPConfig]?
        package var nextPageToken: String?

        package init() {}
    }
}

/// `PATCH oauthIdpConfigs/{id}`: changes what the mask names.
package enum UpdateOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.patch, "oauthIdpConfigs", one: true)

    package typealias Request = OAuthIDPConfigWrite
    package typealias Response = OAuthIDPConfig
}

/// `DELETE oauthIdpConfigs/{id}`: forgets a configuration; no one signs in with it any more.
package enum DeleteOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.delete, "oauthIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = EmptyMessage
}
