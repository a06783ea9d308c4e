internal import HearthCore
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

extension OAuthIDPConfig: ProviderConfig {
    static let collection = "oauthIdpConfigs"
    static let members: Set<String> = [
        "displayName", "enabled", "clientId", "clientSecret", "issuer", "responseType",
    ]

    static func checkID(_ id: String?) throws(APIError) -> String {
        try ProviderConfigRule.checkID(id, prefix: "oidc.")
    }

    /// Of the two kinds of answer one is on: turning one on turns the other off.
    mutating func settle(after old: OAuthIDPConfig?, changing update: OAuthIDPConfig) {
        guard var type = responseType else { return }
        if update.responseType?.code == true, update.responseType?.idToken == nil { type.idToken = nil }
        if update.responseType?.idToken == true, update.responseType?.code == nil { type.code = nil }
        responseType = type
    }

    func check(_ id: String, isStrict: Bool) throws(APIError) {
        try ProviderConfigRule.checkClientID(clientId)
        guard let issuer, !issuer.isEmpty else { throw APIError(.missingIssuer) }
        try ProviderConfigRule.checkURL(issuer, "issuer")
        try ProviderConfigRule.checkText(displayName, "displayName")
        try ProviderConfigRule.checkText(clientSecret?.reveal(), "clientSecret")
        guard responseType?.token != true else { throw APIError(.invalidConfig, "responseType.token is never used.") }
        guard let type = responseType, type.idToken != nil || type.code != nil else { return }
        guard (type.idToken == true) != (type.code == true) else {
            throw APIError(.invalidConfig, "one of responseType.idToken and responseType.code is true.")
        }
        guard type.code != true || clientSecret?.reveal().isEmpty == false else {
            throw APIError(.invalidConfig, "responseType.code needs a clientSecret.")
        }
    }

    mutating func takeSecrets() -> JSONObject {
        var secrets = JSONObject()
        secrets["clientSecret"] = clientSecret.map { .string($0.reveal()) }
        clientSecret = nil
        return secrets
    }

    mutating func put(_ secrets: JSONObject) {
        clientSecret = secrets["clientSecret"]?.string.map { Secret($0) }
    }

    /// What signing in uses.
    func configuration(_ id: String) throws(APIError) -> ProviderConfiguration {
        var provider = ProviderConfiguration.openID(id, issuer: issuer ?? "", clientIDs: [clientId ?? ""])
        if responseType?.code == true { provider.clientAuthentication = clientSecret.map { .post($0) } }
        return provider
    }
}
