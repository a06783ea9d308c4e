internal import HearthCore
internal import HearthHTTP
internal import HearthTokens
internal import HearthWire

/// Where a browser goes to sign in with a provider.
///
/// From a provider that knows this server the browser comes back with a code
/// ([OpenID Connect Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth)), from any other one
/// with an ID token in the fragment of the return address, for which this server needs no secret. The nonce is the
/// SHA-256 of the session's identifier.
struct AuthorizationPage: Sendable {
    let providerID: ProviderID
    let returnURL: String
    let scope: String?
    /// What the app adds, under the names that the wire has put into camel case.
    let extras: [String: String]

    /// What an app may add.
    private static let extraNames = [
        "prompt": "prompt", "loginHint": "login_hint", "hd": "hd", "domainHint": "domain_hint", "display": "display",
        "uiLocales": "ui_locales", "locale": "locale", "maxAge": "max_age",
    ]

    /// What is asked of a provider's page, by a session that is known by its SHA-256.
    func request(
        _ answer: AuthorizationRequest.Answer,
        _ configuration: ProviderConfiguration,
        state: String,
        session: [UInt8]
    ) -> AuthorizationRequest {
        var request = AuthorizationRequest(
            answer,
            clientID: configuration.clientIDs.first ?? "",
            redirectURI: returnURL,
            scopes: scopes(configuration.scopes),
            state: state,
            nonce: Hex.encode(session)
        )
        request.responseMode = configuration.responseMode
        for (name, value) in extras {
            if let known = Self.extraNames[name] { request.extras[known] = value }
        }
        return request
    }

    /// The emulator's page, on which the user is anyone the developer likes.
    func emulatorURL(state: String, in call: Call) -> String {
        let back = FormParameters(dictionaryLiteral: ("state", state)).encoded
        var query: FormParameters = ["apiKey": "fake-api-key", "appName": "[DEFAULT]"]
        query.append("authType", "signInViaRedirect")
        query.append("providerId", providerID.rawValue)
        query.append("redirectUrl", returnURL + (returnURL.contains("?") ? "&" : "?") + back)
        query.append("answer", "url")
        query.append("scopes", scopes([]).joined(separator: " "))
        query.append("state", state)
        if let tenant = call.scope.tenant { query.append("tid", tenant.rawValue) }
        return "\(call.baseURL)/emulator/auth/handler?\(query.encoded)"
    }

    /// What the provider is always asked for, and what the app asks for.
    private func scopes(_ always: [String]) -> [String] {
        let asked = (scope ?? "").split(separator: " ").map(String.init)
        return always + asked.filter { !always.contains($0) }
    }
}
