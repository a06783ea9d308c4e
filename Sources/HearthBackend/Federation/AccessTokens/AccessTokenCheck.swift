internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// How an access token alone shows who the user is: the provider is asked.
///
/// Each check makes sure that the token was given to this project's app: a token that any other app got for the same
/// user opens nothing.
public struct AccessTokenCheck: Sendable, Hashable {
    private enum Provider: Hashable {
        case google(tokens: String, users: String)
        case gitHub(api: String)
        case facebook(graph: String)
        case twitter(api: String)
    }

    private let provider: Provider

    /// Google's way.
    ///
    /// - Parameters:
    ///   - tokens: Where Google tells whose a token is. Defaults to Google's own address.
    ///   - users: Where Google tells who the user is. Defaults to Google's own address.
    /// - Returns: The check.
    public static func google(
        tokens: String = "https://oauth2.googleapis.com/tokeninfo",
        users: String = "https://openidconnect.googleapis.com/v1/userinfo"
    ) -> AccessTokenCheck {
        AccessTokenCheck(provider: .google(tokens: tokens, users: users))
    }

    /// GitHub's way, which needs the app's secret.
    ///
    /// - Parameter api: Where the API is. Defaults to `https://api.github.com`.
    /// - Returns: The check.
    public static func gitHub(api: String = "https://api.github.com") -> AccessTokenCheck {
        AccessTokenCheck(provider: .gitHub(api: api))
    }

    /// Facebook's way, which needs the app's secret.
    ///
    /// - Parameter graph: Where the Graph API is. Defaults to version 23.0 at `https://graph.facebook.com`.
    /// - Returns: The check.
    public static func facebook(graph: String = "https://graph.facebook.com/v23.0") -> AccessTokenCheck {
        AccessTokenCheck(provider: .facebook(graph: graph))
    }

    /// Twitter's way, which needs the app's secret and the token's.
    ///
    /// - Parameter api: Where the API is. Defaults to version 1.1 at `https://api.twitter.com`.
    /// - Returns: The check.
    public static func twitter(api: String = "https://api.twitter.com/1.1") -> AccessTokenCheck {
        AccessTokenCheck(provider: .twitter(api: api))
    }

    /// Whether tokens come in pairs, from a page that is asked in another way than those of OAuth 2.0.
    var isOfFirstVersion: Bool {
        if case .twitter = provider { true } else { false }
    }

    /// The check of a configured provider; `nil` if it lacks the secret that it needs.
    func reader(
        for configuration: ProviderConfiguration,
        over calls: ProviderCalls,
        _ environment: BackendEnvironment
    ) -> (any AccessTokenReader)? {
        let secret = configuration.clientAuthentication?.secret
        switch provider {
        case .google(let tokens, let users):
            return GoogleTokenReader(
                tokens: tokens,
                users: users,
                clientIDs: Set(configuration.clientIDs),
                calls: calls
            )
        case .gitHub(let api):
            guard let secret, let client = configuration.clientIDs.first else { return nil }
            return GitHubTokenReader(api: api, clientID: client, secret: secret, calls: calls)
        case .facebook(let graph):
            guard let secret, let app = configuration.clientIDs.first else { return nil }
            return FacebookTokenReader(graph: graph, appID: app, secret: secret, calls: calls)
        case .twitter(let api):
            guard let secret, let key = configuration.clientIDs.first else { return nil }
            return TwitterTokenReader(
                api: api,
                consumer: OAuthSignature.Pair(key: key, secret: secret),
                calls: calls,
                environment: environment
            )
        }
    }
}

/// Asks a provider whose an access token is.
protocol AccessTokenReader: Sendable {
    /// What the provider says of the user, under the names of OpenID Connect's claims.
    ///
    /// - Parameters:
    ///   - token: The access token.
    ///   - tokenSecret: The token's own secret, where tokens have one.
    /// - Returns: The claims.
    /// - Throws: ``ProviderCallError``.
    func claims(of token: Secret<String>, tokenSecret: Secret<String>?) async throws(ProviderCallError) -> JSONObject
}
