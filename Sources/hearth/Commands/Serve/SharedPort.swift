internal import HearthBackend
internal import HearthConsole
internal import HearthHTTP

/// A service that answers beside the identity service, on the same port.
protocol MountedService: Sendable {
    /// Decides by a request's head; `nil` if the request is not this service's.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission?

    /// Answers a request; `nil` if it is not this service's.
    func answer(_ request: HTTPRequest) async -> HTTPResponse?
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

    /// Decides by a request's head.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        if let admission = console?.admission(of: head) { return admission }
        let admission = services.lazy.compactMap { $0.admission(of: head) }.first ?? identity.admission(of: head)
        if case .refuse(let response) = admission { console?.note(head, refusedWith: response) }
        return admission
    }

    /// Answers a request.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard let console else { return await served(request) }
        return await console.answer(request) { await served($0) }
    }

    private func served(_ request: HTTPRequest) async -> HTTPResponse {
        for service in services {
            if let answer = await service.answer(request) { return answer }
        }
        return await identity.handle(request)
    }
}
