internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The one way from an operation to its response.
struct Caller: Sendable {
    /// What may change while the app runs.
    struct Settings: Sendable {
        var language: String?
        var tenantID: String? { didSet { passwordPolicy = nil } }
        /// What the project or the tenant asks of passwords, once it was asked for.
        var passwordPolicy: PasswordPolicy?
    }

    private let original: AuthConfiguration
    let transport: any HTTPTransport
    let clock: AuthClock
    let random: RandomSource
    let retry: RetryPolicy
    let attestation: (any AttestationProvider)?
    let settings: Locked<Settings>

    init(
        configuration: AuthConfiguration,
        transport: any HTTPTransport,
        clock: AuthClock,
        random: RandomSource,
        retry: RetryPolicy,
        attestation: (any AttestationProvider)?
    ) {
        original = configuration
        self.transport = transport
        self.clock = clock
        self.random = random
        self.retry = retry
        self.attestation = attestation
        settings = Locked(Settings(tenantID: configuration.tenantID))
    }

    /// Which project to speak to, and where, with the tenant of now.
    var configuration: AuthConfiguration {
        var configuration = original
        configuration.tenantID = settings.withLock(\.tenantID)
        return configuration
    }

    /// Calls the service; if it wants proof that no robot calls, gets one and calls once more.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - request: What to send.
    ///   - isIdempotent: Whether doing it twice does no harm. Defaults to no.
    /// - Returns: The response, which means that the service agreed.
    /// - Throws: ``AuthError``, complete with the service's own word and status if it answered.
    func call<Called: Operation>(
        _ operation: Called.Type,
        _ request: Called.Request,
        isIdempotent: Bool = false
    ) async throws(AuthError) -> Called.Response {
        do throws(AuthError) {
            return try await callRepeatedly(operation, request, isIdempotent: isIdempotent)
        } catch {
            // Someone has changed the rules since they were read.
            if error.code == .passwordDoesNotMeetRequirements { settings.withLock { $0.passwordPolicy = nil } }
            guard error.code == .missingRecaptchaToken, let attested = try await attested(request) else { throw error }
            return try await callRepeatedly(operation, attested, isIdempotent: isIdempotent)
        }
    }

    private func callRepeatedly<Called: Operation>(
        _ operation: Called.Type,
        _ request: Called.Request,
        isIdempotent: Bool
    ) async throws(AuthError) -> Called.Response {
        let name = "\(operation)"
        let message = try await httpRequest(operation, request, name)
        let start = clock.uptime()
        var attempt = 1
        while true {
            do throws(AuthError) {
                let response = try await send(message, name)
                return try Self.read(Called.Response.self, response, name)
            } catch {
                let pause = retry.delay(
                    after: error,
                    attempt: attempt,
                    elapsed: clock.uptime() - start,
                    isIdempotent: isIdempotent,
                    random: random
                )
                guard let pause else { throw error }
                guard (try? await clock.sleep(pause)) != nil else { throw AuthError(.cancelled) }
                attempt += 1
            }
        }
    }

    private func httpRequest<Called: Operation>(
        _ operation: Called.Type,
        _ request: Called.Request,
        _ name: String
    ) async throws(AuthError) -> HTTPRequest {
        guard let route = Called.routes.first, let parameters = try? JSON.value(of: request).object else {
            throw AuthError(.invalidRequest, "\(name) cannot be written")
        }
        let base = route.service == .secureToken ? configuration.tokens : configuration.identity
        let origin = Self.origin(of: base)
        var query: FormParameters = ["key": configuration.apiKey]
        var fields: HTTPFields = ["X-Client-Version": ClientVersion.header]
        var body: [UInt8] = []
        if route.method == .get {
            for parameter in parameters.members { query.append(parameter.name, parameter.value.string ?? "") }
        } else {
            fields["Content-Type"] = "application/json"
            body = JSON.serialize(.object(parameters))
        }
        if let language = settings.withLock(\.language) { fields.append("X-Firebase-Locale", language) }
        for (name, value) in configuration.app?.fields ?? [:] { fields[name] = value }
        if let appID = configuration.appID { fields.append("X-Firebase-GMPID", appID) }
        if let token = await attestation?.appCheckToken() { fields["X-Firebase-AppCheck"] = token.reveal() }
        let target = base.dropFirst(origin.count) + route.path + "?" + query.encoded
        return HTTPRequest(route.method, origin: String(origin), target: String(target), fields: fields, body: body)
    }

    private func send(_ request: HTTPRequest, _ name: String) async throws(AuthError) -> HTTPResponse {
        do throws(TransportError) {
            return try await transport.send(request)
        } catch {
            throw AuthError(error, operation: name)
        }
    }

    private static func read<Response: Decodable>(
        _ type: Response.Type,
        _ response: HTTPResponse,
        _ name: String
    ) throws(AuthError) -> Response {
        guard (200...299).contains(response.status) else { throw AuthError(refusal: response, operation: name) }
        guard let document = try? JSON.parse(response.bytes) else {
            throw AuthError(.networkError, "the answer is not the service's", in: name, response)
        }
        if var error = AuthError(hiddenIn: document) {
            error.operation = name
            error.httpStatus = response.status
            throw error
        }
        do throws(JSONError) {
            return try JSON.decode(type, from: document, coercion: .scalars)
        } catch {
            throw AuthError(.internalError, "the answer has another shape: \(error.reason)", in: name, response)
        }
    }

    /// Scheme, host and port of an address that may have a path.
    private static func origin(of address: String) -> Substring {
        guard let mark = address.firstRange(of: "://") else { return address[...] }
        return address.prefix(upTo: address[mark.upperBound...].firstIndex(of: "/") ?? address.endIndex)
    }
}

extension AuthError {
    fileprivate init(_ code: Code, _ reason: String, in operation: String, _ response: HTTPResponse) {
        self.init(code, reason)
        self.operation = operation
        httpStatus = response.status
    }
}
