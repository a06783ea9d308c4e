internal import HearthCore
internal import HearthHTTP
internal import HearthTokens
internal import HearthWire

/// A configured provider with what is needed to speak to it.
struct Provider: Sendable {
    let configuration: ProviderConfiguration
    let verifier: OpenIDTokenVerifier
    /// Finds the owner of an access token; `nil` if access tokens are not accepted.
    let accessTokens: (any AccessTokenReader)?
    /// This server as a client of the provider's; `nil` if it has no way to show who it is.
    let client: OAuthClient?

    private let directory: OpenIDDirectory
    private let log: Log

    init(
        _ configuration: ProviderConfiguration,
        transport: any HTTPTransport,
        environment: BackendEnvironment
    ) throws(KeySourceError) {
        for address in [
            configuration.authorizationEndpoint, configuration.tokenEndpoint, configuration.revocationEndpoint,
        ] {
            guard let address else { continue }
            guard SecureLocation(address) != nil else { throw KeySourceError(.insecureLocation, address) }
        }
        let now = environment.now
        let directory = try OpenIDDirectory(issuer: configuration.issuer, transport: transport, now: now)
        let keys: any KeySource =
            if let url = configuration.keysURL {
                try KeySet(url: url, transport: transport, now: now)
            } else {
                DiscoveredKeys(directory, transport: transport, now: now)
            }
        self.configuration = configuration
        self.directory = directory
        log = environment.log
        verifier = OpenIDTokenVerifier(
            issuers: [configuration.issuer] + configuration.otherIssuers,
            audiences: Set(configuration.clientIDs),
            keys: keys
        )
        let calls = ProviderCalls(transport: transport)
        accessTokens = configuration.accessTokens?.reader(for: configuration, over: calls, environment)
        client = configuration.clientAuthentication.flatMap { authentication in
            configuration.clientIDs.first.map { OAuthClient($0, authentication, transport: transport) }
        }
    }

    /// The page at which users sign in.
    func authorizationEndpoint() async throws(APIError) -> String {
        guard configuration.accessTokens?.isOfFirstVersion != true else {
            throw .notImplemented(
                "The page of \(configuration.providerID) is not offered; sign in with an access token and its secret."
            )
        }
        if let known = configuration.authorizationEndpoint { return known }
        return try await discovered("authorization_endpoint", \.authorizationEndpoint)
    }

    /// Where codes are traded.
    func tokenEndpoint() async throws(APIError) -> String {
        if let known = configuration.tokenEndpoint { return known }
        return try await discovered("token_endpoint", \.tokenEndpoint)
    }

    /// Where tokens are given back.
    func revocationEndpoint() async throws(APIError) -> String {
        if let known = configuration.revocationEndpoint { return known }
        return try await discovered("revocation_endpoint", \.revocationEndpoint)
    }

    /// Whether the provider names itself in each answer of its page.
    func namesIssuer() async -> Bool {
        guard configuration.authorizationEndpoint == nil else { return false }
        return (try? await directory.metadata().namesIssuer) ?? false
    }

    /// Does something at the provider, and puts a refusal into the API's words.
    func ask<Answer: Sendable>(
        _ work: () async throws(OAuthError) -> Answer
    ) async throws(APIError) -> Answer {
        do throws(OAuthError) {
            return try await work()
        } catch {
            if error.kind != .refused || error.serverCode == "invalid_client" {
                log.error("\(configuration.providerID) gives no tokens: \(error.reason)")
            }
            guard error.kind != .unreachable else { throw .overloaded }
            let words = error.serverCode.map { ": \($0)" } ?? ""
            throw APIError(.invalidIDPResponse, "The provider did not accept the code\(words).")
        }
    }

    private func discovered(
        _ name: String,
        _ member: @Sendable (OpenIDMetadata) -> String?
    ) async throws(APIError) -> String {
        do throws(KeySourceError) {
            if let endpoint = member(try await directory.metadata()) { return endpoint }
            log.error("\(configuration.providerID) has no \(name)")
        } catch {
            log.error("the discovery document of \(configuration.providerID) cannot be had: \(error.reason)")
        }
        throw .overloaded
    }
}
