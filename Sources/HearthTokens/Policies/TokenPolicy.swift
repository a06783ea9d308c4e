internal import HearthCore

/// One rule that a token must keep.
protocol TokenPolicy: Sendable {
    /// Refuses a token that breaks the rule.
    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection)
}

/// The rules about what a token says, in the order in which a refusal explains most.
struct ClaimPolicies: Sendable {
    private let policies: [any TokenPolicy]

    init(project: ProjectID, kind: TokenKind, clockSkew: Duration) {
        policies = [
            KindPolicy(kind: kind),
            IssuerPolicy(issuer: kind.issuer(of: project)),
            AudiencePolicy(project: project),
            SubjectPolicy(),
            LifetimePolicy(clockSkew: clockSkew),
        ]
    }

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        for policy in policies { try policy.check(token, at: now) }
    }
}
