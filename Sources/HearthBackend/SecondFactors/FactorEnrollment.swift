internal import HearthCore
internal import HearthWire

/// Who may enroll which second factor.
struct FactorEnrollment: Sendable {
    let configuration: BackendConfiguration

    /// Refuses a kind of factor that the project does not allow.
    func refuseDisabled(_ kind: BackendConfiguration.SecondFactor) throws(APIError) {
        guard !configuration.secondFactors.contains(kind) else { return }
        throw APIError(.operationNotAllowed, "\(kind == .phone ? "SMS" : "TOTP") based MFA not enabled.")
    }

    /// Refuses an account whose address nobody has proved, and one that has enough factors.
    func refuse(_ account: Account) throws(APIError) {
        guard account.isEmailVerified == true else {
            throw APIError(.unverifiedEmail, "Need to verify email first before enrolling second factors.")
        }
        guard configuration.profile == .lenient || account.secondFactors.count < ProofLimits.factors else {
            throw APIError(.secondFactorLimitExceeded)
        }
    }

    /// Refuses a number that is enrolled already.
    func refuse(_ number: String, _ account: Account) throws(APIError) {
        guard account.secondFactors.contains(where: { $0.unobfuscatedPhoneInfo == number }) else { return }
        throw APIError(.secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
}
