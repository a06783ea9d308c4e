internal import HearthCore
internal import HearthJSON
internal import HearthWire

extension ProjectSettings {
    /// Refuses what contradicts itself, what the server's own configuration rules out, and, in strict, what it would
    /// keep and not act on.
    ///
    /// - Throws: `APIError` `INVALID_CONFIG` or `INVALID_TESTING_PHONE_NUMBER`.
    func check(_ configuration: BackendConfiguration, _ policy: Policy) throws(APIError) {
        try Self.check(passwordPolicy)
        try Self.check(recaptcha)
        try Self.check(more.mfa, configuration)
        try Self.check(more.smsRegionConfig)
        try Self.check(testNumbers: more.signIn?.phoneNumber?.testPhoneNumbers ?? [:])
        for domain in more.authorizedDomains ?? [] where !Self.isHost(domain) {
            throw Self.invalid("authorizedDomains holds hosts without scheme and path: '\(domain)'")
        }
        if more.signIn?.email?.passwordRequired == false, !configuration.allowsEmailLinkSignIn {
            throw Self.invalid("signIn.email.passwordRequired: this server was started without mailed links")
        }
        if let name = more.publicName, !PublicName.isValid(name) {
            throw Self.invalid("publicName is one line of 1 to \(PublicName.longest) characters")
        }
        if let url = more.notification?.sendEmail?.callbackUri, Redirect.parse(url) == nil {
            throw Self.invalid("notification.sendEmail.callbackUri is the address of a web page")
        }
        if policy.checksSettings, let name = idleSetting {
            throw Self.invalid("\(name) is not offered by this server; leave it out")
        }
    }

    /// A setting that nothing here acts on.
    private var idleSetting: String? {
        let mail = more.notification?.sendEmail
        let settings: [(String, isSet: Bool)] = [
            ("mfa.state MANDATORY", more.mfa?.state == "MANDATORY"),
            ("recaptchaConfig.managedRules", recaptcha?.managedRules != nil),
            ("recaptchaConfig.tollFraudManagedRules", recaptcha?.tollFraudManagedRules != nil),
            ("recaptchaConfig.useAccountDefender", recaptcha?.useAccountDefender == true),
            ("recaptchaConfig.useSmsBotScore", recaptcha?.useSmsBotScore == true),
            ("recaptchaConfig.useSmsTollFraudProtection", recaptcha?.useSmsTollFraudProtection == true),
            ("mobileLinksConfig", more.mobileLinksConfig != nil && more.mobileLinksConfig != Self.hostedLinks),
            ("quota", more.quota != nil), ("monitoring", more.monitoring != nil),
            ("autodeleteAnonymousUsers", more.autodeleteAnonymousUsers == true),
            ("multiTenant.defaultTenantLocation", more.multiTenant?.defaultTenantLocation != nil),
            ("notification.sendSms", more.notification?.sendSms != nil),
            ("notification.sendEmail.method", mail?.method != nil && mail?.method != "DEFAULT"),
            ("notification.sendEmail.smtp", mail?.smtp != nil),
            ("notification.sendEmail.dnsInfo", mail?.dnsInfo != nil),
            ("notification.sendEmail.resetPasswordTemplate", mail?.resetPasswordTemplate != nil),
            ("notification.sendEmail.verifyEmailTemplate", mail?.verifyEmailTemplate != nil),
            ("notification.sendEmail.changeEmailTemplate", mail?.changeEmailTemplate != nil),
            (
                "notification.sendEmail.revertSecondFactorAdditionTemplate",
                mail?.revertSecondFactorAdditionTemplate != nil
            ),
            ("notification.sendEmail.legacyResetPasswordTemplate", mail?.legacyResetPasswordTemplate != nil),
        ]
        return settings.first { $0.isSet }?.0
    }

    /// Mobile links go through the host of the other links: the one way there is.
    private static let hostedLinks: JSONValue = ["domain": "HOSTING_DOMAIN"]

