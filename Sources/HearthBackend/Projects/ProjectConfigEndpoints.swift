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
        let settings = try await store.settings(for: call)
        return ProjectConfig(settings, of: call.scope.project, configuration, policy)
    }
}

/// Changes what a project decides for itself.
struct UpdateProjectConfigEndpoint: Endpoint {
    typealias Op = UpdateProjectConfig

    /// What a mask may name and a body may hold, although it cannot be changed.
    private static let fixed: Set<String> = [
        "name", "subtype", "defaultHostingSite", "client.apiKey", "client.firebaseSubdomain", "signIn.hashConfig",
        "passwordPolicyConfig.lastUpdateTime",
    ]

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store

    func respond(to request: UpdateProjectConfig.Request, in call: Call) async throws(APIError) -> ProjectConfig {
        try BlockingConfiguration.check(request.blockingFunctions, OutboundRule(configuration))
        if policy.checksSettings, let name = request.unknownMembers?.first {
            throw .invalidArgument("Invalid JSON payload received. Unknown name \"\(name)\": Cannot find field.")
        }
        let mask = try FieldMask(
            request.updateMask,
            of: ProjectConfig.self,
            refusesUnknown: policy.checksSettings
        )
        var document = try Self.object(request)
        for path in Self.fixed { document.remove(path.split(separator: ".")[...]) }
        let update = document
        let settings = try await store.write(call) { [mask, update] tx in
            let old = try store.projects.settings(of: tx.scope.project, tx)
            var document = try Self.object(ProjectConfig(old))
            mask.apply(update, to: &document)
            let settings = ProjectSettings(try Self.config(document))
            try settings.check(configuration, policy)
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

extension JSONObject {
    /// Removes the member at the end of a path.
    fileprivate mutating func remove(_ path: ArraySlice<Substring>) {
        guard let name = path.first.map(String.init) else { return }
        guard path.count > 1 else { return self[name] = nil }
        guard var part = self[name]?.object else { return }
        part.remove(path.dropFirst())
        self[name] = .object(part)
    }
}

extension ProjectConfig {
    /// What is stored, as the wire has it; members that were never set are left out.
    init(_ settings: ProjectSettings) {
        self = settings.more
        var methods = signIn ?? SignIn()
        methods.allowDuplicateEmails = settings.allowsDuplicateEmails
        signIn = methods
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
        settings.blockingFunctions = settings.blockingFunctions ?? [:]
        self.init(settings)
        name = "projects/\(project)/config"
        authorizedDomains = settings.authorizedDomains(configuration)
        mfa = mfa ?? SecondFactorSettings(configuration.secondFactors)
        // The official emulator shows what was set, and production what holds.
        if policy.checksSettings { signIn = signIn?.completed(configuration) }
    }
}

extension ProjectConfig.SignIn {
    /// The methods with what holds where nothing was set.
    fileprivate func completed(_ configuration: BackendConfiguration) -> ProjectConfig.SignIn {
        var methods = self
        methods.email = email ?? Email()
        methods.email?.enabled = email?.enabled ?? true
        methods.email?.passwordRequired = email?.passwordRequired ?? !configuration.allowsEmailLinkSignIn
        methods.anonymous = anonymous ?? Switch { $0.enabled = true }
        methods.phoneNumber = phoneNumber ?? PhoneNumber()
        methods.phoneNumber?.enabled = phoneNumber?.enabled ?? true
        return methods
    }
}

extension ProjectSettings {
    /// Reads what an administrator wrote.
    fileprivate init(_ config: ProjectConfig) {
        self.init()
        allowsDuplicateEmails = config.signIn?.allowDuplicateEmails ?? false
        hidesEmails = config.emailPrivacyConfig?.enableImprovedEmailPrivacy
        passwordPolicy = config.passwordPolicyConfig
        recaptcha = config.recaptchaConfig
        blockingFunctions = config.blockingFunctions
        var rest = config
        rest.signIn?.allowDuplicateEmails = nil
        rest.emailPrivacyConfig = nil
        rest.passwordPolicyConfig = nil
        rest.recaptchaConfig = nil
        rest.blockingFunctions = nil
        more = rest
    }
}
