/// Which project to speak to, and where.
public struct AuthConfiguration: Sendable, Hashable {
    /// The project's API key.
    public var apiKey: String
    /// The project's identifier, if it is known.
    public var project: String?
    /// Where accounts are served, without a slash at the end, for example `https://identity.example.com`.
    public var identity: String
    /// Where tokens are refreshed, without a slash at the end.
    public var tokens: String
    /// The app's identifier in the project, sent as `X-Firebase-GMPID`.
    public var appID: String?
    /// How the app names itself to a service whose API key is restricted to it.
    ///
    /// For a project at Firebase the default is ``AppIdentity/current``, elsewhere none.
    public var app: AppIdentity?
    /// The tenant that accounts belong to, if the project has tenants.
    public var tenantID: String?

    private init(apiKey: String, project: String?, identity: String, tokens: String, appID: String?) {
        self.apiKey = apiKey
        self.project = project
        self.identity = Self.withoutSlash(identity)
        self.tokens = Self.withoutSlash(tokens)
        self.appID = appID
    }

    /// A project at Firebase.
    ///
    /// - Parameters:
    ///   - apiKey: The project's web API key.
    ///   - project: The project's identifier. May be left out.
    ///   - appID: The app's identifier in the project. May be left out.
    /// - Returns: The configuration.
    public static func firebase(apiKey: String, project: String? = nil, appID: String? = nil) -> AuthConfiguration {
        var configuration = AuthConfiguration(
            apiKey: apiKey,
            project: project,
            identity: "https://identitytoolkit.googleapis.com",
            tokens: "https://securetoken.googleapis.com",
            appID: appID
        )
        configuration.app = .current
        return configuration
    }

    /// A project at an emulator: `hearth serve`, or the official one.
    ///
    /// - Parameters:
    ///   - project: The project's identifier; begin it with `demo-` to be sure that it exists nowhere else.
    ///   - host: The emulator's host. Defaults to `127.0.0.1`.
    ///   - port: The emulator's port. Defaults to 9099.
    /// - Returns: The configuration.
    public static func emulator(project: String, host: String = "127.0.0.1", port: Int = 9099) -> AuthConfiguration {
        let authority = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let origin = "http://\(authority):\(port)"
        return AuthConfiguration(
            apiKey: project,
            project: project,
            identity: origin + "/identitytoolkit.googleapis.com",
            tokens: origin + "/securetoken.googleapis.com",
            appID: nil
        )
    }

    /// A project at a server of your own, or behind a proxy.
    ///
    /// - Parameters:
    ///   - apiKey: The project's API key.
    ///   - project: The project's identifier. May be left out.
    ///   - identity: Where accounts are served: scheme, host, port, and a path if there is one.
    ///   - tokens: Where tokens are refreshed.
    /// - Returns: The configuration.
    public static func custom(
        apiKey: String,
        project: String? = nil,
        identity: String,
        tokens: String
    ) -> AuthConfiguration {
        AuthConfiguration(apiKey: apiKey, project: project, identity: identity, tokens: tokens, appID: nil)
    }

    private static func withoutSlash(_ address: String) -> String {
        address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}
