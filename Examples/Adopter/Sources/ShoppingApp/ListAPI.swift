import HearthAuth
import HearthHTTP
import HearthJSON

/// The shopping list on the app's own server.
public struct ListAPI: Sendable {
    /// The server did not do what it was asked to.
    public struct Failure: Error {
        /// The status of its answer.
        public let status: Int
    }

    private let origin: String
    private let transport: AuthenticatedTransport

    /// Speaks to a server in the name of the user who is signed in.
    ///
    /// - Parameters:
    ///   - host: The server's host, with its port if it is not the scheme's own.
    ///   - isSecure: Whether it is spoken to over TLS. Defaults to yes; no is for this machine alone.
    ///   - auth: Who is signed in.
    ///   - transport: What carries the requests. Defaults to the platform's own HTTP library.
    public init(host: String, isSecure: Bool = true, auth: Auth, transport: (any HTTPTransport)? = nil) {
        origin = (isSecure ? "https://" : "http://") + host
        self.transport = auth.authenticated(transport, for: [host])
    }

    /// What is still to be bought.
    ///
    /// - Returns: The items, oldest first.
    /// - Throws: `TransportError`, ``Failure`` or `JSONError`.
    public func items() async throws -> [String] {
        let response = try await send(HTTPRequest(.get, origin: origin, target: "/items"))
        return try JSON.decode([String].self, from: response.bytes)
    }

    /// Puts an item on the list.
    ///
    /// - Parameter item: The item.
    /// - Throws: `TransportError` or ``Failure``.
    public func add(_ item: String) async throws {
        let body = JSON.serialize(["item": .string(item)])
        _ = try await send(HTTPRequest(.post, origin: origin, target: "/items", body: body))
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await transport.send(request)
        guard (200...299).contains(response.status) else { throw Failure(status: response.status) }
        return response
    }
}
