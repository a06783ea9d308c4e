internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthTokens
internal import HearthWire

/// Sends browsers to providers, and trades the codes that they bring back for tokens.
///
/// A code counts for the client that asked, once and within ten minutes: the client alone knows the session, the
/// browser brings the state, this server keeps the proof key, and the token repeats the nonce.
struct Authorizations: Sendable {
    let policy: Policy
    let providers: Providers
    let store: Store
    /// Sign requests to SAML providers that want them signed.
    let samlKeys: SigningKeys
    let random: RandomSource

    /// The providers that answer with signed XML.
    var saml: SAMLSignIn { SAMLSignIn(providers: providers, store: store, keys: samlKeys, random: random) }

    private static let lifetime: Duration = .minutes(10)

    /// A page, and what the client has to come back with.
    struct Begun: Sendable {
        let url: String
        let session: Secret<String>
        /// What the provider hands back.
        let state: String
    }

    /// Where a provider's users sign in.
    ///
    /// - Parameters:
    ///   - page: What is asked of the page.
    ///   - wanted: The client's own name for the session. Where codes are traded it gets a new one, because clients
    ///     have been seen to make short ones.
    ///   - digest: The SHA-256 of the session's name, of a client that keeps the name to itself; `nil` if the client is
    ///     told the name.
    ///   - call: The call.
    /// - Returns: The page's address, and the session's name.
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED`.
    func begin(
        _ page: AuthorizationPage,
        session wanted: Secret<String>?,
        knownBy digest: [UInt8]? = nil,
        in call: Call
    ) async throws(APIError) -> Begun {
        let fresh = Secret(random.alphanumeric(27))
        let state = AuthorizationState.make(providerID: page.providerID, random: random)
        guard !policy.believesEveryProvider else {
            return Begun(url: page.emulatorURL(state: state, in: call), session: wanted ?? fresh, state: state)
        }
        if page.providerID.isSAML {
            let known = digest ?? TokenDigest.of(fresh)
            let url = try await saml.begin(page, state: state, session: known, lifetime: Self.lifetime, in: call)
            return Begun(url: url, session: fresh, state: state)
        }
        let provider = try await providers.provider(page.providerID, in: call)
        let endpoint = try await provider.authorizationEndpoint()
        guard provider.client != nil else {
            let session = wanted ?? fresh
            let known = digest ?? TokenDigest.of(session)
            let request = page.request(.identityToken, provider.configuration, state: state, session: known)
            return Begun(url: request.url(at: endpoint), session: session, state: state)
        }
        let key = ProofKey(random: random)
        let known = digest ?? TokenDigest.of(fresh)
        try await remember(key, page, state: state, session: known, in: call)
        let answer = AuthorizationRequest.Answer.code(challenge: key.challenge)
        let request = page.request(answer, provider.configuration, state: state, session: known)
        return Begun(url: request.url(at: endpoint), session: fresh, state: state)
    }

    private func remember(
        _ key: ProofKey,
        _ page: AuthorizationPage,
        state: String,
        session: [UInt8],
        in call: Call
    ) async throws(APIError) {
        let pending = AuthorizationTable.Pending(
            providerID: page.providerID,
            stateDigest: Self.digest(state),
            verifier: key.verifier,
            redirectURI: page.returnURL
        )
        try await store.write(call) { tx in
            try store.authorizations.insert(
                pending,
                knownBy: session,
                now: tx.now,
                expiresAt: tx.now + Self.lifetime,
                tx
            )
        }
    }

    /// The assertion with the tokens that its code is good for; as it is, if it has no code or has a token already.
    ///
    /// - Throws: `APIError` `INVALID_IDP_RESPONSE`, also if the code was tried before, or `USER_CANCELLED`.
    func redeem(
        _ assertion: ProviderAssertion,
        session: Secret<String>?,
        in call: Call
    ) async throws(APIError) -> ProviderAssertion {
        guard !policy.believesEveryProvider else { return assertion }
        if let refusal = assertion.refusal { throw refusal }
        // A SAML provider's answer is no code.
        if assertion.providerID.isSAML { return assertion }
        let provider = try await providers.provider(assertion.providerID, in: call)
        guard let client = provider.client else { return assertion }
        guard let code = assertion.code, assertion.idToken == nil else {
            // Without a session the client has signed in with the provider's own SDK.
            guard session == nil else {
                throw APIError(.invalidIDPResponse, "The sign-in was begun with a code, and has to end with one.")
            }
            return assertion
        }
        guard let session else { throw APIError(.invalidIDPResponse, "The session of the code is missing.") }
        let pending = try await store.write(call) { tx in
            try store.authorizations.take(session, tx)
        }
        guard let pending, try await isAnswer(assertion, to: pending, of: provider) else {
            throw APIError(.invalidIDPResponse, "The code is not of this session, or was used before.")
        }
        let endpoint = try await provider.tokenEndpoint()
        let grant = try await provider.ask { () throws(OAuthError) in
            try await client.exchange(
                code,
                at: endpoint,
                redirectURI: pending.redirectURI,
                verifier: pending.verifier,
                now: call.now
            )
        }
        var redeemed = assertion
        redeemed.idToken = grant.idToken
        redeemed.accessToken = grant.accessToken
        redeemed.refreshToken = grant.refreshToken
        // The page was asked to repeat it, so that a token without it is not an answer.
        redeemed.nonce = session
        return redeemed
    }

    private func isAnswer(
        _ assertion: ProviderAssertion,
        to pending: AuthorizationTable.Pending,
        of provider: Provider
    ) async throws(APIError) -> Bool {
        guard pending.providerID == assertion.providerID, let state = assertion.state,
            ConstantTime.equals(Self.digest(state), pending.stateDigest),
            assertion.place == ProviderAssertion.place(of: pending.redirectURI)
        else { return false }
        // A provider that names itself always does so: an answer without a name comes from another party.
        guard let issuer = assertion.issuer else { return await !provider.namesIssuer() }
        return issuer == provider.configuration.issuer
    }

    private static func digest(_ state: String) -> [UInt8] {
        Digest.sha256.hash(Array(state.utf8))
    }
}
