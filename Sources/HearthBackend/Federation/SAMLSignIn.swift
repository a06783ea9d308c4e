internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON
internal import HearthSAML
internal import HearthWire

/// Sends browsers to SAML providers, and reads what they bring back.
///
/// An answer counts for the client that asked, once and within ten minutes: it repeats the identifier of a request that
/// only this server and the provider know, and the client alone knows the session to which the request belongs.
struct SAMLSignIn: Sendable {
    let providers: Providers
    let store: Store
    let keys: SigningKeys
    let random: RandomSource

    /// Every SAML provider's name begins so.
    static let prefix = "saml."

    /// The page at which users sign in, with a request for it.
    func begin(
        _ page: AuthorizationPage,
        state: String,
        session: [UInt8],
        lifetime: Duration,
        in call: Call
    ) async throws(APIError) -> String {
        let (config, service) = try await service(page.providerID, in: call)
        let id = "_" + random.alphanumeric(40)
        let pending = AuthorizationTable.Pending(
            providerID: page.providerID,
            stateDigest: TokenDigest.of(Secret(state)),
            verifier: Secret(id),
            redirectURI: page.returnURL
        )
        try await store.write(call) { tx in
            for digest in [session, TokenDigest.of(Self.waiting(state))] {
                try store.authorizations.insert(
                    pending,
                    knownBy: digest,
                    now: tx.now,
                    expiresAt: tx.now + lifetime,
                    tx
                )
            }
        }
        let signer = config.idpConfig?.signRequest == true ? try await keys.signer().privateKey : nil
        do throws(CryptoError) {
            return try service.requestURL(
                at: config.idpConfig?.ssoUrl ?? "",
                id: id,
                state: state,
                now: call.now,
                signedBy: signer
            )
        } catch {
            throw .internalError
        }
    }

    /// Keeps the answer that a provider has the browser post here, for the client that asked.
    ///
    /// Nothing in it is believed yet: that is decided when the client comes, which alone knows the session.
    ///
    /// - Parameters:
    ///   - response: The `SAMLResponse`, in base64.
    ///   - state: The `RelayState`.
    ///   - call: The call, of any project.
    /// - Returns: Where the browser goes on; `nil` if no sign-in waits for this answer.
    /// - Throws: `APIError` if the storage fails.
    func keep(_ response: String, state: String, in call: Call) async throws(APIError) -> String? {
        try await store.write(call) { tx -> String? in
            guard let (pending, scope) = try store.authorizations.takeFromAnyScope(Self.waiting(state), tx) else {
                return nil
            }
            let answer = AuthorizationTable.Pending(
                providerID: pending.providerID,
                stateDigest: pending.stateDigest,
                verifier: Secret(response),
                redirectURI: pending.redirectURI
            )
            let inScope = tx.within(scope)
            try store.authorizations.insert(
                answer,
                knownBy: TokenDigest.of(Self.answered(state)),
                now: tx.now,
                expiresAt: tx.now + Self.answerLifetime,
                inScope
            )
            let query: FormParameters = ["providerId": pending.providerID.rawValue, "state": state]
            let place = pending.redirectURI
            return place + (place.contains("?") ? "&" : "?") + query.encoded
        }
    }

    /// The answer that the browser posted here, if it did not bring it along.
    private func kept(_ assertion: ProviderAssertion, in call: Call) async throws(APIError) -> String? {
        guard let state = assertion.state else { return nil }
        let answer = try await store.write(call) { tx in
            try store.authorizations.take(Self.answered(state), tx)
        }
        guard let answer, answer.providerID == assertion.providerID else { return nil }
        return answer.verifier.reveal()
    }

    /// How long an answer waits for its client.
    private static let answerLifetime: Duration = .minutes(5)

    private static func waiting(_ state: String) -> Secret<String> { Secret("waiting for " + state) }

    private static func answered(_ state: String) -> Secret<String> { Secret("answer to " + state) }

