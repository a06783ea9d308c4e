internal import HearthWire

/// How a request was refused.
struct Refusal: Sendable, Hashable {
    let status: Int
    /// The code of the wire, or `OTHER` for a refusal in words.
    let reason: String

    /// Whether a client has to wait because of what came before.
    var isLockout: Bool {
        status == 429 || reason == APIError.Code.tooManyAttemptsTryLater.rawValue
            || reason == APIError.Code.resetPasswordExceedLimit.rawValue
            || reason == APIError.Code.quotaExceeded.rawValue
    }

    /// Whether it was a credential that was not right, or a right that the caller does not have; an app's mistakes are
    /// neither.
    var tellsOfAttack: Bool { isLockout || status == 401 || status == 403 || Self.wrongProofs.contains(reason) }

    private static let wrongProofs = Set(
        [
            APIError.Code.credentialMismatch, .emailNotFound, .expiredOOBCode, .invalidAppCredential,
            .invalidAuthenticatorResponse, .invalidCode, .invalidCustomToken, .invalidIDPResponse, .invalidIDToken,
            .invalidLoginCredentials, .invalidMFAPendingCredential, .invalidOOBCode, .invalidPassword,
            .invalidPendingToken, .invalidRefreshToken, .invalidSessionInfo, .invalidTemporaryProof,
            .missingOrInvalidNonce, .passkeyCredentialNotFound, .rejectedCredential, .tenantIDMismatch, .userDisabled,
        ].map(\.rawValue)
    )
}

/// What was counted since the process began.
struct SecurityCounts: Sendable {
    var events: [SecurityEvent.Kind: Int] = [:]
    var refusals: [Refusal: Int] = [:]
    /// The requests of administrators that stored something.
    var administration = 0
}

extension SecurityCounts {
    /// The numbers in [Prometheus' text format](https://prometheus.io/docs/instrumenting/exposition_formats/).
    var exposition: String {
        var text = """
            # HELP hearth_security_events_total What happened to accounts, by kind, since the start.
            # TYPE hearth_security_events_total counter

            """
        for kind in SecurityEvent.Kind.allCases {
            text += "hearth_security_events_total{event=\"\(kind.rawValue)\"} \(events[kind] ?? 0)\n"
        }
        text += """
            # HELP hearth_administration_writes_total Requests of administrators that stored something, since the start.
            # TYPE hearth_administration_writes_total counter
            hearth_administration_writes_total \(administration)
            # HELP hearth_refusals_total Requests that were refused, by status and reason, since the start.
            # TYPE hearth_refusals_total counter

            """
        for (refusal, count) in refusals.sorted(by: { ($0.key.status, $0.key.reason) < ($1.key.status, $1.key.reason) })
        {
            text += "hearth_refusals_total{status=\"\(refusal.status)\",reason=\"\(refusal.reason)\"} \(count)\n"
        }
        return text
    }
}
