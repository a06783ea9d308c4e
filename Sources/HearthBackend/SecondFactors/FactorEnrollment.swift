internal import HearthCore
internal import HearthWire

/// Decides whether an account may enroll a second factor.
struct FactorEnrollment: Sendable {
    let policy: Policy
    /// The kinds of second factor that the project allows.
    let kinds: Set<BackendConfiguration.SecondFactor>

    /// Refuses a kind of factor that the project does not allow.
    func refuseDisabled(_ kind: BackendConfiguration.SecondFactor) throws(APIError) {
        guard !kinds.contains(kind) else { return }
        throw APIError(.operationNotAllowed, "\(kind == .phone ? "SMS" : "TOTP") based MFA not enabled.")
    }

    /// Refuses an account whose address is not proved, and one that has enough factors.
    func refuse(_ account: Account) throws(APIError) {
        guard account.isEmailVerified else {
            throw APIError(.unverifiedEmail, "Need to verify email first before enrolling second factors.")
        }
        if let limits = policy.enrollmentLimits, account.secondFactors.count >= limits.secondFactors {
            throw APIError(.secondFactorLimitExceeded)
        }
    }

    /// Refuses a number that is enrolled already.
    func refuse(_ number: PhoneNumber, _ account: Account) throws(APIError) {
        guard account.secondFactors.contains(where: { $0.phoneNumber == number }) else { return }
        throw APIError(.secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
}
