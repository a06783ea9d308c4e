internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

extension DefaultSupportedIDP {
    /// The providers that have a name of their own, in the order of their names.
    static let all: [(id: String, title: String)] = [
        ("apple.com", "Apple"), ("facebook.com", "Facebook"), ("gc.apple.com", "Game Center"), ("github.com", "GitHub"),
        ("google.com", "Google"), ("linkedin.com", "LinkedIn"), ("microsoft.com", "Microsoft"),
        ("playgames.google.com", "Play Games"), ("twitter.com", "Twitter"), ("yahoo.com", "Yahoo"),
    ]
    /// Those of them whose tokens this server can check.
    static let verifiable: Set<String> = [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "twitter.com", "yahoo.com",
    ]
}

extension DefaultSupportedIDPConfig: ProviderConfig {
    static let collection = "defaultSupportedIdpConfigs"
    static let members: Set<String> = ["enabled", "clientId", "clientSecret", "appleSignInConfig"]

    static func checkID(_ id: String?) throws(APIError) -> String {
        guard let id, !id.isEmpty else { throw APIError(.missingProviderID) }
        guard DefaultSupportedIDP.all.contains(where: { $0.id == id }) else { throw APIError(.invalidProviderID) }
        return id
    }

    mutating func settle(after old: DefaultSupportedIDPConfig?, changing update: DefaultSupportedIDPConfig) {}

    func check(_ id: String, isStrict: Bool) throws(APIError) {
        try ProviderConfigRule.checkText(clientSecret?.reveal(), "clientSecret")
        if clientId != nil { try ProviderConfigRule.checkClientID(clientId) }
        for bundle in appleSignInConfig?.bundleIds ?? [] { try ProviderConfigRule.checkClientID(bundle) }
        if appleSignInConfig != nil, id != "apple.com", id != "gc.apple.com" {
            throw APIError(.invalidConfig, "appleSignInConfig belongs to apple.com and gc.apple.com.")
        }
        _ = try appleKey()
        // What is on has to work; what the emulator believes of a provider it believes without checking.
        guard enabled == true, isStrict else { return }
        guard DefaultSupportedIDP.verifiable.contains(id) else {
            throw APIError(.invalidConfig, Self.words(forUnverifiable: id))
        }
        if appIDs.isEmpty { try ProviderConfigRule.checkClientID(clientId) }
        guard !Self.needSecret.contains(id) || clientSecret?.reveal().isEmpty == false else {
            throw APIError(.invalidConfig, "\(id) needs a clientSecret.")
        }
    }

    private static func words(forUnverifiable id: String) -> String {
        switch id {
        case "microsoft.com":
            """
            microsoft.com does not name the directory whose users may sign in; configure it as oidc.NAME with the issuer \
            https://login.microsoftonline.com/DIRECTORY/v2.0.
            """
        case "linkedin.com":
            "linkedin.com is an OpenID provider; configure it as oidc.NAME with the issuer https://www.linkedin.com/oauth."
        default: "this server cannot check what \(id) says, and refuses to believe it."
        }
    }

    /// Those whose tokens are looked into with the app's secret.
    private static let needSecret: Set<String> = ["github.com", "twitter.com"]

    /// The identifiers of the apps: the bundle identifiers, or else the client's own.
    var appIDs: [String] {
        let listed = appleSignInConfig?.bundleIds ?? []
        return listed.isEmpty ? [clientId].compactMap { $0?.isEmpty == false ? $0 : nil } : listed
    }

    mutating func takeSecrets() -> JSONObject {
        var secrets = JSONObject()
        secrets["clientSecret"] = clientSecret.map { .string($0.reveal()) }
        secrets["privateKey"] = appleSignInConfig?.codeFlowConfig?.privateKey.map { .string($0.reveal()) }
        clientSecret = nil
        appleSignInConfig?.codeFlowConfig?.privateKey = nil
        return secrets
    }

    mutating func put(_ secrets: JSONObject) {
        clientSecret = secrets["clientSecret"]?.string.map { Secret($0) }
        appleSignInConfig?.codeFlowConfig?.privateKey = secrets["privateKey"]?.string.map { Secret($0) }
    }

    private func appleKey() throws(APIError) -> AppleClientKey? {
        guard let flow = appleSignInConfig?.codeFlowConfig, let key = flow.privateKey else { return nil }
        guard let team = flow.teamId, let id = flow.keyId,
            let made = try? AppleClientKey(teamID: team, keyID: id, pem: key)
        else {
            throw APIError(
                .invalidConfig,
                "codeFlowConfig has a teamId, a keyId, and in privateKey a key on the curve P-256 in PEM."
            )
        }
        return made
    }

    /// What signing in uses.
    func configuration(_ id: String) throws(APIError) -> ProviderConfiguration {
        let (client, secret) = (clientId ?? "", clientSecret.flatMap { $0.reveal().isEmpty ? nil : $0 })
        var provider: ProviderConfiguration
        switch id {
        case "google.com": provider = .google(clientIDs: [client])
        case "apple.com":
            let names = [clientId].compactMap(\.self) + (appleSignInConfig?.bundleIds ?? [])
            provider = .apple(clientIDs: names)
            provider.clientAuthentication = try appleKey().map { .apple($0) }
        case "facebook.com":
            provider =
                secret.map { .facebook(appID: client, secret: $0) } ?? .facebookLimitedLogin(appIDs: [client])
        case "github.com":
            guard let secret else { throw .unknownProvider }
            provider = .gitHub(clientID: client, secret: secret)
        case "twitter.com":
            guard let secret else { throw .unknownProvider }
            provider = .twitter(consumerKey: client, secret: secret)
        case "yahoo.com": provider = .yahoo(clientID: client, secret: secret)
        default: throw .unknownProvider
        }
        if id == "google.com", let secret {
            provider.clientAuthentication = .post(secret)
            provider.tokenEndpoint = "https://oauth2.googleapis.com/token"
        }
        return provider
    }
}
