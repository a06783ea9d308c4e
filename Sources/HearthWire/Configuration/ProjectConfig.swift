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
        package var signIn: EmulatorConfig.SignIn?
        package var emailPrivacyConfig: EmulatorConfig.EmailPrivacy?
        package var blockingFunctions: JSONValue?
        package var passwordPolicyConfig: PasswordPolicyConfig?
        package var recaptchaConfig: RecaptchaSettings?
        /// Paths with commas between them, for example `signIn.allowDuplicateEmails,passwordPolicyConfig`.
        package var updateMask: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ProjectConfig
}

/// What a project decides for itself.
package struct ProjectConfig: Message, Hashable {
    /// `projects/{project}/config`.
    package var name: String?
    package var signIn: EmulatorConfig.SignIn?
    package var emailPrivacyConfig: EmulatorConfig.EmailPrivacy?
    /// Kept and shown, as the emulator does.
    package var blockingFunctions: JSONValue?
    package var passwordPolicyConfig: PasswordPolicyConfig?
    package var recaptchaConfig: RecaptchaSettings?
    /// Decided when the server starts.
    package var authorizedDomains: [String]?
    /// Decided when the server starts.
    package var mfa: SecondFactorSettings?

    package init() {}

    /// Whether there are second factors, and which.
    package struct SecondFactorSettings: Message, Hashable {
        /// `ENABLED` or `DISABLED`.
        package var state: String?
        package var enabledProviders: [String]?
        package var providerConfigs: [ProviderSettings]?

        package init() {}
    }

    /// A kind of second factor that has settings of its own.
    package struct ProviderSettings: Message, Hashable {
        package var state: String?
        package var totpProviderConfig: EmptyMessage?

        package init() {}
    }
}

/// What a project asks of passwords, as its administrators write it.
package struct PasswordPolicyConfig: Message, Hashable {
    package var passwordPolicyEnforcementState: PasswordEnforcement?
    package var forceUpgradeOnSignin: Bool?
    /// The rules; at most one entry.
    package var passwordPolicyVersions: [Version]?

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
        [Route(method, "/v2/projects/{targetProjectId}/config", access: .administrator)]
    }
}
