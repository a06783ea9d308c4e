internal import HearthCore
internal import HearthHTTP
internal import HearthTokens
internal import HearthWire

/// The providers by their names: those that administrators configured for the project or the tenant, and those of the
/// server's own configuration, which hold for all of them.
struct Providers: Sendable {
    /// A configuration that was made into a provider.
    private struct Entry: Sendable {
        let revision: Int
        let provider: Provider
    }

    private struct Key: Hashable {
        let scope: Scope
        let id: ProviderID
    }

    /// More than a server has; what is forgotten is made again.
    private static let mostEntries = 1000

    private let configured: [ProviderID: Provider]
    private let store: Store
    private let sealer: Sealer
    /// Speaks to what administrators configured.
    let transport: (any HTTPTransport)?
    private let environment: BackendEnvironment
    /// A provider keeps what it learned, such as keys, until its configuration changes.
    private let made = Locked<[Key: Entry]>([:])

    /// Takes the server's own configurations, and the transports.
    ///
    /// `administered` speaks to what administrators configured. Without a transport no provider can be asked.
    init(
        _ configurations: [ProviderConfiguration],
        store: Store,
        sealer: Sealer,
        transport: (any HTTPTransport)?,
        administered: (any HTTPTransport)?,
        environment: BackendEnvironment
    ) throws(KeySourceError) {
        var all: [ProviderID: Provider] = [:]
        if let transport {
            for configuration in configurations {
                all[ProviderID(stored: configuration.providerID)] = try Provider(
                    configuration,
                    transport: transport,
                    environment: environment
                )
            }
        }
        configured = all
        self.store = store
        self.sealer = sealer
        self.transport = administered ?? transport
        self.environment = environment
    }

    /// A provider.
    ///
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED` if it is not configured, or is switched off.
    func provider(_ name: ProviderID, in call: Call) async throws(APIError) -> Provider {
        if let stored = try await stored(name, in: call) {
            guard stored.isEnabled else { throw .unknownProvider }
            return try provider(stored, name, call.scope)
        }
        guard let provider = configured[name] else { throw .unknownProvider }
        return provider
    }

    /// Refuses a provider that an administrator switched off, where any other one is believed.
    ///
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED`.
    func refuseDisabled(_ name: ProviderID, in call: Call) async throws(APIError) {
        let isEnabled =
            if name.isSAML {
                try await find(InboundSAMLConfig.self, name, in: call).map { $0.config.enabled == true }
            } else {
                try await stored(name, in: call)?.isEnabled
            }
        guard isEnabled != false else { throw .unknownProvider }
    }

    /// A configuration of the call's project or tenant.
    func find<Config: ProviderConfig>(
        _ type: Config.Type,
        _ name: ProviderID,
        in call: Call
    ) async throws(APIError) -> ProviderConfigTable.Found<Config>? {
        try await store.read(call) { tx in try store.providerConfigs.find(type, name.rawValue, sealer, tx) }
    }

    /// What is stored of a provider.
    private struct Stored {
        let revision: Int
        let isEnabled: Bool
        let configuration: () throws(APIError) -> ProviderConfiguration
    }

    private func stored(_ name: ProviderID, in call: Call) async throws(APIError) -> Stored? {
        if name.isOpenID {
            guard let found = try await find(OAuthIDPConfig.self, name, in: call) else { return nil }
            return Stored(revision: found.revision, isEnabled: found.config.enabled == true) { () throws(APIError) in
                try found.config.configuration(name.rawValue)
            }
        }
        guard let found = try await find(DefaultSupportedIDPConfig.self, name, in: call) else { return nil }
        return Stored(revision: found.revision, isEnabled: found.config.enabled == true) { () throws(APIError) in
            try found.config.configuration(name.rawValue)
        }
    }

    private func provider(_ stored: Stored, _ name: ProviderID, _ scope: Scope) throws(APIError) -> Provider {
        let key = Key(scope: scope, id: name)
        if let entry = made.withLock({ $0[key] }), entry.revision == stored.revision { return entry.provider }
        guard let transport else {
            environment.log.error("\(name) cannot be asked: this server speaks to no provider")
            throw .overloaded
        }
        let provider: Provider
        do {
            provider = try Provider(try stored.configuration(), transport: transport, environment: environment)
        } catch let error as APIError {
            throw error
        } catch {
            environment.log.error("the configuration of \(name) cannot be used: \(error)")
            throw .unknownProvider
        }
        made.withLock { made in
            if made.count >= Self.mostEntries { made.removeAll() }
            made[key] = Entry(revision: stored.revision, provider: provider)
        }
        return provider
    }
}
