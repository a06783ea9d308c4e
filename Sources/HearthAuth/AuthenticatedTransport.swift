internal import HearthCore
public import HearthHTTP

/// Sends requests to servers of yours in the name of the one who is signed in.
///
/// Only the hosts that were named get a token, and only over TLS, but for this machine. A server that answers 401
/// is asked once more with a refreshed token.
public struct AuthenticatedTransport: HTTPTransport {
    /// The field that carries the token, open to new values.
    public struct Scheme: Sendable, Hashable {
        let field: String
        let prefix: String

        /// `Authorization: Bearer`, as [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750#section-2.1) has it.
        public static let bearer = Scheme(field: "Authorization", prefix: "Bearer ")
        /// `Firebase-Token`, the token alone.
        public static let firebaseToken = Scheme(field: "Firebase-Token", prefix: "")

        /// The token alone, in a field of another name.
        ///
        /// - Parameter field: The field's name.
        /// - Returns: The scheme.
        public static func field(_ field: String) -> Scheme {
            Scheme(field: field, prefix: "")
        }
    }

    let core: AuthCore
    let transport: any HTTPTransport
    let hosts: Set<String>
    let scheme: Scheme
    let signer: (any RequestSigner)?

    /// Sends a request.
    ///
    /// - Parameter request: The request. One for a host that was not named is passed on as it is.
    /// - Returns: The response, whatever its status.
    /// - Throws: `TransportError`: of kind ``HearthHTTP/TransportError/Kind/noToken`` if nobody is signed in.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard try needsToken(request) else { return try await transport.send(request) }
        let live = try await fresh(nil, .usable)
        let response = try await transport.send(try await authenticate(request, live))
        guard response.status == 401 else { return response }
        let other = try await fresh(live.epoch, .other(than: live.version))
        return try await transport.send(try await authenticate(request, other))
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request. One for a host that was not named is passed on as it is.
    /// - Returns: The head, and the body as it comes.
    /// - Throws: `TransportError`: of kind ``HearthHTTP/TransportError/Kind/noToken`` if nobody is signed in.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        guard try needsToken(request) else { return try await transport.open(request) }
        let live = try await fresh(nil, .usable)
        let exchange = try await transport.open(try await authenticate(request, live))
        guard exchange.status == 401 else { return exchange }
        exchange.cancel()
        let other = try await fresh(live.epoch, .other(than: live.version))
        return try await transport.open(try await authenticate(request, other))
    }

    /// Whether a request goes to a host that was named.
    ///
    /// - Throws: `TransportError` of kind `insecure` if others could read the token on its way there.
    private func needsToken(_ request: HTTPRequest) throws(TransportError) -> Bool {
        guard let origin = request.origin, let host = Self.host(of: origin), hosts.contains(host.name) else {
            return false
        }
        guard host.isPrivate else { throw TransportError(.insecure, "a token would travel in the clear") }
        return true
    }

    private func authenticate(
        _ request: HTTPRequest,
        _ live: SessionKeeper.Live
    ) async throws(TransportError) -> HTTPRequest {
        var authenticated = request
        authenticated.fields[scheme.field] = scheme.prefix + live.tokens.idToken.reveal()
        guard let signer else { return authenticated }
        let (clock, random) = (core.caller.clock, core.caller.random)
        let proof = RequestProof(of: request, token: live.tokens.idToken, clock: clock, random: random)
        do {
            authenticated.fields["DPoP"] = try await proof.signed(by: signer).reveal()
        } catch {
            throw TransportError(.noProof, error.rawValue)
        }
        return authenticated
    }

    private func fresh(
        _ epoch: UInt64?,
        _ freshness: SessionKeeper.Freshness
    ) async throws(TransportError) -> SessionKeeper.Live {
        do throws(AuthError) {
            return try await core.keeper.fresh(epoch, freshness)
        } catch {
            throw TransportError(error.transport ?? (error.code == .cancelled ? .cancelled : .noToken), error.code.name)
        }
    }

    /// The host of an origin, with its port unless it is the scheme's own, and whether nobody can listen in.
    static func host(of origin: String) -> (name: String, isPrivate: Bool)? {
        let parts = origin.lowercased().split(separator: "://", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let isSecure = parts[0] == "https"
        let name = parts[1]
        let port = isSecure ? ":443" : ":80"
        let short = name.hasSuffix(port) ? name.dropLast(port.utf8.count) : name
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { short == $0 || short.hasPrefix($0 + ":") }
        return (String(short), isSecure || isLocal)
    }
}

extension TransportError.Kind {
    /// There was no token to send with the request, which was not sent.
    public static let noToken = TransportError.Kind(rawValue: "noToken")
    /// The request could not be signed, and was not sent.
    public static let noProof = TransportError.Kind(rawValue: "noProof")
}

extension Auth {
    /// A transport that shows servers of yours who is signed in.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests. It must not follow redirects by itself.
    ///   - hosts: The hosts that get a token, each with its port unless it is the scheme's own.
    ///   - scheme: The field that carries the token. Defaults to `Authorization: Bearer`.
    ///   - signer: The device's key, with which each request is signed for its server to see. Defaults to none.
    /// - Returns: The transport.
    public func authenticated(
        _ transport: any HTTPTransport,
        for hosts: Set<String>,
        scheme: AuthenticatedTransport.Scheme = .bearer,
        signedBy signer: (any RequestSigner)? = nil
    ) -> AuthenticatedTransport {
        AuthenticatedTransport(
            core: core,
            transport: transport,
            hosts: Set(hosts.map { $0.lowercased() }),
            scheme: scheme,
            signer: signer
        )
    }
}
