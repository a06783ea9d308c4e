internal import HearthCore
public import HearthHTTP
internal import HearthTransport

/// Sends requests to servers of yours in the name of the user who is signed in.
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

    let authenticator: RequestAuthenticator
    let transport: any HTTPTransport

    /// Sends a request.
    ///
    /// - Parameter request: The request. One for a host that was not named is passed on as it is.
    /// - Returns: The response, whatever its status.
    /// - Throws: `TransportError`: of kind `TransportError.Kind.noToken` if no user is signed in.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let credential = try await authenticator.credential(for: request) else {
            return try await transport.send(request)
        }
        let response = try await transport.send(request.carrying(credential))
        guard response.status == 401, let other = try await authenticator.credential(for: request, after: credential)
        else { return response }
        return try await transport.send(request.carrying(other))
    }

    /// Sends a request, and returns as soon as the head of the response is there.
    ///
    /// - Parameter request: The request. One for a host that was not named is passed on as it is.
    /// - Returns: The head, and the body as it comes.
    /// - Throws: `TransportError`: of kind `TransportError.Kind.noToken` if no user is signed in.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        guard let credential = try await authenticator.credential(for: request) else {
            return try await transport.open(request)
        }
        let exchange = try await transport.open(request.carrying(credential))
        guard exchange.status == 401, let other = try await authenticator.credential(for: request, after: credential)
        else { return exchange }
        exchange.cancel()
        return try await transport.open(request.carrying(other))
    }
}

extension HTTPRequest {
    fileprivate func carrying(_ credential: RequestCredential) -> HTTPRequest {
        var request = self
        for field in credential.fields.all { request.fields[field.name] = field.value }
        return request
    }
}

extension Auth {
    /// A transport that shows servers of yours who is signed in.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests. It must not follow redirects by itself. Defaults to the platform's own
    ///     HTTP library.
    ///   - hosts: The hosts that get a token, each with its port unless it is the scheme's own.
    ///   - scheme: The field that carries the token. Defaults to `Authorization: Bearer`.
    ///   - signer: The device's key, with which each request is signed for its server to see. Defaults to none.
    /// - Returns: The transport.
    public func authenticated(
        _ transport: (any HTTPTransport)? = nil,
        for hosts: Set<String>,
        scheme: AuthenticatedTransport.Scheme = .bearer,
        signedBy signer: (any RequestSigner)? = nil
    ) -> AuthenticatedTransport {
        AuthenticatedTransport(
            authenticator: authenticator(for: hosts, scheme: scheme, signedBy: signer),
            transport: transport ?? SystemTransport()
        )
    }
}
