package import HearthCore
internal import HearthHTTP

/// The configuration of an OpenID provider.
package struct OAuthIDPConfig: WritableProviderConfig {
    package static let newIDMember = "oauthIdpConfigId"

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

/// `POST oauthIdpConfigs`: configures an OpenID provider; its name is in the query.
package enum CreateOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.post, "oauthIdpConfigs")

    package typealias Request = ProviderConfigWrite<OAuthIDPConfig>
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

    package typealias Request = ProviderConfigWrite<OAuthIDPConfig>
    package typealias Response = OAuthIDPConfig
}

/// `DELETE oauthIdpConfigs/{id}`: forgets a configuration; no one signs in with it any more.
package enum DeleteOAuthIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.delete, "oauthIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = EmptyMessage
}
