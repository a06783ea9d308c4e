internal import HearthHTTP
internal import HearthTokens
internal import HearthWire

/// The configured providers by their names.
struct Providers: Sendable {
    private let all: [String: Provider]

    init(
        _ configurations: [ProviderConfiguration],
        transport: any HTTPTransport,
        environment: BackendEnvironment
    ) throws(KeySourceError) {
        var all: [String: Provider] = [:]
        for configuration in configurations {
            all[configuration.providerID] = try Provider(
                configuration,
                transport: transport,
                environment: environment
            )
        }
        self.all = all
    }

    /// None at all.
    init() {
        all = [:]
    }

    /// A provider.
    ///
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED` if it is not configured.
    func provider(_ name: String) throws(APIError) -> Provider {
        guard let provider = all[name] else { throw .unknownProvider }
        return provider
    }
}
