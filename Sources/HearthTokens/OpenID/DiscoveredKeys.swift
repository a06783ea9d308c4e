public import HearthCore
public import HearthCrypto
public import HearthHTTP

/// The keys of an OpenID provider, found through its discovery document
/// ([OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)).
///
/// The document is fetched when the first key is asked for, and again after a day. The issuer that it names must be
/// the one that was configured, byte by byte: a document that speaks for someone else is not believed.
public actor DiscoveredKeys: KeySource {
    private let directory: OpenIDDirectory
    private let transport: any HTTPTransport
    private let now: @Sendable () -> UnixTime
    private var keys: (url: String, set: KeySet)?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - issuer: The issuer's identifier: HTTPS, or plain HTTP to this machine.
    ///   - transport: How documents are fetched.
    ///   - now: The clock. Defaults to the system's.
    /// - Throws: ``KeySourceError`` with code ``KeySourceError/Code/insecureLocation``.
    public init(
        issuer: String,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(KeySourceError) {
        self.init(
            try OpenIDDirectory(issuer: issuer, transport: transport, now: now),
            transport: transport,
            now: now
        )
    }

    /// Creates a source of the keys that a directory names.
    package init(
        _ directory: OpenIDDirectory,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.directory = directory
        self.transport = transport
        self.now = now
    }

    /// Looks for a key, fetching documents if need be.
    ///
    /// - Parameter identifier: The key's name.
    /// - Returns: The key, or `nil` if the provider has none of that name.
    /// - Throws: ``KeySourceError`` if the documents cannot be had, or speak for another issuer.
    public func key(_ identifier: String) async throws(KeySourceError) -> RSAPublicKey? {
        try await set().key(identifier)
    }

    /// Looks for the key of a token that names none, fetching documents if need be.
    ///
    /// - Returns: The key, if the provider has exactly one.
    /// - Throws: ``KeySourceError`` if the documents cannot be had, or speak for another issuer.
    public func onlyKey() async throws(KeySourceError) -> RSAPublicKey? {
        try await set().onlyKey()
    }

    private func set() async throws(KeySourceError) -> KeySet {
        let url = try await directory.metadata().keysURL
        if let keys, keys.url == url { return keys.set }
        let set = try KeySet(url: url, transport: transport, now: now)
        keys = (url, set)
        return set
    }
}
