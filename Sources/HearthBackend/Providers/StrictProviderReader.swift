internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Believes the configured providers, and of their tokens those that they signed for this project, a moment ago, for
/// this client.
struct StrictProviderReader: ProviderReader {
    private struct Provider: Sendable {
        let configuration: ProviderConfiguration
        let verifier: OpenIDTokenVerifier
    }

    private let providers: [String: Provider]
    private let log: Log

    /// Knows no provider.
    init(log: Log) {
        providers = [:]
        self.log = log
    }

    /// Prepares the configured providers; keys are fetched when they are needed.
    init(
        _ configurations: [ProviderConfiguration],
        transport: any HTTPTransport,
        environment: BackendEnvironment
    ) throws(KeySourceError) {
        var providers: [String: Provider] = [:]
        for configuration in configurations {
            let keys: any KeySource =
                if let url = configuration.keysURL {
                    try KeySet(url: url, transport: transport, now: environment.now)
                } else {
                    try DiscoveredKeys(issuer: configuration.issuer, transport: transport, now: environment.now)
                }
            providers[configuration.providerID] = Provider(
                configuration: configuration,
                verifier: OpenIDTokenVerifier(
                    issuers: [configuration.issuer] + configuration.otherIssuers,
                    audiences: Set(configuration.clientIDs),
                    keys: keys
                )
            )
        }
        self.providers = providers
        log = environment.log
    }

    func profile(
        from assertion: ProviderAssertion,
        session: SessionNonce,
        in call: Call
    ) async throws(APIError) -> ProviderProfile {
        guard let provider = providers[assertion.providerID] else { throw .unknownProvider }
        guard let token = assertion.idToken else {
            guard assertion.accessToken == nil else {
                throw .notImplemented("Sign-in with \(assertion.providerID) takes an id_token, not an access_token.")
            }
            throw APIError("INVALID_IDP_RESPONSE", "The ID Token is missing.")
        }
        let claims = try await claims(of: token, assertion, by: provider.verifier, at: call.now)
        guard let subject = claims["sub"]?.string else { throw Self.refusal(.invalidSubject) }
        let nonce = try checkNonce(claims["nonce"], assertion, session, provider.configuration)
        var profile = ProviderProfile(claims: claims, of: assertion, rawID: subject)
        let trust = provider.configuration.emailTrust
        // An address that is not one is none: the provider's user still is who they are.
        if let text = claims["email"]?.string, let email = EmailAddress(text) {
            profile.email = email.text
            profile.isEmailVerified = trust.acceptsVerification && ProviderProfile.truth(claims["email_verified"])
            profile.isEmailTrusted = profile.isEmailVerified && trust.isFinal(for: email.text, claims: claims)
        }
        profile.describe(claims: claims)
        if let nonce {
            let end = claims["exp"]?.integer ?? call.now.seconds
            profile.use = ProviderProfile.Use(nonce: nonce, expiresAt: UnixTime(seconds: end) + .minutes(2))
        }
        return profile
    }

    private func claims(
        of token: Secret<String>,
        _ assertion: ProviderAssertion,
        by verifier: OpenIDTokenVerifier,
        at now: UnixTime
    ) async throws(APIError) -> JSONObject {
        do throws(TokenRejection) {
            return try await verifier.verify(token.reveal(), accessToken: assertion.accessToken, at: now)
        } catch {
            if error == .keysUnavailable { log.error("the keys of \(assertion.providerID) cannot be had") }
            throw Self.refusal(error)
        }
    }

    /// Compares nonces, and returns the one that makes the token good for one sign-in only.
    private func checkNonce(
        _ claim: JSONValue?,
        _ assertion: ProviderAssertion,
        _ session: SessionNonce,
        _ configuration: ProviderConfiguration
    ) throws(APIError) -> String? {
        guard let claim else {
            guard assertion.nonce == nil else {
                throw APIError("MISSING_OR_INVALID_NONCE", "Nonce is missing in the ID token.")
            }
            return nil
        }
        guard let text = assertion.nonce ?? session.sessionID else {
            guard configuration.acceptsUnknownNonce else {
                throw APIError("MISSING_OR_INVALID_NONCE", "Nonce is missing in the request.")
            }
            return nil
        }
        guard let claim = claim.string, SessionNonce.matches(claim, text) else {
            throw APIError(
                "MISSING_OR_INVALID_NONCE",
                "The nonce in ID Token does not match the SHA256 hash of the raw nonce in the request."
            )
        }
        return claim
    }

    private static func refusal(_ rejection: TokenRejection) -> APIError {
        switch rejection {
        case .keysUnavailable: .overloaded
        case .tooLong, .malformed: APIError("INVALID_IDP_RESPONSE", "Unable to parse the ID Token.")
        case .expired: APIError("INVALID_IDP_RESPONSE", "The ID Token is expired.")
        case .wrongAudience:
            APIError(
                "INVALID_IDP_RESPONSE",
                "The audience in ID Token does not match the expected audience."
            )
        case .wrongIssuer:
            APIError("INVALID_IDP_RESPONSE", "The issuer in ID Token does not match the expected issuer.")
        default: APIError("INVALID_IDP_RESPONSE", "The ID Token is not valid.")
        }
    }
}

extension APIError {
    /// The project does not sign users in with this provider.
    static let unknownProvider = APIError(
        "OPERATION_NOT_ALLOWED",
        "The identity provider configuration is not found."
    )
}
