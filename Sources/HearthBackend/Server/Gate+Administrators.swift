internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthWire

extension Gate {
    /// A caller with the rights of a project's own servers.
    enum Administrator: Sendable {
        /// The holder of the administrator's token; in the emulator, each of its callers that says so.
        case `operator`
        /// A service account with an access token of this server.
        indirect case serviceAccount(AccessToken)
    }

    /// Finds out whether a request comes from an administrator.
    ///
    /// - Returns: The administrator; `nil` if the request has no credential.
    /// - Throws: `APIError` with status 401 if it has another one.
    func administrator(_ head: HTTPRequestHead) throws(APIError) -> Administrator? {
        guard let authorization = head.fields["authorization"] else { return nil }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1]
        if isOperator(String(token)) { return .operator }
        if let token = accessTokens.read(token, at: environment.now()) { return .serviceAccount(token) }
        guard configuration.isEmulator, token.lowercased() == "owner" || token.hasPrefix(AccessTokens.prefix) else {
            throw .invalidCredential
        }
        try local.check(head)
        return .operator
    }

    /// Refuses an administrator who may do other things, and not what the route does.
    ///
    /// - Throws: `APIError` with status 403.
    func check(_ administrator: Administrator, _ access: Route.Access) throws(APIError) {
        guard case .serviceAccount(let token) = administrator else { return }
        let scopes: Set<AccessScope> =
            switch access {
            case .operator: []
            case .signer: AccessScope.signing
            default: AccessScope.administration
            }
        guard !scopes.isEmpty else {
            throw .permissionDenied("Service accounts are managed by the operator, and not by themselves.")
        }
        guard !token.scopes.isDisjoint(with: scopes) else {
            throw .permissionDenied("Request had insufficient authentication scopes.")
        }
    }

    /// Whether a bearer token is the administrator's; the emulator's `owner` is not one of these.
    func isOperator(_ token: String) -> Bool {
        guard let expected = configuration.administratorToken else { return false }
        return ConstantTime.equals(
            Digest.sha256.hash(Array(token.utf8)),
            Digest.sha256.hash(Array(expected.reveal().utf8))
        )
    }
}
