public import HearthCore
public import HearthCrypto
public import HearthHTTP
internal import HearthJSON

/// The keys of an OpenID provider, found through its discovery document
/// ([OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)).
///
/// The document is fetched when the first key is asked for, and again after a day. The issuer that it names must be
/// the one that was configured, byte by byte: a document that speaks for somebody else is not believed.
public actor DiscoveredKeys: KeySource {
    private static let lifetime: Duration = .hours(24)
    private static let retryInterval: Duration = .seconds(10)
    private static let maximumBytes = 262_144

    private let issuer: String
    private let location: KeyLocation
    private let transport: any HTTPTransport
    private let now: @Sendable () -> UnixTime

    private var keys: (url: String, set: KeySet)?
    private var foundAt: UnixTime?
    private var failure: (error: KeySourceError, at: UnixTime)?
    private var search: Task<Void, Never>?

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
        self.issuer = issuer
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        location = try KeyLocation(base + "/.well-known/openid-configuration")
        self.transport = transport
        self.now = now
    }

    /// Looks for a key, fetching documents if need be.
    ///
    /// - Parameter identifier: The key's name.
    /// - Returns: The key, or `nil` if the provider has none of that name.
    /// - Throws: ``KeySourceError`` if the documents cannot be had, or speak for another issuer.
    public func key(_ identifier: String) async throws(KeySourceError) -> RSAPublicKey? {
        if isStale { await searchOnce() }
        // Old keys are better than none: each was this issuer's.
        guard let keys else { throw failure?.error ?? KeySourceError(.unreachable) }
        return try await keys.set.key(identifier)
    }

    private var isStale: Bool {
        let now = now()
        if let failure, now >= failure.at, now - failure.at < Self.retryInterval { return false }
        guard let foundAt else { return true }
        return now < foundAt || now - foundAt >= Self.lifetime
    }

    private func searchOnce() async {
        if let search { return await search.value }
        let task = Task { await self.discover() }
        search = task
        await task.value
    }

    private func discover() async {
        let start = now()
        do throws(KeySourceError) {
            let url = try await keysURL()
            if keys?.url != url { keys = (url, try KeySet(url: url, transport: transport, now: now)) }
            foundAt = start
            failure = nil
        } catch {
            failure = (error, start)
        }
        search = nil
    }

    private func keysURL() async throws(KeySourceError) -> String {
        let bytes = try await document()
        guard bytes.count <= Self.maximumBytes, let document = try? JSON.parse(bytes).object,
            let url = document["jwks_uri"]?.string
        else { throw KeySourceError(.malformed, "no discovery document") }
        guard let named = document["issuer"]?.string, named.utf8.elementsEqual(issuer.utf8) else {
            throw KeySourceError(.malformed, "the discovery document names another issuer")
        }
        return url
    }

    private func document() async throws(KeySourceError) -> [UInt8] {
        let request = HTTPRequest(
            .get,
            origin: location.origin,
            target: location.target,
            fields: ["Accept": "application/json"]
        )
        do throws(TransportError) {
            let response = try await transport.send(request)
            guard response.status == 200, let whole = try? await response.collected() else {
                throw TransportError(.unreachable, "status \(response.status)")
            }
            return whole.bytes
        } catch {
            throw KeySourceError(.unreachable, error.reason.isEmpty ? error.kind.rawValue : error.reason)
        }
    }
}
