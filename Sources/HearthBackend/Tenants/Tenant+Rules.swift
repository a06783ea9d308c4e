internal import HearthCore
internal import HearthJSON
internal import HearthWire

extension Tenant {
    /// A tenant in which everything is allowed, as the emulator makes one when it is named.
    static var permissive: Tenant {
        Tenant {
            $0.allowPasswordSignup = true
            $0.enableEmailLinkSignin = true
            $0.enableAnonymousUser = true
            $0.disableAuth = false
            $0.mfaConfig = SecondFactors {
                $0.state = "ENABLED"
                $0.enabledProviders = ["PHONE_SMS"]
                let app = ProjectConfig.ProviderSettings {
                    $0.state = "ENABLED"
                    $0.totpProviderConfig = ProjectConfig.TOTPSettings()
                }
                $0.providerConfigs = [app]
            }
        }
    }

    /// The same tenant with what was left out: nothing is allowed that was not asked for.
    var completed: Tenant {
        var tenant = self
        tenant.allowPasswordSignup = allowPasswordSignup ?? false
        tenant.enableEmailLinkSignin = enableEmailLinkSignin ?? false
        tenant.enableAnonymousUser = enableAnonymousUser ?? false
        tenant.disableAuth = disableAuth ?? false
        var factors = mfaConfig ?? SecondFactors()
        factors.state = factors.state ?? "DISABLED"
        factors.enabledProviders = factors.enabledProviders ?? []
        tenant.mfaConfig = factors
        return tenant
    }

    /// The same tenant with its names, as the wire has it.
    func named(_ id: String, of project: ProjectID) -> Tenant {
        var tenant = completed
        tenant.name = "projects/\(project)/tenants/\(id)"
        tenant.tenantId = id
        return tenant
    }

    /// Refuses settings that contradict themselves.
    ///
    /// - Throws: `APIError` `INVALID_DISPLAY_NAME`, `MISSING_DISPLAY_NAME` or `INVALID_CONFIG`.
    func check(isStrict: Bool) throws(APIError) {
        guard ["DISABLED", "ENABLED", "MANDATORY"].contains(mfaConfig?.state ?? "DISABLED") else {
            throw APIError(.invalidConfig, "mfaConfig.state is DISABLED, ENABLED or MANDATORY")
        }
        guard mfaConfig?.enabledProviders?.allSatisfy({ $0 == "PHONE_SMS" }) != false else {
            throw APIError(.invalidConfig, "mfaConfig.enabledProviders holds PHONE_SMS or nothing")
        }
        guard isStrict else { return }
        guard let displayName else { throw APIError(.missingDisplayName) }
        let isName =
            (4...20).contains(displayName.utf8.count) && displayName.utf8.first.map(Self.isLetter) == true
            && displayName.utf8.allSatisfy {
                Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
        guard isName else {
            throw APIError(.invalidDisplayName, "4 to 20 letters, digits and hyphens, a letter first")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Tenant {
    /// Why the tenant's settings do not allow a call; `nil` if they do.
    ///
    /// For a project's own server only ``disableAuth`` counts.
    func refusal(of operation: OperationName, _ request: JSONObject, isPrivileged: Bool) -> APIError? {
        if disableAuth == true { return APIError(.projectDisabled) }
        guard !isPrivileged else { return nil }
        switch operation.rawValue {
        case "SignUp":
            if Self.isAnonymous(request) {
                return enableAnonymousUser == true ? nil : APIError(.adminOnlyOperation)
            }
            return allowPasswordSignup == true ? nil : APIError(.operationNotAllowed)
        case "SignInWithPassword", "ResetPassword":
            return allowPasswordSignup == true ? nil : APIError(.passwordLoginDisabled)
        case "SignInWithEmailLink":
            return enableEmailLinkSignin == true ? nil : APIError(.operationNotAllowed)
        case "SendCode" where Self.codeType(request) == .emailSignIn:
            return enableEmailLinkSignin == true ? nil : APIError(.operationNotAllowed)
        case "StartSecondFactorEnrollment", "FinishSecondFactorEnrollment", "StartSecondFactorSignIn",
            "FinishSecondFactorSignIn":
            let isOn = mfaConfig?.state == "ENABLED" || mfaConfig?.state == "MANDATORY"
            guard request["totpEnrollmentInfo"] != nil || request["totpVerificationInfo"] != nil else {
                let hasPhone = mfaConfig?.enabledProviders?.contains("PHONE_SMS") == true
                return isOn && hasPhone ? nil : APIError(.operationNotAllowed, "SMS based MFA not enabled.")
            }
            let hasApp = mfaConfig?.providerConfigs?.contains { $0.totpProviderConfig != nil && $0.state == "ENABLED" }
            return isOn && hasApp == true ? nil : APIError(.operationNotAllowed, "TOTP based MFA not enabled.")
        default: return nil
        }
    }

    private static func isAnonymous(_ request: JSONObject) -> Bool {
        ["email", "password", "idToken"].allSatisfy { request[$0]?.string?.isEmpty != false }
    }

    private static func codeType(_ request: JSONObject) -> CodeType? {
        request["requestType"].flatMap { try? JSON.decode(CodeType.self, from: $0, coercion: .scalars) }
    }
}
