package import HearthCore
internal import HearthCrypto
internal import HearthDatabase
package import HearthJSON
package import HearthTokens
internal import HearthWire

/// What a token is and says, and which rules it meets.
package struct TokenInspection: Sendable {
    /// What a token turned out to be.
    package enum Kind: String, Sendable, CaseIterable {
        case idToken
        case sessionCookie
        case customToken
        case refreshToken
        case appCheckToken
        /// A JSON Web Token of another issuer, such as an identity provider.
        case foreignToken
        /// No token that this server knows.
        case unknown
    }

    /// What the server itself makes of the token's account.
    package enum Verdict: Sendable, Hashable {
        case accepted
        /// The code of the refusal.
        case refused(String)
    }

    package var kind: Kind
    package var header: JSONObject = [:]
    package var claims: JSONObject = [:]
    /// Why the text could not be read as a token.
    package var rejection: TokenRejection?
    /// What comes of each rule at the moment that was asked for.
    package var findings: [TokenFinding] = []
    /// When what begins to fail, and when it begins to be met.
    package var turns: [TokenAudit.Turn] = []
    /// What the server makes of the account now; `nil` for tokens without one.
    package var verdict: Verdict?
    /// The account, as `accounts:lookup` has it; `nil` if there is none.
    package var user: JSONValue?
    /// For a refresh token, when its session began, was used last and ended.
    package var session: Span?

    /// The life of a session.
    package struct Span: Sendable {
        package let provider: String
        package let createdAt: UnixTime
        package let isEnded: Bool
    }
}

extension Backend {
    /// Tells what a token is, what it says and which rules it meets.
    ///
    /// Nothing is spent: a custom token stays good for signing in, a refresh token for the next ID token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - moment: The moment for which its times are judged; the server's own if `nil`.
    ///   - project: The project that it should be for.
    /// - Returns: What was found.
    /// - Throws: ``BackendError`` if the storage fails.
    package func inspect(
        token text: String,
        at moment: UnixTime?,
        of project: ProjectID
    ) async throws(BackendError) -> TokenInspection {
        let call = inspection(of: Scope(project: project, tenant: nil))
        do {
            let token: UnverifiedToken
            do throws(TokenRejection) {
                token = try UnverifiedToken(text)
            } catch {
                return try await refreshToken(text, in: call) ?? TokenInspection(kind: .unknown, rejection: error)
            }
            var found = TokenInspection(
                kind: Self.kind(of: token),
                header: token.unverifiedHeader,
                claims: token.unverifiedClaims
            )
            let audit = try await audit(of: token, found.kind, project)
            found.findings = audit.findings(at: moment ?? call.now)
            found.turns = audit.turns
            if found.kind == .idToken || found.kind == .sessionCookie {
                (found.verdict, found.user) = try await account(of: token, in: call)
            }
            return found
        } catch {
            throw error as? BackendError ?? BackendError(.storage, "the token cannot be looked at: \(error)")
        }
    }

    /// What a token says that it is: the rules tell whether that is true.
    private static func kind(of token: UnverifiedToken) -> TokenInspection.Kind {
        let claims = token.unverifiedClaims
        if claims["aud"]?.string == TokenAudit.customTokenAudience { return .customToken }
        let issuer = claims["iss"]?.string ?? ""
        if issuer.hasPrefix(TokenAudit.appCheckIssuer) { return .appCheckToken }
        switch TokenKind.allCases.first(where: { issuer.hasPrefix($0.issuerPrefix) }) {
        case .idToken: return .idToken
        case .sessionCookie: return .sessionCookie
        case nil: return .foreignToken
        }
    }

    private func audit(
        of token: UnverifiedToken,
        _ kind: TokenInspection.Kind,
        _ project: ProjectID
    ) async throws -> TokenAudit {
        switch kind {
        case .idToken: try await audit(of: token, .idToken, keys: inspected.keys, project)
        case .sessionCookie: try await audit(of: token, .sessionCookie, keys: inspected.sessionCookieKeys, project)
        case .customToken:
            TokenAudit(
                ofCustomToken: token,
                tenant: token.unverifiedClaims["tenant_id"]?.string.flatMap { TenantID(rawValue: $0) }
            )
        case .appCheckToken:
            TokenAudit(
                ofAppCheckToken: token,
                // The server does not know the project's number: the token's own is held against its audience.
                projectNumber: token.unverifiedClaims["iss"]?.string.flatMap {
                    Int64($0.dropFirst(TokenAudit.appCheckIssuer.count))
                } ?? 0
            )
        case .foreignToken, .refreshToken, .unknown: TokenAudit(ofForeignToken: token)
        }
    }

    private func audit(
        of token: UnverifiedToken,
        _ kind: TokenKind,
        keys: SigningKeys,
        _ project: ProjectID
    ) async throws -> TokenAudit {
        guard configuration.tokenSigning == .rs256 else {
            return TokenAudit(of: token, project: project, kind: kind, key: nil)
        }
        let known = try await keys.all()
        return TokenAudit(of: token, project: project, kind: kind) { name in
            known.first { $0.id == name }?.publicKey
        }
    }

    /// The account of a token, judged as at a call with it.
    private func account(
        of token: UnverifiedToken,
        in call: Call
    ) async throws -> (TokenInspection.Verdict, JSONValue?) {
        let identity: IdentityToken
        do throws(TokenRejection) {
            identity = try IdentityToken(claims: token.unverifiedClaims)
        } catch {
            return (.refused(error.rawValue), nil)
        }
        let scope = Scope(project: call.scope.project, tenant: identity.tenant)
        return try await store.read(inspection(of: scope)) { [store, identityTokens] tx in
            let user = try store.accounts.find(identity.uid, tx).map { try JSON.value(of: UserInfo($0, in: scope)) }
            do {
                _ = try identityTokens.account(of: identity, tx)
                return (.accepted, user)
            } catch let error as APIError {
                return (.refused(error.code.rawValue), user)
            }
        }
    }

    /// The session of a refresh token; `nil` if the text is none.
    private func refreshToken(_ text: String, in call: Call) async throws -> TokenInspection? {
        try await store.read(call) { [store, inspected] tx in
            guard let found = try store.sessions.find(Secret(text), tx),
                found.scope.project == call.scope.project
            else { return nil }
            let account = try store.accounts.find(found.session.account, tx.within(found.scope))
            var inspection = TokenInspection(kind: .refreshToken)
            inspection.user = try account.map { try JSON.value(of: UserInfo($0, in: found.scope)) }
            inspection.session = TokenInspection.Span(
                provider: found.session.provider.rawValue,
                createdAt: found.createdAt,
                isEnded: found.isEnded
            )
            do {
                _ = try inspected.refreshing.usable(Secret(text), tx)
                inspection.verdict = .accepted
            } catch let error as APIError {
                inspection.verdict = .refused(error.code.rawValue)
            }
            return inspection
        }
    }
}
