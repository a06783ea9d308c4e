internal import HearthHTTP

/// The configuration of a SAML provider.
package struct InboundSAMLConfig: WritableProviderConfig, Hashable {
    package static let newIDMember = "inboundSamlConfigId"

    /// `projects/{project}/inboundSamlConfigs/{id}`, with the tenant between them if it has one.
    package var name: String?
    package var displayName: String?
    package var enabled: Bool?
    package var idpConfig: IdentityProvider?
    package var spConfig: ServiceProvider?

    package init() {}

    /// The provider's side.
    package struct IdentityProvider: Message, Hashable {
        package var idpEntityId: String?
        /// The page at which users sign in.
        package var ssoUrl: String?
        /// The keys that sign; several while one takes the other's place.
        package var idpCertificates: [SAMLCertificate]?
        /// Whether requests are signed.
        package var signRequest: Bool?

        package init() {}
    }

    /// This server's side.
    package struct ServiceProvider: Message, Hashable {
        /// The audience of assertions.
        package var spEntityId: String?
        /// Where the provider's answer goes.
        package var callbackUri: String?
        /// Made by the server.
        package var spCertificates: [SAMLCertificate]?

        package init() {}
    }
}

/// A certificate, in a SAML configuration.
package struct SAMLCertificate: Message, Hashable {
    /// In PEM.
    package var x509Certificate: String?
    /// RFC 3339; of the server's own alone.
    package var expiresAt: String?

    package init() {}
}

/// `POST inboundSamlConfigs`: configures a SAML provider; its name is in the query.
package enum CreateInboundSAMLConfig: Operation {
    package static let routes = [Route].providerConfigs(.post, "inboundSamlConfigs")

    package typealias Request = ProviderConfigWrite<InboundSAMLConfig>
    package typealias Response = InboundSAMLConfig
}

/// `GET inboundSamlConfigs/{id}`: shows the configuration of a SAML provider.
package enum GetInboundSAMLConfig: Operation {
    package static let routes = [Route].providerConfigs(.get, "inboundSamlConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = InboundSAMLConfig
}

/// `GET inboundSamlConfigs`: the configured SAML providers in the order of their names, page by page.
package enum ListInboundSAMLConfigs: Operation {
    package static let routes = [Route].providerConfigs(.get, "inboundSamlConfigs")

    package typealias Request = ProviderConfigPaging

    package struct Response: Message {
        package var inboundSamlConfigs: [InboundSAMLConfig]?
        package var nextPageToken: String?

        package init() {}
    }
}

/// `PATCH inboundSamlConfigs/{id}`: changes what the mask names.
package enum UpdateInboundSAMLConfig: Operation {
    package static let routes = [Route].providerConfigs(.patch, "inboundSamlConfigs", one: true)

    package typealias Request = ProviderConfigWrite<InboundSAMLConfig>
    package typealias Response = InboundSAMLConfig
}

/// `DELETE inboundSamlConfigs/{id}`: forgets a configuration; no one signs in with it any more.
package enum DeleteInboundSAMLConfig: Operation {
    package static let routes = [Route].providerConfigs(.delete, "inboundSamlConfigs", one: true)

    package typealias Request = ProviderConfigName
    package typealias Response = EmptyMessage
}
