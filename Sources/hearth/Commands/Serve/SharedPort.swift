internal import HearthBackend
internal import HearthConsole
internal import HearthHTTP
internal import HearthServer

/// A service that answers beside the identity service, on the same port.
protocol MountedService: Sendable {
    /// Whether a path is this service's.
    func owns(path: Substring) -> Bool

    /// Decides by the head of a request that is this service's.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission

    /// Answers a request that is this service's.
    func answer(_ request: HTTPRequest) async -> HTTPResponse
}

/// What answers on a port: the first service that knows a path, the identity service for all other paths, and before
/// them the console, if there is one.
struct SharedPort: Sendable {
    let identity: Backend
    let services: [any MountedService]
    let console: Console?

    /// Puts services together; the console gets to see what they answer.
    init(identity: Backend, services: [any MountedService], console: Console?) {
        self.identity = identity
        self.services = services
        self.console = console
        console?.attach(identity) { [self] request in await served(request) }
    }

    /// Makes a server that answers with these services.
    ///
    /// - Parameters:
    ///   - configuration: Where it listens, and its limits.
    ///   - protocols: What clients may speak beside HTTP/1.1. Defaults to nothing.
    /// - Returns: The server, which does not listen yet.
    func server(_ configuration: ServerConfiguration, protocols: [WireProtocol] = []) -> HTTPServer {
        HTTPServer(
            configuration: configuration,
            protocols: protocols,
            admission: { head in admission(of: head) },
            handler: { request in await answer(request) }
        )
    }

    /// Decides by a request's head.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        if let admission = console?.admission(of: head) { return admission }
        let admission = decision(about: head)
        guard let console else { return admission }
        switch admission {
        case .refuse(let response): console.note(head, refusedWith: response)
        case .answer(let maximum, let answer):
            return .answer(maximumBody: maximum) { request in await console.answer(request, else: answer) }
        case .accept, .stream: break
        }
        return admission
    }

    /// Answers a request.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard let console else { return await served(request) }
        return await console.answer(request) { await served($0) }
    }

    private func decision(about head: HTTPRequestHead) -> HTTPAdmission {
        guard let owner = owner(of: head.path) else { return identity.answering(head) }
        let admission = owner.admission(of: head)
        guard case .accept(let maximum) = admission else { return admission }
        return .answer(maximumBody: maximum) { request in await owner.answer(request) }
    }

    private func served(_ request: HTTPRequest) async -> HTTPResponse {
        guard let owner = owner(of: request.path) else { return await identity.handle(request) }
        return await owner.answer(request)
    }

    /// The service whose path it is; `nil` for the identity service.
    private func owner(of path: Substring) -> (any MountedService)? {
        // Most requests are the identity service's: the others are not asked about a path that is known to be its own.
        Backend.owns(path: path) ? nil : services.first { $0.owns(path: path) }
    }
}
