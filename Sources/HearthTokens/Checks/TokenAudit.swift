package import HearthCore
package import HearthCrypto

/// What is asked of a token, under the name that a tool shows.
package enum TokenRule: String, Sendable, CaseIterable {
    /// The one algorithm that is accepted, and a signature.
    case algorithm
    /// A header that brings no key and no extension.
    case header
    /// Of the kind that is expected.
    case kind
    /// From the issuer that is expected.
    case issuer
    /// For the audience that is expected.
    case audience
    /// Asked for by the party that is expected.
    case party
    /// Of one user.
    case subject
    /// Of a tenant that is expected.
    case tenant
    /// Issued, begun and not expired.
    case lifetime
    /// Issued after the user signed in.
    case authenticationTime
    /// With claims of the form that is expected.
    case claims
    /// By a key that is named and known.
    case key
    /// Signed by that key.
    case signature
}

/// What came of one rule.
package struct TokenFinding: Sendable, Hashable {
    /// The rule.
    package let rule: TokenRule
    /// Why the token does not meet it; `nil` if it does.
    package let rejection: TokenRejection?
}

/// Which rules a token meets: every one is asked, where a verifier stops at the first that is not met.
///
/// For tools that explain a refusal. A finding proves nothing: servers use ``TokenVerifier``.
package struct TokenAudit: Sendable {
    /// The audience of every custom token.
    package static let customTokenAudience = CustomTokenChecks.audience
    /// What stands before the project's number in the issuer of App Check's tokens.
    package static let appCheckIssuer = "https://firebaseappcheck.googleapis.com/"

    private let token: UnverifiedToken
    private let rules: [TokenRule]
    private let ask: @Sendable (TokenRule, UnverifiedToken, UnixTime) throws(TokenRejection) -> Void

    /// An audit of an ID token or a session cookie.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - project: The project that it must be issued for.
    ///   - kind: What it must be.
    ///   - key: Returns the key of a name; `nil` where tokens are not signed, as with some emulators.
    package init(
        of token: UnverifiedToken,
        project: ProjectID,
        kind: TokenKind,
        key: (@Sendable (_ keyIdentifier: String) -> RSAPublicKey?)?
    ) {
        var checks = UserTokenChecks(project: project, kind: kind, tenants: .any, clockSkew: .zero)
        if key == nil { checks.algorithm = "none" }
        self.init(token, UserTokenChecks.rules, key) { [checks] rule, token, now throws(TokenRejection) in
            try checks.ask(rule, of: token, at: now)
        }
    }

    /// An audit of a custom token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - tenant: The tenant that it must name.
    package init(ofCustomToken token: UnverifiedToken, tenant: TenantID?) {
        let checks = CustomTokenChecks(clockSkew: .zero)
        self.init(token, CustomTokenChecks.rules, nil) { rule, token, now throws(TokenRejection) in
            try checks.ask(rule, of: token, tenant: tenant, at: now)
        }
    }

    /// An audit of a token of App Check.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - projectNumber: The number of the project that it must be issued for.
    package init(ofAppCheckToken token: UnverifiedToken, projectNumber: Int64) {
        let checks = AppCheckTokenChecks(projectNumber: projectNumber, apps: nil, clockSkew: .zero)
        self.init(token, AppCheckTokenChecks.rules, nil) { rule, token, now throws(TokenRejection) in
            try checks.ask(rule, of: token, at: now)
        }
    }

    /// An audit of a token of another issuer, of which only the times are known.
    ///
    /// - Parameter token: The token.
    package init(ofForeignToken token: UnverifiedToken) {
        self.init(token, [.lifetime], nil) { _, token, now throws(TokenRejection) in
            _ = try token.lifetime(at: now, clockSkew: .zero)
        }
    }

    private init(
        _ token: UnverifiedToken,
        _ rules: [TokenRule],
        _ key: (@Sendable (String) -> RSAPublicKey?)?,
        _ ask: @escaping @Sendable (TokenRule, UnverifiedToken, UnixTime) throws(TokenRejection) -> Void
    ) {
        self.token = token
        self.rules = key == nil ? rules : rules + [.key, .signature]
        self.ask = { rule, token, now throws(TokenRejection) in
            guard let key, rule == .key || rule == .signature else { return try ask(rule, token, now) }
            guard let known = key(try token.keyIdentifier()) else { throw .unknownKey }
            if rule == .signature { try token.isSigned(by: known) }
        }
    }

    /// What comes of each rule at a moment.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: A finding for each rule, in the order in which a verifier asks.
    package func findings(at moment: UnixTime) -> [TokenFinding] {
        rules.map { finding($0, at: moment) }
    }

    /// A moment from which on a rule is met or no longer met.
    package struct Turn: Sendable, Hashable {
        /// The moment, a whole second.
        package let moment: UnixTime
        /// What comes of the rule from then on.
        package let finding: TokenFinding
    }

    /// When what begins to fail, and when it begins to be met, earliest first.
    ///
    /// The token's own times are tried: nothing else of it changes with the clock.
    package var turns: [Turn] {
        let times = Set(["iat", "nbf", "auth_time", "exp"].compactMap { token.moment($0) }).sorted()
        let timed = rules.filter { $0 == .lifetime || $0 == .authenticationTime }
        return times.flatMap { moment in
            timed.compactMap { rule -> Turn? in
                let after = finding(rule, at: moment)
                return after == finding(rule, at: moment - .seconds(1)) ? nil : Turn(moment: moment, finding: after)
            }
        }
    }

    private func finding(_ rule: TokenRule, at moment: UnixTime) -> TokenFinding {
        do throws(TokenRejection) {
            try ask(rule, token, moment)
            return TokenFinding(rule: rule, rejection: nil)
        } catch {
            return TokenFinding(rule: rule, rejection: error)
        }
    }
}
