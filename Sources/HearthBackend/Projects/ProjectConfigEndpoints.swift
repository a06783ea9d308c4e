internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// Shows what a project decides for itself.
struct GetProjectConfigEndpoint: Endpoint {
    typealias Op = GetProjectConfig

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store

    func respond(to request: GetProjectConfig.Request, in call: Call) async throws(APIError) -> ProjectConfig {
        let settings = try await store.read(call) { tx in try store.projects.settings(of: tx.scope.project, tx) }
        return ProjectConfig(settings, of: call.scope.project, configuration, policy)
    }
}

/// Changes what a project decides for itself.
struct UpdateProjectConfigEndpoint: Endpoint {
    typealias Op = UpdateProjectConfig

    /// What can be changed while the server runs.
    private static let members: Set<String> = [
        "signIn", "emailPrivacyConfig", "blockingFunctions", "passwordPolicyConfig", "recaptchaConfig",
    ]

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store

    func respond(to request: UpdateProjectConfig.Request, in call: Call) async throws(APIError) -> ProjectConfig {
        try BlockingConfiguration.check(request.blockingFunctions, OutboundRule(configuration))
        let named = request.updateMask ?? ""
        let mask = try FieldMask(named.isEmpty ? Self.members.joined(separator: ",") : named, roots: Self.members)
        let update = try Self.object(request)
        let settings = try await store.write(call) { tx in
            let old = try store.projects.settings(of: tx.scope.project, tx)
            var document = try Self.object(ProjectConfig(old))
            mask.apply(update, to: &document)
            let settings = try ProjectSettings(Self.config(document))
            try store.projects.save(settings, of: tx.scope.project, tx)
            return settings
        }
        return ProjectConfig(settings, of: call.scope.project, configuration, policy)
    }

    private static func object(_ message: some Message) throws(APIError) -> JSONObject {
        guard let object = try? JSON.value(of: message).object else { throw .internalError }
        return object
    }

    private static func config(_ document: JSONObject) throws(APIError) -> ProjectConfig {
        do {
            return try JSON.decode(ProjectConfig.self, from: .object(document))
        } catch {
            throw .invalidArgument("updateMask: '\(error.path)' is not a member")
        }
    }
}

extension ProjectConfig {
    /// What is stored, as the wire has it; members that were never set are left out.
    init(_ settings: ProjectSettings) {
        self.init()
        signIn = EmulatorConfig.SignIn { $0.allowDuplicateEmails = settings.allowsDuplicateEmails }
        emailPrivacyConfig = settings.hidesEmails.map { hides in
            EmulatorConfig.EmailPrivacy { $0.enableImprovedEmailPrivacy = hides }
        }
        passwordPolicyConfig = settings.passwordPolicy
        recaptchaConfig = settings.recaptcha
        blockingFunctions = settings.blockingFunctions
    }

    /// Everything that holds for a project.
    fileprivate init(
        _ settings: ProjectSettings,
        of project: ProjectID,
        _ configuration: BackendConfiguration,
        _ policy: Policy
    ) {
        var settings = settings
        settings.hidesEmails = settings.hidesEmails ?? policy.hidesEmails
        self.init(settings)
        name = "projects/\(project)/config"
        authorizedDomains = configuration.authorizedDomains
        let kinds = configuration.secondFactors
        mfa = SecondFactorSettings {
            $0.state = kinds.isEmpty ? "DISABLED" : "ENABLED"
            $0.enabledProviders = kinds.contains(.phone) ? ["PHONE_SMS"] : nil
            guard kinds.contains(.totp) else { return }
            let app = ProviderSettings {
                $0.state = "ENABLED"
                $0.totpProviderConfig = EmptyMessage()
            }
            $0.providerConfigs = [app]
        }
    }
}

extension ProjectSettings {
    /// Reads what an administrator wrote.
    ///
    /// - Throws: `APIError` `INVALID_CONFIG` if it contradicts itself.
    fileprivate init(_ config: ProjectConfig) throws(APIError) {
        self.init(
            allowsDuplicateEmails: config.signIn?.allowDuplicateEmails ?? false,
            hidesEmails: config.emailPrivacyConfig?.enableImprovedEmailPrivacy,
            passwordPolicy: config.passwordPolicyConfig,
            recaptcha: config.recaptchaConfig,
            blockingFunctions: config.blockingFunctions
        )
        try Self.check(passwordPolicy)
        try Self.check(recaptcha)
    }

    private static func check(_ config: PasswordPolicyConfig?) throws(APIError) {
        guard let config else { return }
        if let state = config.passwordPolicyEnforcementState, state != .off, state != .enforce {
            throw APIError(.invalidConfig, "passwordPolicyEnforcementState is OFF or ENFORCE")
        }
        guard config.passwordPolicyVersions?.count ?? 0 <= 1 else {
            throw APIError(.invalidConfig, "there is one password policy version at most")
        }
        let policy = PasswordPolicy(config)
        guard (6...30).contains(policy.minimumLength) else {
            throw APIError(.invalidConfig, "minPasswordLength is 6 to 30")
        }
        guard (policy.minimumLength...PasswordRule.maximumBytes).contains(policy.maximumLength ?? 30) else {
            throw APIError(
                .invalidConfig,
                "maxPasswordLength is minPasswordLength to \(PasswordRule.maximumBytes)"
            )
        }
    }

    private static func check(_ recaptcha: RecaptchaSettings?) throws(APIError) {
        let states = [recaptcha?.emailPasswordEnforcementState, recaptcha?.phoneEnforcementState]
        guard states.allSatisfy({ ["OFF", "AUDIT", "ENFORCE"].contains($0 ?? "OFF") }) else {
            throw APIError(.invalidConfig, "an enforcement state is OFF, AUDIT or ENFORCE")
        }
    }
}
