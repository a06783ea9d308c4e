internal import HearthCore
internal import HearthHTTP
internal import HearthWire

/// Where a browser goes to sign in with a provider.
///
/// The provider answers with an ID token in the fragment of the return address
/// ([OpenID Connect Core §3.2](https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth)), so that this
/// server needs no secret of the provider's. Its nonce is the SHA-256 of the session's identifier.
struct AuthorizationPage: Sendable {
    let providerID: String
    let returnURL: String
    let scope: String?
    /// What the app adds, under the names that the wire has put into camel case.
    let extras: [String: String]
    let session: Secret<String>

    /// What an app may add.
    private static let extraNames = [
        "prompt": "prompt", "loginHint": "login_hint", "hd": "hd", "domainHint": "domain_hint", "display": "display",
        "uiLocales": "ui_locales", "locale": "locale", "maxAge": "max_age",
    ]

    /// The page of a configured provider.
    ///
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED`.
    func url(_ configuration: BackendConfiguration, random: RandomSource) throws(APIError) -> String {
        guard let provider = configuration.providers.first(where: { $0.providerID == providerID }),
            let endpoint = provider.authorizationEndpoint, let client = provider.clientIDs.first
        else { throw .unknownProvider }
        var query: FormParameters = ["response_type": "id_token", "response_mode": "fragment"]
        query.append("client_id", client)
        query.append("redirect_uri", returnURL)
        query.append("scope", scopes)
        query.append("nonce", SessionNonce.hash(session))
        query.append("state", AuthorizationState.make(providerID: providerID, random: random))
        for (name, value) in extras.sorted(by: { $0.key < $1.key }) {
            guard let known = Self.extraNames[name] else { continue }
            query.append(known, value)
        }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query.encoded
    }

    /// The emulator's page, on which the user is whoever the developer likes.
    func emulatorURL(in call: Call) -> String {
        var query: FormParameters = ["apiKey": "fake-api-key", "appName": "[DEFAULT]"]
        query.append("authType", "signInViaRedirect")
        query.append("providerId", providerID)
        query.append("redirectUrl", returnURL)
        query.append("scopes", scopes)
        if let tenant = call.scope.tenant { query.append("tid", tenant.rawValue) }
        return "\(call.baseURL)/emulator/auth/handler?\(query.encoded)"
    }

    /// What is asked for; never less than who the user is.
    private var scopes: String {
        let asked = (scope ?? "email profile").split(separator: " ").map(String.init)
        return (asked.contains("openid") ? asked : ["openid"] + asked).joined(separator: " ")
    }
}
