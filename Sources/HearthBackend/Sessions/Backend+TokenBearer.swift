public import HearthCore
internal import HearthCrypto
public import HearthJSON
internal import HearthTokens

/// The caller that a bearer token proves.
public enum TokenBearer: Sendable {
    /// A server of the project's own, by the administrator's token.
    case administrator
    /// A user, with the claims of an identity token that was verified.
    case user(claims: JSONObject)
}

extension Backend {
    /// Finds out which caller a bearer token proves, for other services of the same process.
    ///
    /// The operator is an administrator, and so is a service account whose token has a scope of administration, where the
    /// server has its project and no other. An identity token is verified as the identity service itself verifies it, revocation, disabled accounts and
    /// the end of its session included. That costs one read of the account.
    ///
    /// - Parameter token: The token of a header field `Authorization: Bearer`.
    /// - Returns: Its bearer; `nil` if the token is not accepted.
    public func bearer(of token: Secret<String>) async -> TokenBearer? {
        if gate.isOperator(token.reveal()) { return .administrator }
        if let access = accessTokens.read(token.reveal()[...], at: environment.now()) {
            guard gate.configuration.projects == [access.project],
                !access.scopes.isDisjoint(with: AccessScope.administration),
                (try? await accessTokens.checkLive(access)) != nil
            else { return nil }
            return .administrator
        }
        guard let jws = try? CompactJWS(token.reveal()), let audience = jws.payload["aud"]?.string,
            let project = gate.configuration.projects.first(where: { $0.rawValue == audience })
        else { return nil }
        var call = Call(
            scope: Scope(project: project, tenant: nil),
            isPrivileged: false,
            base: .fixed(""),
            now: environment.now(),
            locale: nil
        )
        do {
            let identity = try await identityTokens.read(token, in: &call)
            _ = try await store.read(call) { [identityTokens] tx in try identityTokens.account(of: identity, tx) }
        } catch {
            return nil
        }
        return .user(claims: jws.payload)
    }
}
