internal import HearthCore
public import HearthFunctionsHost
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens

extension TestFunctions {
    /// Adds the function that the backend asks before it stores a new account, and registers it.
    ///
    /// The question travels as in production: signed, over the backend's transport to the host, which verifies it.
    ///
    /// - Parameters:
    ///   - backend: The backend of these functions.
    ///   - body: Decides: an `HTTPSError` refuses the account.
    /// - Throws: `FunctionRegistrationError` if there is one already, ``BlockingNotRegistered`` if the backend refuses it.
    public func beforeUserCreated(
        in backend: TestBackend,
        _ body: @escaping @Sendable (AuthBlockingEvent) async throws -> UserChanges?
    ) async throws {
        try host.beforeUserCreated(trust: trust(backend), body)
        try await register("beforeCreate", in: backend)
    }

    /// Adds the function that the backend asks before it signs a user in, and registers it.
    ///
    /// - Parameters:
    ///   - backend: The backend of these functions.
    ///   - body: Decides: an `HTTPSError` refuses the sign-in.
    /// - Throws: `FunctionRegistrationError` if there is one already, ``BlockingNotRegistered`` if the backend refuses it.
    public func beforeUserSignedIn(
        in backend: TestBackend,
        _ body: @escaping @Sendable (AuthBlockingEvent) async throws -> UserChanges?
    ) async throws {
        try host.beforeUserSignedIn(trust: trust(backend), body)
        try await register("beforeSignIn", in: backend)
    }

    /// Adds the function that the backend asks before it sends a mail, and registers it.
    ///
    /// - Parameters:
    ///   - backend: The backend of these functions.
    ///   - body: Decides: an `HTTPSError` or `.block` refuses the mail.
    /// - Throws: `FunctionRegistrationError` if there is one already, ``BlockingNotRegistered`` if the backend refuses it.
    public func beforeEmailSent(
        in backend: TestBackend,
        _ body: @escaping @Sendable (AuthMessageEvent) async throws -> AuthMessageEvent.Decision?
    ) async throws {
        try host.beforeEmailSent(trust: trust(backend), body)
        try await register("beforeSendEmail", in: backend)
    }

    /// Adds the function that the backend asks before it sends a text message, and registers it.
    ///
    /// - Parameters:
    ///   - backend: The backend of these functions.
    ///   - body: Decides: an `HTTPSError` or `.block` refuses the message.
    /// - Throws: `FunctionRegistrationError` if there is one already, ``BlockingNotRegistered`` if the backend refuses it.
    public func beforeSMSSent(
        in backend: TestBackend,
        _ body: @escaping @Sendable (AuthMessageEvent) async throws -> AuthMessageEvent.Decision?
    ) async throws {
        try host.beforeSMSSent(trust: trust(backend), body)
        try await register("beforeSendSms", in: backend)
    }

    private var origin: String { FunctionsOutbound.origin(of: host) }

    private func trust(_ backend: TestBackend) throws -> BlockingTrust {
        let clock = backend.clock
        let keys = try KeySet(
            url: "http://127.0.0.1:9099" + TokenKind.idToken.localKeysPath,
            transport: backend.transport,
            now: { clock.now }
        )
        return .emulator(
            project: backend.project,
            else: .signed(project: backend.project, keys: keys, origin: origin)
        )
    }

    private func register(_ moment: String, in backend: TestBackend) async throws {
        let path = "/identitytoolkit.googleapis.com/v2/projects/\(backend.project)/config"
        let fields: HTTPFields = ["Authorization": "Bearer owner", "Content-Type": "application/json"]
        let config = try await backend.transport.send(HTTPRequest(.get, target: path, fields: fields))
        var blocking = (try? JSON.parse(config.bytes))?["blockingFunctions"]?.object ?? [:]
        var triggers = blocking["triggers"]?.object ?? [:]
        triggers[moment] = ["functionUri": .string("\(origin)/\(moment)")]
        blocking["triggers"] = .object(triggers)
        let answer = try await backend.transport.send(
            HTTPRequest(
                .patch,
                target: path + "?updateMask=blockingFunctions",
                fields: fields,
                body: JSON.serialize(["blockingFunctions": .object(blocking)])
            )
        )
        guard answer.status == 200 else { throw BlockingNotRegistered(status: answer.status) }
    }
}

/// A backend does not take a blocking function.
public struct BlockingNotRegistered: Error, Sendable, Hashable {
    /// What it answered.
    public let status: Int
}

/// Carries requests for the functions of a test to their host, and no others.
struct FunctionsOutbound: HTTPTransport {
    let host: @Sendable () -> FunctionsHost?

    /// Where the functions would be in production.
    static func origin(of host: FunctionsHost) -> String {
        "https://\(host.region)-\(host.project).cloudfunctions.net"
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let host = host(), request.origin == Self.origin(of: host) else {
            throw TransportError(.unreachable, "the test has no transport to \(request.origin ?? "nowhere")")
        }
        return try await InProcessTransport { await host.handle($0) }.send(request)
    }
}
