internal import HearthCore
internal import HearthWire

/// Tells a client what the project asks of passwords.
struct GetPasswordPolicyEndpoint: Endpoint {
    typealias Op = GetPasswordPolicy

    let store: Store

    func respond(
        to request: GetPasswordPolicy.Request,
        in call: Call
    ) async throws(APIError) -> GetPasswordPolicy.Response {
        let settings = try await store.settings(for: call)
        let policy = PasswordPolicy(settings.passwordPolicy)
        return GetPasswordPolicy.Response {
            $0.customStrengthOptions = PasswordStrengthOptions(policy)
            $0.allowedNonAlphanumericCharacters = policy.allowedNonAlphanumericCharacters.map(String.init)
            $0.enforcementState = policy.isEnforced ? .enforce : .off
            $0.forceUpgradeOnSignin = policy.forcesUpgradeOnSignIn
            $0.schemaVersion = PasswordPolicy.schemaVersion
        }
    }
}
