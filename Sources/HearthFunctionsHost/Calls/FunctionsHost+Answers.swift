internal import HearthCore
internal import HearthFunctionsWire
public import HearthHTTP
internal import HearthJSON
internal import HearthTokens

extension FunctionsHost {
    /// How large the body of a request may be, in bytes: 10 MiB.
    public static let maximumBody = CallableRequest.maximumBytes

    /// Whether a path means a function of this host.
    ///
    /// - Parameter path: The path, percent-encoded.
    /// - Returns: Whether there is a function.
    public func owns(path: Substring) -> Bool {
        function(at: path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }) != nil
    }

    /// Answers a request; what goes wrong is an answer too.
    ///
    /// Cancelling the task cancels the function's.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard let (function, rest) = function(at: request.pathSegments) else {
            let error = HTTPSError(.notFound, "There is no such function. Check its name and its region.")
            return Self.response(to: request, .any, .failure(error))
        }
        if request.method == .options, function.options.origins != .none {
            return Self.preflight(request, function.options.origins)
        }
        guard request.body.count <= Self.maximumBody else {
            return refusal(of: request, function, HTTPSError(.invalidArgument, "Bad Request"))
        }
        switch function.work {
        case .call(let body): return await answer(request, function, body)
        case .request(let body): return await answer(request, function, below: rest, body)
        }
    }

    private func answer(
        _ request: HTTPRequest,
        _ function: HostedFunction,
        _ body: @escaping @Sendable (ReceivedCall) async throws -> JSONValue
    ) async -> HTTPResponse {
        let deadline = environment.now() + function.options.timeout
        do {
            guard let data = CallableRequest.data(of: request) else {
                throw HTTPSError(.invalidArgument, "Bad Request")
            }
            let (auth, app) = try await callers(of: request, function, data)
            let call: @Sendable (EventSender?) -> ReceivedCall = { stream in
                ReceivedCall(data: data, auth: auth, app: app, request: request, deadline: deadline, stream: stream)
            }
            guard CallableRequest.wantsStream(request) else {
                let result = try await run(function, until: deadline) { try await body(call(nil)) }
                return Self.response(to: request, function.options.origins, try Self.bounded(.result(result)))
            }
            return Self.streamed(to: request, function.options.origins) { [self] writer in
                try await stream(function, until: deadline, to: writer) { try await body(call($0)) }
            }
        } catch {
            return refusal(of: request, function, httpsError(error, function))
        }
    }

    private func answer(
        _ request: HTTPRequest,
        _ function: HostedFunction,
        below rest: ArraySlice<Substring>,
        _ body: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async -> HTTPResponse {
        var inner = request
        inner.target = "/" + rest.joined(separator: "/") + request.target.dropFirst(request.path.count)
        let deadline = environment.now() + function.options.timeout
        do {
            let asked = inner
            var response = try await run(function, until: deadline) { try await body(asked) }
            Self.allowOrigin(of: request, function.options.origins, in: &response)
            return response
        } catch {
            return Self.response(to: request, function.options.origins, .failure(httpsError(error, function)))
        }
    }

    /// The user and the app of a call, if they may call.
    private func callers(
        of request: HTTPRequest,
        _ function: HostedFunction,
        _ data: JSONValue
    ) async throws(HTTPSError) -> (CallAuth?, CallApp?) {
        let unauthenticated = HTTPSError(.unauthenticated, "Unauthenticated")
        let auth: CallAuth?
        do throws(TokenRejection) {
            auth = try await trust.auth(of: request)
        } catch {
            environment.log.warning("\(function.name): identity token refused: \(error.rawValue)")
            guard error != .keysUnavailable else {
                throw HTTPSError(.unavailable, "The caller cannot be verified now.")
            }
            throw unauthenticated
        }
        var app: CallApp?
        do throws(TokenRejection) {
            app = try await trust.app(of: request, at: environment.now())
        } catch {
            environment.log.warning("\(function.name): App Check token refused: \(error.rawValue)")
        }
        if function.options.appCheck != .optional, app == nil { throw unauthenticated }
        if function.options.appCheck == .consumed, let token = request.fields["x-firebase-appcheck"], let found = app {
            app?.wasConsumed = consumed.consume(token, found.claims, at: environment.now())
        }
        if let policy = function.options.authPolicy, await !policy(auth, data) {
            throw HTTPSError(.permissionDenied, "Permission Denied")
        }
        return (auth, app)
    }

    /// What a caller learns of an error, and what the log does.
    func httpsError(_ error: any Error, _ function: HostedFunction) -> HTTPSError {
        if let error = error as? HTTPSError { return error }
        if error is CancellationError { return HTTPSError(.cancelled) }
        environment.log.error("\(function.name): \(error)")
        return HTTPSError(.internal, "INTERNAL")
    }

    /// A caller who reads a stream gets errors there, whatever they are: Firebase's clients look nowhere else.
    private func refusal(of request: HTTPRequest, _ function: HostedFunction, _ error: HTTPSError) -> HTTPResponse {
        guard CallableRequest.wantsStream(request) else {
            return Self.response(to: request, function.options.origins, .failure(error))
        }
        return Self.streamed(to: request, function.options.origins) { writer in
            try await writer.write(EventStream.frame(JSON.serialize(CallableAnswer.failure(error).json)))
        }
    }

    static func bounded(_ answer: CallableAnswer) throws(HTTPSError) -> CallableAnswer {
        guard JSON.serialize(answer.json).count <= CallableRequest.maximumBytes else {
            throw HTTPSError(.resourceExhausted, "The answer is larger than \(CallableRequest.maximumBytes) bytes.")
        }
        return answer
    }
}

// Responses and what browsers ask about them
extension FunctionsHost {
    static func response(
        to request: HTTPRequest,
        _ origins: FunctionOptions.Origins,
        _ answer: CallableAnswer
    ) -> HTTPResponse {
        var status = 200
        if case .failure(let error) = answer { status = error.code.httpStatus }
        var response = HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json; charset=utf-8"],
            body: .bytes(JSON.serialize(answer.json))
        )
        allowOrigin(of: request, origins, in: &response)
        return response
    }

    private static func streamed(
        to request: HTTPRequest,
        _ origins: FunctionOptions.Origins,
        _ produce: @escaping @Sendable (any HTTPBodyWriter) async throws -> Void
    ) -> HTTPResponse {
        var response = HTTPResponse(
            status: 200,
            fields: ["Content-Type": CallableRequest.eventStream, "Cache-Control": "no-cache"],
            body: .stream(produce)
        )
        allowOrigin(of: request, origins, in: &response)
        return response
    }

    private static func preflight(_ request: HTTPRequest, _ origins: FunctionOptions.Origins) -> HTTPResponse {
        var response = HTTPResponse(status: 204)
        response.fields["Access-Control-Allow-Methods"] = "POST"
        if let asked = request.fields["access-control-request-headers"] {
            response.fields["Access-Control-Allow-Headers"] = asked
        }
        response.fields["Access-Control-Max-Age"] = "3600"
        allowOrigin(of: request, origins, in: &response)
        return response
    }

    private static func allowOrigin(
        of request: HTTPRequest,
        _ origins: FunctionOptions.Origins,
        in response: inout HTTPResponse
    ) {
        guard let origin = request.fields["origin"], origins.allows(origin) else { return }
        response.fields["Access-Control-Allow-Origin"] = origin
        response.fields.append("Vary", "Origin")
    }
}
