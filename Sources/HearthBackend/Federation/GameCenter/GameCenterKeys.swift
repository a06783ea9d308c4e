internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthServerCrypto
internal import HearthWire

/// Apple's certificates for Game Center, fetched from Apple alone and kept while they are valid.
///
/// That a certificate is Apple's is known from where it is: it is fetched by TLS from a host of `apple.com`, and no
/// redirect is followed. Apple publishes no certificate of its issuer beside it.
struct GameCenterKeys: Sendable {
    private struct Kept: Sendable {
        let certificate: Certificate
        let fetchedAt: UnixTime
    }

    /// How long a certificate is used before it is fetched again.
    private static let lifetime: Duration = .hours(24)
    /// Apple has a handful of them; addresses come from requests.
    private static let mostKept = 16
    private static let maximumBytes = 16_384

    private let transport: (any HTTPTransport)?
    private let log: Log
    private let kept = Locked<[String: Kept]>([:])

    init(transport: (any HTTPTransport)?, log: Log) {
        self.transport = transport
        self.log = log
    }

    /// The key of a certificate that is valid now.
    ///
    /// - Parameters:
    ///   - url: Where the certificate is, an address of Apple's.
    ///   - now: The moment.
    /// - Returns: The key.
    /// - Throws: `APIError`: `INVALID_CREDENTIAL_OR_PROVIDER_ID` if there is no such certificate, and 503 if Apple
    ///   cannot be reached.
    func key(at url: String, now: UnixTime) async throws(APIError) -> RSAPublicKey {
        let known = kept.withLock { $0[url] }
        if let known, now - known.fetchedAt < Self.lifetime, known.certificate.isValid(at: now) {
            return known.certificate.publicKey
        }
        let certificate = try await fetch(url)
        guard certificate.isValid(at: now) else {
            throw GameCenterProof.refusal("The certificate at the publicKeyUrl is expired, or not valid yet.")
        }
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept.removeAll() }
            kept[url] = Kept(certificate: certificate, fetchedAt: now)
        }
        return certificate.publicKey
    }

    private func fetch(_ url: String) async throws(APIError) -> Certificate {
        guard let transport, let address = HTTPAddress(url) else {
            log.error("Game Center's keys cannot be had: this server speaks to no provider")
            throw .overloaded
        }
        let request = HTTPRequest(.get, origin: address.origin, target: address.target)
        let response: HTTPResponse
        do {
            response = try await transport.send(request).collected()
        } catch {
            log.error("Game Center's keys cannot be had: \(error)")
            throw .overloaded
        }
        guard response.status == 200, response.bytes.count <= Self.maximumBytes,
            let certificate = try? Certificate(der: response.bytes)
        else { throw GameCenterProof.refusal("There is no certificate at the publicKeyUrl.") }
        return certificate
    }
}
