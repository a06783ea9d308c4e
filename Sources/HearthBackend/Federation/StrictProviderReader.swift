internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Believes the configured providers, and of their tokens those that they signed for this project, a moment ago, for
/// this client.
struct StrictProviderReader: ProviderReader {
    let providers: Providers
    let saml: SAMLSignIn
    let log: Log

    func user(
        from assertion: ProviderAssertion,
        session: SessionNonce,
        in call: Call
    ) async throws(APIError) -> ProviderClaims {
        if assertion.providerID.isSAML {
            return try await saml.user(from: assertion, session: session.sessionID, in: call)
        }
        let provider = try await providers.provider(assertion.providerID, in: call)
        guard let token = assertion.idToken else {
            return try Self.user(try await claims(of: assertion, by: provider), of: assertion, at: provider)
        }
        let claims = try await claims(of: token, assertion, by: provider.verifier, at: call.now)
        // A token that another client asked for is no sign-in with this one, whomever it is meant for.
        if let party = claims["azp"] {
            guard let party = party.string, provider.configuration.clientIDs.contains(party) else {
                throw Self.refusal(.wrongAudience)
            }
        }
        let nonce = try checkNonce(claims["nonce"], assertion, session, provider.configuration)
        var user = try Self.user(claims, of: assertion, at: provider)
        let repeats = provider.configuration.repeatedTokens
        if nonce != nil || repeats != .accepted {
            let end = claims["exp"]?.integer ?? call.now.seconds
            user.use = ProviderClaims.Use(
                of: nonce ?? Self.content(of: token),
                isBound: nonce != nil,
                repeatsFromOneNetwork: nonce == nil && repeats == .fromOneNetwork,
                expiresAt: UnixTime(seconds: end) + .minutes(2)
            )
        }
        return user
    }

    /// A token without its signature, which another one may replace where the algorithm knows several.
    private static func content(of token: Secret<String>) -> String {
        let text = token.reveal()
        return String(text[..<(text.lastIndex(of: ".") ?? text.endIndex)])
    }

    /// What is believed of what a provider says.
    private static func user(
        _ claims: JSONObject,
        of assertion: ProviderAssertion,
        at provider: Provider
    ) throws(APIError) -> ProviderClaims {
        guard let subject = claims["sub"]?.string.flatMap(ProviderUserID.init(rawValue:)) else {
            throw refusal(.invalidSubject)
        }
        var user = ProviderClaims(claims: claims, of: assertion, rawID: subject)
        let trust = provider.configuration.emailTrust
        // An address that is not one is none: the provider's user still is who they are.
        if let text = claims["email"]?.string, let email = EmailAddress(text) {
            user.email = email
            user.isEmailVerified = trust.acceptsVerification && ProviderClaims.truth(claims["email_verified"])
            user.isEmailTrusted = user.isEmailVerified && trust.isFinal(for: email, claims: claims)
        }
        user.describe(claims: claims)
        return user
    }

    /// What a provider says of the owner of an access token.
    private func claims(
        of assertion: ProviderAssertion,
        by provider: Provider
    ) async throws(APIError) -> JSONObject {
        guard let token = assertion.accessToken else {
            throw APIError(.invalidIDPResponse, "The ID Token is missing.")
        }
        guard let reader = provider.accessTokens else {
            throw .notImplemented("Sign-in with \(assertion.providerID) takes an id_token, not an access_token.")
        }
        do throws(ProviderCallError) {
            return try await reader.claims(of: token, tokenSecret: assertion.tokenSecret)
        } catch {
            if case .unavailable(let reason) = error {
                log.error("\(assertion.providerID) does not tell whose a token is: \(reason)")
                throw .overloaded
            }
            throw APIError(.invalidIDPResponse, "The access token is not valid, or was given to another app.")
        }
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
            // A flow was begun with a nonce, and a token without one is not its answer.
            guard assertion.nonce == nil, session.sessionID == nil else {
                throw APIError(.missingOrInvalidNonce, "Nonce is missing in the ID token.")
            }
            return nil
        }
        guard let text = assertion.nonce ?? session.sessionID else {
            guard configuration.acceptsUnknownNonce else {
                throw APIError(.missingOrInvalidNonce, "Nonce is missing in the request.")
            }
            return nil
        }
        guard let claim = claim.string, SessionNonce.matches(claim, text) else {
            throw APIError(
                .missingOrInvalidNonce,
                "The nonce in ID Token does not match the SHA256 hash of the raw nonce in the request."
            )
        }
        return claim
    }

    private static func refusal(_ rejection: TokenRejection) -> APIError {
        switch rejection {
        case .keysUnavailable: .overloaded
        case .tooLong, .malformed: APIError(.invalidIDPResponse, "Unable to parse the ID Token.")
        case .expired: APIError(.invalidIDPResponse, "The ID Token is expired.")
        case .wrongAudience:
            APIError(
                .invalidIDPResponse,
                "The audience in ID Token does not match the expected audience."
            )
        case .wrongIssuer:
            APIError(.invalidIDPResponse, "The issuer in ID Token does not match the expected issuer.")
        default: APIError(.invalidIDPResponse, "The ID Token is not valid.")
        }
    }
}

extension APIError {
    /// The project does not sign users in with this provider.
    static let unknownProvider = APIError(
        .operationNotAllowed,
        "The identity provider configuration is not found."
    )
}
