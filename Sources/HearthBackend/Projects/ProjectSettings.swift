internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What a project decides for itself.
struct ProjectSettings: Sendable, Hashable {
    /// Whether several accounts may have one address.
    var allowsDuplicateEmails = false
    /// Whether unknown and wrong look the same; `nil` until an administrator decides; until then the policy does.
    var hidesEmails: Bool?
    /// The functions that want to be asked.
    var blockingFunctions: JSONValue?
    private var messages = Messages(Messages.Content())

    init() {}

    /// What is asked of passwords.
    var passwordPolicy: PasswordPolicyConfig? {
        get { messages.content.passwordPolicy }
        set { change { $0.passwordPolicy = newValue } }
    }
    /// What is asked of clients before they are believed to be no robots.
    var recaptcha: RecaptchaSettings? {
        get { messages.content.recaptcha }
        set { change { $0.recaptcha = newValue } }
    }
    /// Everything else, as an administrator wrote it.
    var more: ProjectConfig {
        get { messages.content.more }
        set { change { $0.more = newValue } }
    }

    private mutating func change(_ body: (inout Messages.Content) -> Void) {
        var content = messages.content
        body(&content)
        messages = Messages(content)
    }

    /// The messages of the wire: more than a kilobyte, most of it empty.
    ///
    /// Every call of a user hands its project's settings on, and few look into these.
    private final class Messages: Sendable, Hashable {
        struct Content: Sendable, Hashable {
            var passwordPolicy: PasswordPolicyConfig?
            var recaptcha: RecaptchaSettings?
            var more = ProjectConfig()
        }

        let content: Content

        init(_ content: Content) { self.content = content }

        static func == (one: Messages, other: Messages) -> Bool { one === other || one.content == other.content }

        func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
    }
}

extension ProjectSettings {
    /// The code of a number that gets no text message, by the project's word or the server's.
    func testCode(of number: String, _ configuration: BackendConfiguration) -> Secret<String>? {
        more.signIn?.phoneNumber?.testPhoneNumbers?[number].map { Secret($0) } ?? configuration.testPhoneNumbers[number]
    }

    /// The hosts that links may lead back to.
    func authorizedDomains(_ configuration: BackendConfiguration) -> [String] {
        more.authorizedDomains ?? configuration.authorizedDomains
    }

    /// The kinds of second factor that users are asked for, of those that the server offers.
    func secondFactors(_ configuration: BackendConfiguration) -> Set<BackendConfiguration.SecondFactor> {
        guard let mfa = more.mfa else { return configuration.secondFactors }
        return configuration.secondFactors.intersection(mfa.kinds)
    }
}

extension Tenant.SecondFactors {
    /// The kinds of second factor that are on.
    var kinds: Set<BackendConfiguration.SecondFactor> {
        var settings = ProjectConfig.SecondFactorSettings()
        (settings.state, settings.enabledProviders, settings.providerConfigs) = (
            state, enabledProviders, providerConfigs
        )
        return settings.kinds
    }
}

extension ProjectConfig.SecondFactorSettings {
    /// The kinds of second factor that are on.
    var kinds: Set<BackendConfiguration.SecondFactor> {
        guard state == "ENABLED" || state == "MANDATORY" else { return [] }
        var kinds: Set<BackendConfiguration.SecondFactor> = []
        if enabledProviders?.contains("PHONE_SMS") == true { kinds.insert(.phone) }
        if providerConfigs?.contains(where: { $0.totpProviderConfig != nil && $0.state == "ENABLED" }) == true {
            kinds.insert(.totp)
        }
        return kinds
    }

    /// The settings under which kinds of second factor are on.
    init(_ kinds: Set<BackendConfiguration.SecondFactor>) {
        self.init()
        state = kinds.isEmpty ? "DISABLED" : "ENABLED"
        enabledProviders = kinds.contains(.phone) ? ["PHONE_SMS"] : nil
        guard kinds.contains(.totp) else { return }
        let app = ProjectConfig.ProviderSettings {
            $0.state = "ENABLED"
            $0.totpProviderConfig = ProjectConfig.TOTPSettings()
        }
        providerConfigs = [app]
    }
}

extension Store {
    /// The hosts that links of a call's project may lead back to.
    func authorizedDomains(_ configuration: BackendConfiguration, in call: Call) async throws(APIError) -> [String] {
        try await settings(for: call).authorizedDomains(configuration)
    }
}
