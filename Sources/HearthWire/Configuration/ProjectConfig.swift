internal import HearthHTTP
package import HearthJSON

/// `projects/{project}/config`: what a project decides for itself.
package enum GetProjectConfig: Operation {
    package static let routes = [Route].projectConfig(.get)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ProjectConfig
}

/// `PATCH projects/{project}/config`: changes what the mask names, or puts the whole body in place without one.
package enum UpdateProjectConfig: Operation {
    package static let routes = [Route].projectConfig(.patch)

    package struct Request: Message {
        package var signIn: ProjectConfig.SignIn?
        package var mfa: ProjectConfig.SecondFactorSettings?
        package var emailPrivacyConfig: EmulatorConfig.EmailPrivacy?
        package var blockingFunctions: JSONValue?
        package var passwordPolicyConfig: PasswordPolicyConfig?
        package var recaptchaConfig: RecaptchaSettings?
        package var smsRegionConfig: SMSRegions?
        package var authorizedDomains: [String]?
        package var client: ProjectConfig.Client?
        package var multiTenant: ProjectConfig.MultiTenant?
        package var notification: ProjectConfig.Notification?
        package var publicName: String?
        package var mobileLinksConfig: JSONValue?
        package var quota: JSONValue?
        package var monitoring: JSONValue?
        package var autodeleteAnonymousUsers: Bool?
        /// Paths with commas between them, for example `signIn.allowDuplicateEmails,passwordPolicyConfig`.
        package var updateMask: String?
        package var targetProjectId: String?
        /// The paths of members that no configuration has; filled in by ``read(_:)``.
        package var unknownMembers: [String]?

        package init() {}
    }

    package typealias Response = ProjectConfig
}

extension UpdateProjectConfig: DocumentReading {
    package static func read(_ document: inout JSONObject) throws(APIError) {
        var config = document
        for name in ["updateMask", "targetProjectId", "unknownMembers"] { config[name] = nil }
        let unknown = MessageShape.unknownMembers(of: config, as: ProjectConfig.self)
        document["unknownMembers"] = .array(unknown.map { .string($0) })
    }
}

/// What a project decides for itself.
package struct ProjectConfig: Message, Hashable {
    /// `projects/{project}/config`.
    package var name: String?
    package var signIn: SignIn?
    package var emailPrivacyConfig: EmulatorConfig.EmailPrivacy?
    package var blockingFunctions: JSONValue?
    package var passwordPolicyConfig: PasswordPolicyConfig?
    package var recaptchaConfig: RecaptchaSettings?
    /// The hosts that links may lead back to, without a scheme.
    package var authorizedDomains: [String]?
    package var mfa: SecondFactorSettings?
    package var smsRegionConfig: SMSRegions?
    package var client: Client?
    package var multiTenant: MultiTenant?
    package var notification: Notification?
    /// The name by which users know the app, on pages and in mails; Hearth's own setting.
    package var publicName: String?
    // Kept and shown by the lenient profile, refused by the strict one.
    package var mobileLinksConfig: JSONValue?
    package var quota: JSONValue?
    package var monitoring: JSONValue?
    package var autodeleteAnonymousUsers: Bool?
    // What is never changed here.
    package var subtype: String?
    package var defaultHostingSite: String?

    package init() {}

    /// Which sign-in methods there are.
    package struct SignIn: Message, Hashable {
        /// Whether several accounts may have one address.
        package var allowDuplicateEmails: Bool?
        package var email: Email?
        package var anonymous: Switch?
        package var phoneNumber: PhoneNumber?
        package var hashConfig: JSONValue?

        package init() {}

        /// Signing in with an address.
        package struct Email: Message, Hashable {
            package var enabled: Bool?
            /// Whether a mailed link does not sign in.
            package var passwordRequired: Bool?

            package init() {}
        }

        /// Signing in with a number.
        package struct PhoneNumber: Message, Hashable {
            package var enabled: Bool?
            /// Numbers that get no text message, each with its code.
            package var testPhoneNumbers: [String: String]?

            package init() {}
        }

        /// A method that is on or off.
        package struct Switch: Message, Hashable {
            package var enabled: Bool?

            package init() {}
        }
    }

    /// Whether there are second factors, and which.
    package struct SecondFactorSettings: Message, Hashable {
        /// `ENABLED`, `DISABLED` or `MANDATORY`.
        package var state: String?
        /// `PHONE_SMS`, or none.
        package var enabledProviders: [String]?
        package var providerConfigs: [ProviderSettings]?

        package init() {}
    }

    /// A kind of second factor that has settings of its own.
    package struct ProviderSettings: Message, Hashable {
        package var state: String?
        package var totpProviderConfig: TOTPSettings?

        package init() {}
    }

    /// How codes of authenticator apps are checked.
    package struct TOTPSettings: Message, Hashable {
        /// How many steps of 30 seconds before and after the present one count, 0 to 10.
        package var adjacentIntervals: Int?

        package init() {}
    }

    /// What clients may do.
    package struct Client: Message, Hashable {
        package var permissions: Permissions?
        package var apiKey: String?
        package var firebaseSubdomain: String?

        package init() {}

        /// What users may not do for themselves.
        package struct Permissions: Message, Hashable {
            package var disabledUserSignup: Bool?
            package var disabledUserDeletion: Bool?

            package init() {}
        }
    }

    /// Whether the project may have tenants.
    package struct MultiTenant: Message, Hashable {
        package var allowTenants: Bool?
        package var defaultTenantLocation: String?

        package init() {}
    }

    /// How users are written to.
    package struct Notification: Message, Hashable {
        package var sendEmail: SendEmail?
        package var sendSms: JSONValue?
        /// The language of links and mails where a request names none.
        package var defaultLocale: String?

        package init() {}

        /// How mails are sent.
        package struct SendEmail: Message, Hashable {
            /// The page that mailed links lead to.
            package var callbackUri: String?
            package var method: String?
            package var smtp: JSONValue?
            package var resetPasswordTemplate: JSONValue?
            package var verifyEmailTemplate: JSONValue?
            package var changeEmailTemplate: JSONValue?
            package var revertSecondFactorAdditionTemplate: JSONValue?
            package var legacyResetPasswordTemplate: JSONValue?
            package var dnsInfo: JSONValue?

            package init() {}
        }
    }
}

