internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Reads custom tokens, with which a project's own server signs its users in.
///
/// In lenient, as in the official emulator, the signature is not looked at, and plain JSON will do. In strict the
/// token must be signed by one of the configured service accounts and be no older than an hour; a strict emulator also
/// takes what Admin SDKs leave unsigned for emulators.
struct CustomTokenReader: Sendable {
    let policy: Policy
    let store: Store
    /// The public keys, in PEM, of service accounts that are believed beside those of the store, by e-mail.
    let configured: [String: String]
    let isEmulator: Bool

    init(_ configuration: BackendConfiguration, _ policy: Policy, _ store: Store) {
        self.policy = policy
        self.store = store
        configured = configuration.serviceAccountKeys
        isEmulator = configuration.isEmulator
    }

    /// What a custom token that was believed says: the user, and the claims of the session.
    struct CustomToken: Sendable {
        let uid: UserID
        /// Claims for every token of the session, as JSON text.
        let claims: String?
    }

    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let longestLifetime: Int64 = 3600
    /// The account in whose name Admin SDKs make tokens for an emulator, and sign none.
    private static let emulatorAccount = "firebase-auth-emulator@example.com"

    /// Reads a token.
    ///
    /// - Throws: `APIError` `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH`, `TENANT_ID_MISMATCH`,
    ///   `MISSING_IDENTIFIER`, `INVALID_CLAIMS` or `FORBIDDEN_CLAIM`.
    func read(_ token: Secret<String>, in call: Call) async throws(APIError) -> CustomToken {
        let payload = try await payload(of: token.reveal(), in: call)
        guard let uid = Self.identifier(payload["uid"]) ?? Self.identifier(payload["user_id"]) else {
            throw APIError(.missingIdentifier)
        }
        var claims: String?
        if let given = payload["claims"] {
            let object = try CustomClaims.check(given)
            if !object.isEmpty { claims = String(decoding: JSON.serialize(.object(object)), as: UTF8.self) }
        }
        return CustomToken(uid: uid, claims: claims)
    }

    private func payload(of token: String, in call: Call) async throws(APIError) -> JSONObject {
        if token.hasPrefix("{"), policy.readsUnverifiedCustomTokens {
            guard let object = try? JSON.parse(Array(token.utf8)).object else {
                throw APIError(
                    .invalidCustomToken,
                    "((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"
                )
            }
            return object
        }
        let parts =
            policy.readsUnverifiedCustomTokens ? try? CompactJWS(ignoringSignatureOf: token) : try? CompactJWS(token)
        guard let jws = parts else {
            throw APIError(.invalidCustomToken, "Invalid assertion format")
        }
        let tenant = jws.payload["tenant_id"]?.string
        if call.scope.tenant != nil || !policy.readsUnverifiedCustomTokens, tenant != call.scope.tenant?.rawValue {
            throw APIError(.tenantIDMismatch)
        }
        guard jws.payload["aud"]?.string == Self.audience else {
            throw APIError(
                .invalidCustomToken,
                "((Invalid aud (audience). Note: Firebase ID Tokens / third-party tokens cannot be used with "
                    + "signInWithCustomToken.))"
            )
        }
        if !policy.readsUnverifiedCustomTokens { try await verify(jws, in: call) }
        return jws.payload
    }

    private func verify(_ jws: CompactJWS, in call: Call) async throws(APIError) {
        let now = call.now
        guard let issuer = jws.payload["iss"]?.string, jws.payload["sub"]?.string == issuer else {
            throw APIError(.credentialMismatch)
        }
        let isForEmulator = issuer == Self.emulatorAccount && jws.header["alg"] == "none" && jws.signature.isEmpty
        if !isEmulator || !isForEmulator { try await checkSignature(of: jws, by: issuer, in: call) }
        guard let issuedAt = jws.payload["iat"]?.integer, let expiresAt = jws.payload["exp"]?.integer,
            issuedAt <= now.seconds, expiresAt > now.seconds, issuedAt >= expiresAt - Self.longestLifetime
        else { throw APIError(.invalidCustomToken, "The token has expired or is not valid yet") }
    }

    private func checkSignature(of jws: CompactJWS, by issuer: String, in call: Call) async throws(APIError) {
        let keys = try await keys(of: issuer, in: call)
        guard !keys.isEmpty else { throw APIError(.credentialMismatch) }
        // What signBlob signed names no key: each of the account's keys is tried, and there are few.
        guard jws.header["alg"] == "RS256",
            keys.contains(where: { $0.verifyRS256(jws.signature, over: jws.signedBytes) })
        else { throw APIError(.invalidCustomToken, "Invalid signature") }
    }

    /// The keys of a service account of the call's project: the configured one, its owner's, and the server's.
    private func keys(of issuer: String, in call: Call) async throws(APIError) -> [RSAPublicKey] {
        let stored = try await store.read { db in
            guard let account = try store.serviceAccounts.find(issuer, db), account.email == issuer,
                account.project == call.scope.project
            else { return [String]() }
            return try store.serviceAccounts.keys(of: account, db).map(\.publicKey)
        }
        return ([configured[issuer]].compactMap(\.self) + stored).compactMap { try? RSAPublicKey(pem: $0) }
    }

    /// Numbers are taken as text, as the emulator takes them.
    private static func identifier(_ value: JSONValue?) -> UserID? {
        switch value {
        case .string(let text): UserID(rawValue: text)
        case .integer(let number): UserID(rawValue: String(number))
        default: nil
        }
    }
}
