internal import HearthJSON
internal import HearthWire

extension ProjectSettings {
    /// The operations that a setting can refuse, so that other calls need not read the settings.
    static let ruledOperations: Set<String> = [
        "SignUp", "SignInWithPassword", "ResetPassword", "SignInWithEmailLink", "SendCode", "SendVerificationCode",
        "SignInWithPhoneNumber", "StartSecondFactorEnrollment", "FinishSecondFactorEnrollment",
        "StartSecondFactorSignIn", "FinishSecondFactorSignIn", "DeleteAccount", "CreateTenant",
    ]

    /// Why the settings do not allow a call to the project's own accounts; `nil` if they do.
    func refusal(
        of operation: OperationName,
        _ request: JSONObject,
        isPrivileged: Bool,
        _ configuration: BackendConfiguration
    ) -> APIError? {
        switch operation.rawValue {
        case "SendVerificationCode", "SignInWithPhoneNumber":
            return more.signIn?.phoneNumber?.enabled == false ? APIError(.operationNotAllowed) : nil
        case "DeleteAccount":
            let isRefused = !isPrivileged && more.client?.permissions?.disabledUserDeletion == true
            return isRefused ? APIError(.adminOnlyOperation) : nil
        case "CreateTenant":
            return more.multiTenant?.allowTenants == false
                ? APIError(.operationNotAllowed, "multiTenant.allowTenants is off") : nil
        default:
            return methods(configuration).refusal(of: operation, request, isPrivileged: isPrivileged)
        }
    }

    /// Whether users may make accounts for themselves.
    var allowsUserSignUp: Bool { more.client?.permissions?.disabledUserSignup != true }

    /// The sign-in methods in the form of a tenant's, whose rules are the same.
    func methods(_ configuration: BackendConfiguration) -> Tenant {
        let usesEmail = more.signIn?.email?.enabled != false
        let needsPassword = more.signIn?.email?.passwordRequired == true || !configuration.allowsEmailLinkSignIn
        return Tenant {
            $0.allowPasswordSignup = usesEmail
            $0.enableEmailLinkSignin = usesEmail && !needsPassword
            $0.enableAnonymousUser = more.signIn?.anonymous?.enabled != false
            $0.mfaConfig = Tenant.SecondFactors(
                ProjectConfig.SecondFactorSettings(secondFactors(configuration))
            )
        }
    }
}

extension Tenant.SecondFactors {
    fileprivate init(_ settings: ProjectConfig.SecondFactorSettings) {
        self.init()
        (state, enabledProviders, providerConfigs) =
            (settings.state, settings.enabledProviders, settings.providerConfigs)
    }
}
