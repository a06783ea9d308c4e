public import HearthCore
internal import HearthTokens

extension ProviderConfiguration {
    /// Google, whose word is final for its own addresses, those of Gmail and of a Workspace.
    ///
    /// - Parameter clientIDs: The client identifiers of all apps of the project.
    /// - Returns: The configuration.
    public static func google(clientIDs: [String]) -> ProviderConfiguration {
        var google = ProviderConfiguration(
            providerID: "google.com",
            issuer: "https://accounts.google.com",
            clientIDs: clientIDs,
            emailTrust: .domains(["gmail.com", "googlemail.com"], includesHostedDomains: true)
        )
        google.otherIssuers = ["accounts.google.com"]
        google.acceptsUnknownNonce = true
        google.authorizationEndpoint = "https://accounts.google.com/o/oauth2/v2/auth"
        google.accessTokens = .google()
        return google
    }

    /// Apple, whose word about an address is final.
    ///
    /// - Parameter clientIDs: The apps' bundle identifiers, and the services identifiers of web sites.
    /// - Returns: The configuration.
    public static func apple(clientIDs: [String]) -> ProviderConfiguration {
        var apple = ProviderConfiguration(
            providerID: "apple.com",
            issuer: "https://appleid.apple.com",
            clientIDs: clientIDs,
            emailTrust: .always
        )
        apple.scopes = ["openid", "email", "name"]
        // Apple answers in no other way as soon as a scope is asked for.
        apple.responseMode = "form_post"
        return apple
    }

    /// Facebook's Limited Login, whose tokens say nothing of whether an address was checked.
    ///
    /// - Parameter appIDs: The apps' identifiers.
    /// - Returns: The configuration.
    public static func facebookLimitedLogin(appIDs: [String]) -> ProviderConfiguration {
        var facebook = ProviderConfiguration(
            providerID: "facebook.com",
            issuer: "https://www.facebook.com",
            clientIDs: appIDs
        )
        facebook.otherIssuers = ["https://facebook.com"]
        facebook.keysURL = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
        return facebook
    }

    /// Facebook Login with access tokens, and Limited Login.
    ///
    /// - Parameters:
    ///   - appID: The app's identifier.
    ///   - secret: The app's secret, with which its tokens are looked into.
    /// - Returns: The configuration.
    public static func facebook(appID: String, secret: Secret<String>) -> ProviderConfiguration {
        var facebook = facebookLimitedLogin(appIDs: [appID])
        facebook.clientAuthentication = .post(secret)
        facebook.authorizationEndpoint = "https://www.facebook.com/v23.0/dialog/oauth"
        facebook.tokenEndpoint = "https://graph.facebook.com/v23.0/oauth/access_token"
        facebook.scopes = ["email", "public_profile"]
        facebook.accessTokens = .facebook()
        return facebook
    }

    /// GitHub, whose word about an address counts, but opens no account that exists already.
    ///
    /// - Parameters:
    ///   - clientID: The app's identifier.
    ///   - secret: The app's secret, with which its tokens are looked into.
    /// - Returns: The configuration.
    public static func gitHub(clientID: String, secret: Secret<String>) -> ProviderConfiguration {
        var gitHub = ProviderConfiguration(
            providerID: "github.com",
            issuer: "https://github.com/login/oauth",
            clientIDs: [clientID],
            emailTrust: .domains([])
        )
        gitHub.clientAuthentication = .post(secret)
        gitHub.authorizationEndpoint = "https://github.com/login/oauth/authorize"
        gitHub.tokenEndpoint = "https://github.com/login/oauth/access_token"
        gitHub.scopes = ["read:user", "user:email"]
        gitHub.accessTokens = .gitHub()
        return gitHub
    }

    /// A directory of Microsoft's, whose word is final for the domains that belong to it.
    ///
    /// - Parameters:
    ///   - directory: The directory's identifier, not `common`: anyone can make a directory there.
    ///   - clientIDs: The apps' identifiers.
    ///   - domains: The domains of the directory's addresses. Defaults to none.
    /// - Returns: The configuration.
    public static func microsoft(
        directory: String,
        clientIDs: [String],
        domains: Set<String> = []
    ) -> ProviderConfiguration {
        let issuer = "https://login.microsoftonline.com/\(directory)"
        var microsoft = ProviderConfiguration(
            providerID: "microsoft.com",
            issuer: issuer + "/v2.0",
            clientIDs: clientIDs,
            emailTrust: .domains(domains)
        )
        microsoft.authorizationEndpoint = issuer + "/oauth2/v2.0/authorize"
        return microsoft
    }

    /// Twitter, now X, whose access tokens are looked into by signed calls
    /// ([RFC 5849](https://www.rfc-editor.org/rfc/rfc5849)); whether an address was checked it does not say.
    ///
    /// The page of Twitter's own is not offered: the app signs the user in with Twitter's SDK or page, and hands over
    /// the access token with its secret.
    ///
    /// - Parameters:
    ///   - consumerKey: The app's API key.
    ///   - secret: The app's API key secret.
    /// - Returns: The configuration.
    public static func twitter(consumerKey: String, secret: Secret<String>) -> ProviderConfiguration {
        var twitter = ProviderConfiguration(
            providerID: "twitter.com",
            issuer: "https://api.twitter.com",
            clientIDs: [consumerKey]
        )
        twitter.clientAuthentication = .post(secret)
        twitter.accessTokens = .twitter()
        return twitter
    }

    /// Yahoo, whose word is final for its own addresses.
    ///
    /// - Parameters:
    ///   - clientID: The app's identifier.
    ///   - secret: The app's secret, with which a browser's code is traded. Defaults to none.
    /// - Returns: The configuration.
    public static func yahoo(clientID: String, secret: Secret<String>? = nil) -> ProviderConfiguration {
        var yahoo = ProviderConfiguration(
            providerID: "yahoo.com",
            issuer: "https://api.login.yahoo.com",
            clientIDs: [clientID],
            emailTrust: .domains(["yahoo.com"])
        )
        yahoo.clientAuthentication = secret.map { .post($0) }
        return yahoo
    }

    /// Any OpenID provider.
    ///
    /// - Parameters:
    ///   - providerID: Its name on the wire, which begins with `oidc.`.
    ///   - issuer: Its issuer: HTTPS, or plain HTTP to this machine.
    ///   - clientIDs: The apps' identifiers.
    ///   - emailTrust: When its word about an address is taken. Defaults to never.
    /// - Returns: The configuration.
    public static func openID(
        _ providerID: String,
        issuer: String,
        clientIDs: [String],
        emailTrust: ProviderEmailTrust = .never
    ) -> ProviderConfiguration {
        ProviderConfiguration(providerID: providerID, issuer: issuer, clientIDs: clientIDs, emailTrust: emailTrust)
    }
}