/// Where text messages may be sent, by the country of the number; at most one of the two.
package struct SMSRegions: Message, Hashable {
    package var allowByDefault: AllowByDefault?
    package var allowlistOnly: AllowlistOnly?

    package init() {}

    /// Everywhere but here.
    package struct AllowByDefault: Message, Hashable {
        /// Codes of two letters, as ISO 3166 has them.
        package var disallowedRegions: [String]?

        package init() {}
    }

    /// Nowhere but here.
    package struct AllowlistOnly: Message, Hashable {
        /// Codes of two letters, as ISO 3166 has them.
        package var allowedRegions: [String]?

        package init() {}
    }
}

/// What a project asks of passwords, as its administrators write it.
package struct PasswordPolicyConfig: Message, Hashable {
    package var passwordPolicyEnforcementState: PasswordEnforcement?
    package var forceUpgradeOnSignin: Bool?
    /// The rules; at most one entry.
    package var passwordPolicyVersions: [Version]?
    package var lastUpdateTime: String?

    package init() {}

    /// One set of rules.
    package struct Version: Message, Hashable {
        package var customStrengthOptions: PasswordStrengthOptions?
        package var schemaVersion: Int?

        package init() {}
    }
}

/// What a project asks of clients before it believes that they are no robots.
package struct RecaptchaSettings: Message, Hashable {
    package var emailPasswordEnforcementState: String?
    package var phoneEnforcementState: String?
    package var recaptchaKeys: [Key]?
    // Kept and shown by the lenient profile, refused by the strict one.
    package var managedRules: JSONValue?
    package var tollFraudManagedRules: JSONValue?
    package var useAccountDefender: Bool?
    package var useSmsBotScore: Bool?
    package var useSmsTollFraudProtection: Bool?

    package init() {}

    /// A key for one kind of client.
    package struct Key: Message, Hashable {
        /// The key's name, `projects/{project}/keys/{key}`.
        package var key: String?
        /// `WEB`, `IOS` or `ANDROID`.
        package var type: String?

        package init() {}
    }
}

extension [Route] {
    fileprivate static func projectConfig(_ method: HTTPMethod) -> [Route] {
        ["v2", "admin/v2"].map { version in
            Route(method, "/\(version)/projects/{targetProjectId}/config", access: .administrator)
        }
    }
}
