internal import HearthTransport
public import HearthCore
public import HearthHTTP
internal import HearthTokens

/// Signs in at an OpenID provider from the app itself, by its browser and with no secret of a server's
/// ([RFC 8252](https://www.rfc-editor.org/rfc/rfc8252)).
///
/// ```swift
/// let google = try OpenIDClient(issuer: "https://accounts.google.com", clientID: clientID)
/// let credential = try await google.credential(for: "google.com", using: LoopbackWebAuthenticator())
/// try await auth.signIn(with: credential)
/// ```
///
/// The service need not know the provider's page, only believe its tokens.
public struct OpenIDClient: Sendable {
    /// What the provider is asked for; `openid`, `email` and `profile` unless set.
    public var scopes = ["openid", "email", "profile"]
    /// Further parameters for the provider's page, for example `login_hint`; none unless set.
    public var customParameters: [String: String] = [:]

    private let issuer: String
    private let client: OAuthClient
    private let directory: OpenIDDirectory
    private let random: RandomSource
    private let clock: AuthClock

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer: HTTPS, or plain HTTP to this machine.
    ///   - clientID: The identifier that the provider gave to the app.
    ///   - clientSecret: What some providers, among them Google, call a secret and give to apps that can keep none.
    ///     Defaults to none.
    ///   - transport: What carries the calls. Defaults to the platform's own HTTP library.
    ///   - clock: The clocks to live by. Defaults to the system's.
    ///   - random: Where randomness comes from. Defaults to the system's generator.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/invalidRequest`` if the issuer is another address.
    public init(
        issuer: String,
        clientID: String,
        clientSecret: Secret<String>? = nil,
        transport: (any HTTPTransport)? = nil,
        clock: AuthClock = .system,
        random: RandomSource = .system
    ) throws(AuthError) {
        let transport = transport ?? SystemTransport()
        do throws(KeySourceError) {
            directory = try OpenIDDirectory(issuer: issuer, transport: transport, now: clock.now)
        } catch {
            throw AuthError(.invalidRequest, "the issuer is neither HTTPS nor this machine")
        }
        self.issuer = issuer
        self.random = random
        self.clock = clock
        client = OAuthClient(clientID, clientSecret.map(ClientAuthentication.post) ?? .none, transport: transport)
    }

    /// Shows the provider's page, and makes a credential of what comes back.
    ///
    /// - Parameters:
    ///   - providerID: What the service calls the provider, for example `google.com`.
    ///   - authenticator: Shows the page.
    /// - Returns: The credential, good for one use.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/webContextCancelled`` or
    ///   ``AuthError/Code/networkError``.
    public func credential(
        for providerID: String,
        using authenticator: some WebAuthenticator
    ) async throws(AuthError) -> AuthCredential {
        let provider = try await metadata()
        guard let page = provider.authorizationEndpoint, let endpoint = provider.tokenEndpoint else {
            throw AuthError(.invalidProviderID, "the provider names no page, or no endpoint for tokens")
        }
        let key = ProofKey(random: random)
        let nonce = Nonce.make(random: random)
        let state = random.alphanumeric(32)
        let place = Locked("")
        let address = try await authenticator.authenticate { (callbackURL) throws(AuthError) in
            place.withLock { $0 = callbackURL }
            return question(key, nonce, state: state, callbackURL).url(at: page)
        }
        let answer = WebAnswer(address)
        try answer.check(state: state)
        // A provider that names itself always does so: an answer without a name comes from someone else.
        let named = answer["iss"] ?? (provider.namesIssuer ? "" : issuer)
        guard named == issuer, let code = answer["code"] else {
            throw AuthError(.webSignInUserInteractionFailure, "the answer is not of this provider")
        }
        let grant = try await trade(Secret(code), at: endpoint, place.withLock(\.self), key)
        guard let idToken = grant.idToken else {
            throw AuthError(.webSignInUserInteractionFailure, "the provider gave no identity token")
        }
        return OAuthProvider.credential(
            providerID: providerID,
            idToken: idToken.reveal(),
            rawNonce: nonce.raw,
            accessToken: grant.accessToken?.reveal()
        )
    }

    private func question(
        _ key: ProofKey,
        _ nonce: Nonce,
        state: String,
        _ callbackURL: String
    ) -> AuthorizationRequest {
        var question = AuthorizationRequest(
            .code(challenge: key.challenge),
            clientID: client.clientID,
            redirectURI: callbackURL,
            scopes: scopes,
            state: state,
            nonce: nonce.sha256
        )
        question.extras = customParameters
        return question
    }

    private func metadata() async throws(AuthError) -> OpenIDMetadata {
        do throws(KeySourceError) {
            return try await directory.metadata()
        } catch {
            throw AuthError(error.code == .unreachable ? .networkError : .invalidProviderID, error.reason)
        }
    }

    private func trade(
        _ code: Secret<String>,
        at endpoint: String,
        _ callbackURL: String,
        _ key: ProofKey
    ) async throws(AuthError) -> TokenGrant {
        do throws(OAuthError) {
            return try await client.exchange(
                code,
                at: endpoint,
                redirectURI: callbackURL,
                verifier: key.verifier,
                now: clock.now()
            )
        } catch {
            let isOffline = error.kind == .unreachable
            var failure = AuthError(isOffline ? .networkError : .webSignInUserInteractionFailure, error.reason)
            failure.serverCode = error.serverCode
            throw failure
        }
    }
}
