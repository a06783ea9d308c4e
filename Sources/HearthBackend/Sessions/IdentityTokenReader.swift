internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Reads the identity tokens that users send.
///
/// In strict every rule of ``TokenVerifier`` holds. In lenient, as in the official emulator, a token may be unsigned
/// and may have expired; but a signature, where there is one, must be ours.
final class IdentityTokenReader: Sendable {
    let policy: Policy
    let store: Store
    let keys: SigningKeys
    private let accepted = AcceptedTokens<Accepted>()

    /// A token that was accepted, and the key that signed it; `nil` if none did.
    private struct Accepted: Sendable {
        let identity: IdentityToken
        let key: String?
    }

    init(policy: Policy, store: Store, keys: SigningKeys) {
        self.policy = policy
        self.store = store
        self.keys = keys
    }

    /// Reads a token, and lets its tenant be the call's.
    ///
    /// - Throws: `APIError` `INVALID_ID_TOKEN`, or `TENANT_ID_MISMATCH` if the call names another tenant.
    func read(_ token: Secret<String>, in call: inout Call) async throws(APIError) -> IdentityToken {
        let identity = try await identity(token.reveal(), in: call)
        if let tenant = call.scope.tenant, tenant != identity.tenant { throw APIError(.tenantIDMismatch) }
        call.scope.tenant = identity.tenant
        return identity
    }

    /// The account of a token, if the token is still good for it.
    ///
    /// - Throws: `APIError` `USER_NOT_FOUND`, `TOKEN_EXPIRED`, `USER_DISABLED`, or `PROJECT_DISABLED` for a tenant that is
    ///   closed.
    func account(of identity: IdentityToken, _ tx: borrowing Transaction) throws -> Account {
        // The token names a tenant even where the request does not.
        try store.tenants.refuseClosed(tx)
        guard let account = try store.accounts.find(identity.uid, tx) else {
            throw APIError(.userNotFound)
        }
        if let since = account.validSince, identity.issuedAt < since { throw APIError(.tokenExpired) }
        if account.isDisabled { throw APIError(.userDisabled) }
        if policy.bindsTokensToSessions {
            // Moments of whole seconds cannot tell what came first: the session can.
            guard let session = identity.session, try store.sessions.isLive(session, of: account.id, tx) else {
                throw APIError(.tokenExpired)
            }
        }
        return account
    }

    private func identity(_ token: String, in call: Call) async throws(APIError) -> IdentityToken {
        let project = call.scope.project
        let keys = try await keys.all()
        // The key may have been withdrawn since.
        if let known = accepted[token, project], known.key.map({ id in keys.contains { $0.id == id } }) ?? true,
            policy.readsUnverifiedTokens || call.now < known.identity.expiresAt
        {
            return known.identity
        }
        do throws(TokenRejection) {
            let found = try verify(token, project: project, keys: keys, at: call.now)
            accepted[token, project] = found
            return found.identity
        } catch {
            throw APIError(.invalidIDToken)
        }
    }

    private func verify(
        _ token: String,
        project: ProjectID,
        keys: [SigningKeys.Key],
        at now: UnixTime
    ) throws(TokenRejection) -> Accepted {
        func publicKey(_ id: String) -> RSAPublicKey? {
            keys.first { $0.id == id }?.publicKey
        }
        if !policy.readsUnverifiedTokens {
            // The keys are ours and at hand, so the verifier's own source stays empty; `read` compares the tenants.
            let verifier = TokenVerifier(project: project, keys: FixedKeys([:]), tenants: .any)
            let identity = try IdentityToken(claims: try verifier.verify(token, at: now, keys: publicKey).claims)
            return Accepted(identity: identity, key: try CompactJWS(token).header["kid"]?.string)
        }
        let jws = try CompactJWS(token)
        var signer: String?
        guard jws.payload["iss"]?.string != TokenKind.sessionCookie.issuer(of: project) else { throw .sessionCookie }
        if jws.header["alg"] != "none" {
            guard jws.header["alg"] == "RS256", let id = jws.header["kid"]?.string, let key = publicKey(id),
                key.verifyRS256(jws.signature, over: jws.signedBytes), jws.payload["aud"]?.string == project.rawValue
            else { throw .invalidSignature }
            signer = id
        }
        return Accepted(identity: try IdentityToken(claims: jws.payload), key: signer)
    }
}

extension IdentityToken {
    /// Reads the claims of a token whose origin was checked.
    convenience init(claims: JSONObject) throws(TokenRejection) {
        guard let uid = claims["user_id"]?.string ?? claims["sub"]?.string, !uid.isEmpty else { throw .invalidSubject }
        guard let issuedAt = claims["iat"]?.integer else { throw .invalidLifetime }
        let firebase = claims["firebase"]
        self.init(
            uid: UserID(stored: uid),
            session: firebase?["session_id"]?.string.flatMap { Base64.decode($0.utf8) },
            tenant: firebase?["tenant"]?.string.flatMap(TenantID.init),
            signInProvider: firebase?["sign_in_provider"]?.string.map { ProviderID(stored: $0) },
            issuedAt: issuedAt,
            authTime: claims["auth_time"]?.integer ?? issuedAt,
            expiresAt: UnixTime(seconds: claims["exp"]?.integer ?? issuedAt),
            secondFactor: firebase?["sign_in_second_factor"]?.string,
            secondFactorID: firebase?["second_factor_identifier"]?.string.map { FactorID(stored: $0) }
        )
    }
}
