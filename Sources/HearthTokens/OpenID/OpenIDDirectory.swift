package import HearthCore
package import HearthHTTP

/// The discovery document of an OpenID provider, fetched when it is needed and again after a day
/// ([OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)).
package actor OpenIDDirectory {
    private static let lifetime: Duration = .hours(24)
    private static let retryInterval: Duration = .seconds(10)
    private static let maximumBytes = 262_144

    private let issuer: String
    private let location: SecureLocation
    private let transport: any HTTPTransport
    private let now: @Sendable () -> UnixTime

    private var known: (metadata: OpenIDMetadata, foundAt: UnixTime)?
    private var failure: (error: KeySourceError, at: UnixTime)?
    private var search: Task<Void, Never>?

    /// Creates a directory of an issuer: HTTPS, or plain HTTP to this machine.
    ///
    /// - Throws: ``KeySourceError`` with code ``KeySourceError/Code/insecureLocation``.
    package init(
        issuer: String,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> UnixTime
    ) throws(KeySourceError) {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        // Without a host, the name of the document would become one.
        guard SecureLocation(issuer) != nil, let location = SecureLocation(base + "/.well-known/openid-configuration")
        else {
            throw KeySourceError(.insecureLocation, "neither HTTPS nor this machine")
        }
        self.issuer = issuer
        self.location = location
        self.transport = transport
        self.now = now
    }

    /// The document; an old one if no other can be had, because each was this issuer's.
    ///
    /// - Throws: ``KeySourceError`` if there is none, or if it speaks for another issuer.
    package func metadata() async throws(KeySourceError) -> OpenIDMetadata {
        if isStale { await searchOnce() }
        guard let known else { throw failure?.error ?? KeySourceError(.unreachable) }
        return known.metadata
    }

    private var isStale: Bool {
        let now = now()
        if let failure, now >= failure.at, now - failure.at < Self.retryInterval { return false }
        guard let foundAt = known?.foundAt else { return true }
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
            known = (try OpenIDMetadata(parsing: try await document(), of: issuer), start)
            failure = nil
        } catch {
            failure = (error, start)
        }
        search = nil
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
            guard whole.bytes.count <= Self.maximumBytes else { throw TransportError(.responseTooLarge) }
            return whole.bytes
        } catch {
            throw KeySourceError(.unreachable, error.reason.isEmpty ? error.kind.rawValue : error.reason)
        }
    }
}