    /// What a provider says of the user that it signed in.
    ///
    /// - Throws: `APIError` `INVALID_IDP_RESPONSE`, also if the session has been used before, or `OPERATION_NOT_ALLOWED`.
    func user(
        from assertion: ProviderAssertion,
        session: Secret<String>?,
        in call: Call
    ) async throws(APIError) -> ProviderClaims {
        let (_, service) = try await service(assertion.providerID, in: call)
        var brought = assertion.samlResponse
        if brought == nil { brought = try await kept(assertion, in: call) }
        guard let text = brought, !text.isEmpty else {
            throw APIError(.invalidIDPResponse, "The SAMLResponse is missing.")
        }
        guard let document = Base64.decodeLeniently(text.replacing(" ", with: "+")) else {
            throw APIError(.invalidIDPResponse, "The SAMLResponse is not in base64.")
        }
        guard let session else { throw APIError(.invalidIDPResponse, "The session of the SAMLResponse is missing.") }
        let pending = try await store.write(call) { tx in try store.authorizations.take(session, tx) }
        guard let pending, pending.providerID == assertion.providerID else {
            throw APIError(.invalidIDPResponse, "The SAMLResponse is not of this session, or was used before.")
        }
        let said: SAMLAssertion
        do throws(SAMLRejection) {
            said = try service.assertion(from: document, answering: pending.verifier.reveal(), at: call.now)
        } catch {
            throw APIError(.invalidIDPResponse, Self.words(for: error))
        }
        return try Self.user(said, of: assertion)
    }

    /// What is believed: who the user is, and what the provider calls them; not that an address is theirs.
    private static func user(_ said: SAMLAssertion, of assertion: ProviderAssertion) throws(APIError)
        -> ProviderClaims
    {
        guard let subject = ProviderUserID(rawValue: said.nameID) else {
            throw APIError(.invalidIDPResponse, "The NameID of the SAMLResponse is not 1 to 1024 bytes of text.")
        }
        var user = ProviderClaims(providerID: assertion.providerID, rawID: subject)
        user.email = EmailAddress(said.nameID)
        var attributes = JSONObject()
        for attribute in said.attributes {
            let values =
                (attributes[attribute.name].map { $0.array ?? [$0] } ?? []) + attribute.values.map { .string($0) }
            attributes[attribute.name] = values.count == 1 ? values[0] : .array(values)
        }
        user.attributes = ProviderClaims.json(attributes)
        user.rawUserInfo = user.attributes
        user.use = ProviderClaims.Use(of: said.id, isBound: true, expiresAt: said.expiresAt + .minutes(2))
        return user
    }

    private func service(
        _ name: ProviderID,
        in call: Call
    ) async throws(APIError) -> (InboundSAMLConfig, SAMLServiceProvider) {
        guard let found = try await providers.find(InboundSAMLConfig.self, name, in: call), found.config.enabled == true
        else { throw .unknownProvider }
        let certificates = found.config.idpConfig?.idpCertificates ?? []
        let service = SAMLServiceProvider(
            identityProvider: found.config.idpConfig?.idpEntityId ?? "",
            keys: certificates.compactMap { try? Certificate(pem: $0.x509Certificate ?? "").publicKey },
            entityID: found.config.spConfig?.spEntityId ?? "",
            callbackURL: found.config.spConfig?.callbackUri ?? ""
        )
        return (found.config, service)
    }

    private static func words(for rejection: SAMLRejection) -> String {
        switch rejection {
        case .malformed(let reason): "Unable to parse the SAMLResponse: \(reason)."
        case .refused(let status): "The provider did not sign the user in: \(status)."
        case .unsigned(let reason): "The SAMLResponse is not signed as it has to be: \(reason)."
        case .invalidSignature: "The signature of the SAMLResponse is not valid."
        case .wrongIssuer: "The SAMLResponse is from another provider."
        case .wrongAudience: "The SAMLResponse is for another audience."
        case .expired: "The SAMLResponse is expired, or not valid yet."
        case .wrongRequest: "The SAMLResponse answers another request."
        }
    }
}
