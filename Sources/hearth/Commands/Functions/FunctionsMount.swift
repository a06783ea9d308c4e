internal import HearthBackend
internal import HearthHTTP
internal import HearthTransport

/// The functions beside a server, on its port: calls at `/PROJECT/REGION/NAME`, and the events that were given up.
///
/// Calls are handed on to the program that has the functions. A program that is none of Hearth's is reached at its own
/// port alone: it does not say which functions it has.
struct FunctionsMount: MountedService {
    let functions: FunctionsLink
    let identity: Backend
    private let transport = SystemTransport()

    /// The largest body of a call, in bytes: a function takes no larger one.
    private static let maximumBody = 10 << 20
    /// What concerns one connection, and not the message that is handed on.
    private static let connectionFields = [
        "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade", "expect",
    ]

    init(functions: FunctionsLink, identity: Backend) {
        self.functions = functions
        self.identity = identity
    }

    /// Whether a path is that of a function that clients call, or about events.
    func owns(path: Substring) -> Bool {
        FailedEventsRoute.owns(path: path) || functions.origin(of: path) != nil
    }

    /// Decides by the head of a call, or of a request about events.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        guard FailedEventsRoute.owns(path: head.path) else { return .accept(maximumBody: Self.maximumBody) }
        return identity.refusalOfRemote(head).map { .refuse($0) } ?? .accept(maximumBody: 64 << 10)
    }

    /// Answers a call, or a request about events.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if FailedEventsRoute.owns(path: request.path) {
            return await FailedEventsRoute.answer(request, from: [functions.accounts, functions.documents])
        }
        // The program may have gone since the call's head was here.
        guard let origin = functions.origin(of: request.path) else { return Self.refusal(TransportError(.unreachable)) }
        return await forward(request, to: origin)
    }

    /// Hands a call on, and its answer back as it comes; a caller that leaves ends the call.
    private func forward(_ request: HTTPRequest, to origin: String) async -> HTTPResponse {
        let call = Self.call(request, to: origin)
        let exchange: HTTPExchange
        do throws(TransportError) {
            exchange = try await transport.open(call)
        } catch {
            return Self.refusal(error)
        }
        return HTTPResponse(
            status: exchange.status,
            fields: Self.withoutConnection(exchange.fields),
            body: .stream { writer in
                for try await piece in exchange.body { try await writer.write(piece) }
            }
        )
    }

    /// A request as the functions get it.
    static func call(_ request: HTTPRequest, to origin: String) -> HTTPRequest {
        var call = request
        call.origin = origin
        call.fields = withoutConnection(request.fields)
        call.timeout = longestCall
        // The functions believe unsigned tokens of this machine: they have to know of a caller from elsewhere.
        if let peer = request.peer, IPAddress(peer)?.isLoopback != true { call.fields["X-Forwarded-For"] = peer }
        return call
    }

    /// The longest that a function may take; production's limit for functions of the second generation.
    private static let longestCall = Duration.seconds(3_600)

    private static func withoutConnection(_ fields: HTTPFields) -> HTTPFields {
        var kept = fields
        for name in connectionFields { kept[name] = nil }
        return kept
    }

    /// What a caller gets while the program does not answer, in the form of callable functions.
    private static func refusal(_ error: TransportError) -> HTTPResponse {
        let (status, code) = error.kind == .timedOut ? (504, "DEADLINE_EXCEEDED") : (503, "UNAVAILABLE")
        return FailedEventsRoute.refusal(status, code, "The functions do not answer: \(error.kind.rawValue).")
    }
}