    private static func check(_ config: PasswordPolicyConfig?) throws(APIError) {
        guard let config else { return }
        if let state = config.passwordPolicyEnforcementState, state != .off, state != .enforce {
            throw invalid("passwordPolicyEnforcementState is OFF or ENFORCE")
        }
        guard config.passwordPolicyVersions?.count ?? 0 <= 1 else {
            throw invalid("there is one password policy version at most")
        }
        let policy = PasswordPolicy(config)
        guard (6...30).contains(policy.minimumLength) else { throw invalid("minPasswordLength is 6 to 30") }
        guard (policy.minimumLength...PasswordRule.maximumBytes).contains(policy.maximumLength ?? 30) else {
            throw invalid("maxPasswordLength is minPasswordLength to \(PasswordRule.maximumBytes)")
        }
    }

    private static func check(_ recaptcha: RecaptchaSettings?) throws(APIError) {
        let states = [recaptcha?.emailPasswordEnforcementState, recaptcha?.phoneEnforcementState]
        guard states.allSatisfy({ ["OFF", "AUDIT", "ENFORCE"].contains($0 ?? "OFF") }) else {
            throw invalid("an enforcement state is OFF, AUDIT or ENFORCE")
        }
    }

    private static func check(
        _ mfa: ProjectConfig.SecondFactorSettings?,
        _ configuration: BackendConfiguration
    ) throws(APIError) {
        guard let mfa else { return }
        guard ["DISABLED", "ENABLED", "MANDATORY"].contains(mfa.state ?? "DISABLED") else {
            throw invalid("mfa.state is DISABLED, ENABLED or MANDATORY")
        }
        guard mfa.enabledProviders?.allSatisfy({ $0 == "PHONE_SMS" }) != false else {
            throw invalid("mfa.enabledProviders holds PHONE_SMS or nothing")
        }
        for provider in mfa.providerConfigs ?? [] {
            guard ["DISABLED", "ENABLED", "MANDATORY"].contains(provider.state ?? "DISABLED") else {
                throw invalid("mfa.providerConfigs: a state is DISABLED, ENABLED or MANDATORY")
            }
            guard (0...10).contains(provider.totpProviderConfig?.adjacentIntervals ?? 0) else {
                throw invalid("mfa.providerConfigs: adjacentIntervals is 0 to 10")
            }
        }
        guard mfa.kinds.isSubset(of: configuration.secondFactors) else {
            throw invalid("mfa: this server was started without a kind of second factor that is switched on here")
        }
    }

    private static func check(_ regions: SMSRegions?) throws(APIError) {
        guard let regions else { return }
        guard regions.allowByDefault == nil || regions.allowlistOnly == nil else {
            throw invalid("smsRegionConfig has either allowByDefault or allowlistOnly")
        }
        let codes =
            (regions.allowByDefault?.disallowedRegions ?? []) + (regions.allowlistOnly?.allowedRegions ?? [])
        if let code = codes.first(where: { !PhoneRegion.isKnown($0) }) {
            throw invalid("smsRegionConfig: '\(code)' is no country's code of two letters, such as DE")
        }
    }

    private static func check(testNumbers: [String: String]) throws(APIError) {
        guard testNumbers.count <= 10 else { throw APIError(.invalidTestingPhoneNumber, "there are ten at most") }
        for (number, code) in testNumbers {
            let isCode =
                code.utf8.count == 6 && code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard PhoneNumber(number)?.text == number, isCode else {
                throw APIError(.invalidTestingPhoneNumber, "a number such as +15555550100 has a code of six digits")
            }
        }
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 261 && Redirect.parse("https://\(text)/")?.host != nil
            && !text.utf8.contains { "/?#@".utf8.contains($0) }
    }

    private static func invalid(_ words: String) -> APIError { APIError(.invalidConfig, words) }
}
