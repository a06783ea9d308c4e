package import HearthCore
internal import HearthHTTP

/// The configuration of a provider with a name of its own.
package struct DefaultSupportedIDPConfig: WritableProviderConfig {
    package static let newIDMember = "idpId"

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

/// `POST defaultSupportedIdpConfigs`: configures a provider with a name of its own; its name is in the query.
package enum CreateDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.post, "defaultSupportedIdpConfigs")

    package typealias Request = ProviderConfigWrite<DefaultSupportedIDPConfig>
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

    package typealias Request = ProviderConfigWrite<DefaultSupportedIDPConfig>
    package typealias Response = DefaultSupportedIDPConfig
}

/// `DELETE defaultSupportedIdpConfigs/{id}`: forgets a configuration; no one signs in with it any more.
package enum DeleteDefaultSupportedIDPConfig: Operation {
    package static let routes = [Route].providerConfigs(.delete, "defaultSupportedIdpConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = EmptyMessage
}
