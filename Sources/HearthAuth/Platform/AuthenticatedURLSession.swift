#if canImport(Darwin)
public import Foundation
internal import HearthCore
internal import HearthHTTP

/// A `URLSession` that shows servers of yours who is signed in.
///
/// ```swift
/// let api = auth.authenticated(URLSession.shared, for: ["api.shop.example"])
/// let (data, response) = try await api.data(for: URLRequest(url: notes))
/// ```
///
/// Only the hosts that were named get a token, and only over TLS, but for this machine. A server that answers 401
/// is asked once more with a refreshed token. A redirect of a request with a token is not followed: it is the answer.
public struct AuthenticatedURLSession: Sendable {
    let authenticator: RequestAuthenticator
    let session: URLSession

    /// Sends a request.
    ///
    /// - Parameter request: The request. One for a host that was not named is passed on as it is. One whose body is a
    ///   stream is not sent a second time.
    /// - Returns: The body and the response, whatever its status.
    /// - Throws: `TransportError` of kind `TransportError.Kind.noToken` if no user is signed in, and what
    ///   the session throws.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        let address = request.url?.absoluteString ?? ""
        guard let credential = try await authenticator.credential(for: method, address) else {
            return try await session.data(for: request, delegate: nil)
        }
        let answer = try await send(request, with: credential)
        guard (answer.1 as? HTTPURLResponse)?.statusCode == 401, request.httpBodyStream == nil,
            let other = try await authenticator.credential(for: method, address, after: credential)
        else { return answer }
        return try await send(request, with: other)
    }

    private func send(_ request: URLRequest, with credential: RequestCredential) async throws -> (Data, URLResponse) {
        var request = request
        for field in credential.fields.all { request.setValue(field.value, forHTTPHeaderField: field.name) }
        return try await session.data(for: request, delegate: RedirectRefusal())
    }
}

/// Lets no redirect carry a token elsewhere.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension Auth {
    /// A `URLSession` that shows servers of yours who is signed in.
    ///
    /// - Parameters:
    ///   - session: What carries the requests.
    ///   - hosts: The hosts that get a token, each with its port unless it is the scheme's own.
    ///   - scheme: The field that carries the token. Defaults to `Authorization: Bearer`.
    ///   - signer: The device's key, with which each request is signed for its server to see. Defaults to none.
    /// - Returns: The session.
    public func authenticated(
        _ session: URLSession,
        for hosts: Set<String>,
        scheme: AuthenticatedTransport.Scheme = .bearer,
        signedBy signer: (any RequestSigner)? = nil
    ) -> AuthenticatedURLSession {
        AuthenticatedURLSession(
            authenticator: authenticator(for: hosts, scheme: scheme, signedBy: signer),
            session: session
        )
    }
}
#endif
