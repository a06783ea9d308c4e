public import HearthCore
internal import HearthCrypto
public import HearthJSON
public import HearthTokens

extension AdminAuth {
    private static let customAudience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let emulatorAccount = "firebase-auth-emulator@example.com"

    /// Makes a token with which a client signs in as a user, because this server vouches for them.
    ///
    /// Valid for an hour. It is signed by the service account; for an emulator it is not signed, and does not have
    /// to be.
    ///
    /// - Parameters:
    ///   - uid: The user; created at the first sign-in.
    ///   - claims: Further claims of the session's tokens, at most 1000 bytes of JSON. Defaults to none.
    /// - Returns: The token.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/noSigningKey``.
    public func createCustomToken(
        for uid: UserID,
        claims: JSONObject = [:]
    ) throws(AdminError) -> Secret<String> {
        guard isEmulator || serviceAccount != nil else {
            throw AdminError(.noSigningKey, "a custom token is signed by a service account")
        }
        let account = serviceAccount?.email ?? Self.emulatorAccount
        let issuedAt = now().seconds
        var payload = JSONObject()
        payload["aud"] = .string(Self.customAudience)
        payload["iat"] = .integer(issuedAt)
        payload["exp"] = .integer(issuedAt + 3600)
        payload["iss"] = .string(account)
        payload["sub"] = .string(account)
        payload["uid"] = .string(uid.rawValue)
        payload["tenant_id"] = tenant.map { .string($0.rawValue) }
        if !claims.isEmpty { payload["claims"] = .object(claims) }
        do throws(CryptoError) {
            return try (serviceAccount?.mint ?? .unsigned).mint(payload)
        } catch {
            throw AdminError(.noSigningKey, "the key could not sign: \(error.reason)")
        }
    }

    /// Asks whether a token that is valid by itself is still wanted.
    ///
    /// It costs a request: ask before what cannot be undone, not always. A token of the second in which the tokens
    /// were revoked is still accepted, as the user may have signed in anew.
    ///
    /// - Parameter token: The token, of a user in this administrator's scope.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/tokenRevoked``, ``AdminError/Code/userDisabled``,
    ///   ``AdminError/Code/userNotFound``, ``AdminError/Code/tenantMismatch`` or ``AdminError/Code/projectMismatch``.
    public func checkNotRevoked(_ token: VerifiedToken) async throws(AdminError) {
        // Another tenant's user of the same identifier would be asked about instead.
        guard token.project == project else { throw AdminError(.projectMismatch, "the token is of another project") }
        guard token.tenant == tenant else { throw AdminError(.tenantMismatch, "the token is of another tenant") }
        guard let user = try await user(token.uid) else { throw AdminError(.userNotFound) }
        guard !user.isDisabled else { throw AdminError(.userDisabled) }
        if let since = user.tokensValidAfter, token.authenticatedAt < since { throw AdminError(.tokenRevoked) }
    }
}
