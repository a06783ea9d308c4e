internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthWire

extension InboundSAMLConfig: ProviderConfig {
    static let collection = "inboundSamlConfigs"
    static let members: Set<String> = ["displayName", "enabled", "idpConfig", "spConfig"]
    private static let mostCertificates = 10

    static func checkID(_ id: String?) throws(APIError) -> String {
        try ProviderConfigRule.checkID(id, prefix: "saml.")
    }

    static let showsCertificate = true

    mutating func put(_ certificate: SAMLCertificate) {
        spConfig?.spCertificates = [certificate]
    }

    /// The server's own certificates are the server's.
    mutating func settle(after old: InboundSAMLConfig?, changing update: InboundSAMLConfig) {
        spConfig?.spCertificates = old?.spConfig?.spCertificates
        let certificates = idpConfig?.idpCertificates?.filter { $0.x509Certificate?.isEmpty == false }
        idpConfig?.idpCertificates = certificates
    }

    func check(_ id: String, isStrict: Bool) throws(APIError) {
        try ProviderConfigRule.checkText(displayName, "displayName")
        guard let provider = idpConfig, let entity = provider.idpEntityId, !entity.isEmpty else {
            throw APIError(.invalidConfig, "idpConfig.idpEntityId is missing.")
        }
        try ProviderConfigRule.checkText(entity, "idpConfig.idpEntityId")
        try ProviderConfigRule.checkURL(provider.ssoUrl, "idpConfig.ssoUrl")
        let certificates = provider.idpCertificates ?? []
        guard (1...Self.mostCertificates).contains(certificates.count) else {
            throw APIError(.invalidConfig, "idpConfig.idpCertificates has 1 to \(Self.mostCertificates) entries.")
        }
        guard let own = spConfig, let name = own.spEntityId, !name.isEmpty else {
            throw APIError(.missingSAMLRelyingPartyConfig)
        }
        try ProviderConfigRule.checkText(name, "spConfig.spEntityId")
        try ProviderConfigRule.checkURL(own.callbackUri, "spConfig.callbackUri")
        // The emulator believes SAML without signatures, and the SDKs' own tests bring certificates that are none.
        guard isStrict else { return }
        guard certificates.allSatisfy({ (try? Certificate(pem: $0.x509Certificate ?? "")) != nil }) else {
            throw APIError(
                .invalidConfig,
                "idpConfig.idpCertificates holds what is no certificate of an RSA key with 2048 bits or more in PEM."
            )
        }
    }

    mutating func takeSecrets() -> JSONObject { JSONObject() }

    mutating func put(_ secrets: JSONObject) {}
}
