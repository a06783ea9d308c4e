internal import HearthCore
public import HearthHTTP

/// Makes the header fields that show servers of yours who is signed in, for an HTTP library of your choice.
///
/// ```swift
/// let authenticator = auth.authenticator(for: ["api.shop.example"])
/// var credential = try await authenticator.credential(for: .get, "https://api.shop.example/notes")
/// // Add credential?.fields to the request, and send it. If the server answers 401, once:
/// credential = try await authenticator.credential(for: .get, "https://api.shop.example/notes", after: credential)
/// ```
///
/// ``AuthenticatedTransport`` and, on Apple's systems, `AuthenticatedURLSession` do this by themselves. The library
/// must not carry the fields along when it follows a redirect to another host.
public struct RequestAuthenticator: Sendable {
    let core: AuthCore
    let hosts: Set<String>
    let scheme: AuthenticatedTransport.Scheme
    let signer: (any RequestSigner)?

    /// The fields for one request, with a token that is still good for some minutes.
    ///
    /// - Parameters:
    ///   - method: The request's method; a signed proof names it.
    ///   - url: The request's whole address.
    ///   - refused: What the server answered 401 to. A refreshed token takes its place, unless that happened already.
    /// - Returns: The fields to add; `nil` if the host was not named, and the request goes without.
    /// - Throws: `TransportError`: of kind `TransportError.Kind.noToken` if no user is signed in, of kind
    ///   `insecure` if the token would travel in the clear.
    public func credential(
        for method: HTTPMethod,
        _ url: String,
        after refused: RequestCredential? = nil
    ) async throws(TransportError) -> RequestCredential? {
        let location = SecureLocation(trusted: url)
        let request = HTTPRequest(method, origin: location.origin, target: location.target)
        return try await credential(for: request, after: refused)
    }

    func credential(
        for request: HTTPRequest,
        after refused: RequestCredential? = nil
    ) async throws(TransportError) -> RequestCredential? {
        guard let origin = request.origin, let host = Self.host(of: origin), hosts.contains(host.name) else {
            return nil
        }
        guard host.isPrivate else { throw TransportError(.insecure, "a token would travel in the clear") }
        let live =
            if let refused { try await fresh(refused.live.epoch, .other(than: refused.live.version)) } else {
                try await fresh(nil, .usable)
            }
        var fields = HTTPFields()
        fields.append(scheme.field, scheme.prefix + live.tokens.idToken.reveal())
        if let proof = try await proof(for: request, live) { fields.append("DPoP", proof.reveal()) }
        return RequestCredential(fields: fields, live: live)
    }

    private func proof(
        for request: HTTPRequest,
        _ live: SessionKeeper.Live
    ) async throws(TransportError) -> Secret<String>? {
        guard let signer else { return nil }
        let (clock, random) = (core.caller.clock, core.caller.random)
        let proof = RequestProof(of: request, token: live.tokens.idToken, clock: clock, random: random)
        do {
            return try await proof.signed(by: signer)
        } catch {
            throw TransportError(.noProof, error.rawValue)
        }
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

    /// The host of an origin, with its port unless it is the scheme's own, and whether no one can listen in.
    private static func host(of origin: String) -> (name: String, isPrivate: Bool)? {
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

/// The header fields that show a server who is signed in, made for one request.
public struct RequestCredential: Sendable {
    /// The fields: the token, and the device's proof if requests are signed.
    ///
    /// They are secrets: keep them out of logs.
    public let fields: HTTPFields

    let live: SessionKeeper.Live
}

extension RequestCredential: CustomStringConvertible, CustomReflectable {
    /// The fields' names, and none of their values.
    public var description: String {
        "RequestCredential(\(fields.all.map(\.name).joined(separator: ", ")))"
    }

    /// The fields' names, and none of their values.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TransportError.Kind {
    /// There was no token to send with the request, which was not sent.
    public static let noToken = TransportError.Kind(rawValue: "noToken")
    /// The request could not be signed, and was not sent.
    public static let noProof = TransportError.Kind(rawValue: "noProof")
}

extension Auth {
    /// Makes the header fields that show servers of yours who is signed in.
    ///
    /// - Parameters:
    ///   - hosts: The hosts that get a token, each with its port unless it is the scheme's own.
    ///   - scheme: The field that carries the token. Defaults to `Authorization: Bearer`.
    ///   - signer: The device's key, with which each request is signed for its server to see. Defaults to none.
    /// - Returns: The authenticator.
    public func authenticator(
        for hosts: Set<String>,
        scheme: AuthenticatedTransport.Scheme = .bearer,
        signedBy signer: (any RequestSigner)? = nil
    ) -> RequestAuthenticator {
        RequestAuthenticator(core: core, hosts: Set(hosts.map { $0.lowercased() }), scheme: scheme, signer: signer)
    }
}
