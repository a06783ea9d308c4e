internal import HearthCore
internal import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON

/// The one path of all calls: request, tokens, answer.
struct FunctionCaller: Sendable {
    let transport: any HTTPTransport
    let credentials: (any CallCredentials)?
    var now: @Sendable () -> UnixTime = { .systemNow() }

    /// Calls a function for its result alone.
    func call(_ function: HTTPSCallable, _ data: JSONValue) async throws(FunctionsError) -> JSONValue {
        let response = try await answered(function, data, "application/json") { request throws(TransportError) in
            try await transport.send(request)
        }
        return try Self.result(of: response)
    }

    /// Calls a function for its messages; returns when the head of the answer is there.
    ///
    /// - Throws: ``FunctionsError``, also for every answer that is no stream.
    func open(_ function: HTTPSCallable, _ data: JSONValue) async throws(FunctionsError) -> HTTPExchange {
        var request = try await request(function, data, CallableRequest.eventStream, forcingRefresh: false)
        var response: HTTPResponse
        switch try await opened(request, function) {
        case .stream(let exchange): return exchange
        case .other(let answer): response = answer
        }
        if hasAged(request, response) {
            request = try await self.request(function, data, CallableRequest.eventStream, forcingRefresh: true)
            switch try await opened(request, function) {
            case .stream(let exchange): return exchange
            case .other(let answer): response = answer
            }
        }
        _ = try Self.result(of: response)
        throw FunctionsError(.internal, "The answer is not an event stream.")
    }

    private enum Opened {
        case stream(HTTPExchange)
        /// What stands before the function answers with an error of its own.
        case other(HTTPResponse)
    }

    private func opened(_ request: HTTPRequest, _ function: HTTPSCallable) async throws(FunctionsError) -> Opened {
        var request = request
        request.silence = function.timeout
        let exchange = try await sent(request) { request throws(TransportError) in try await transport.open(request) }
        let type = exchange.fields["content-type"]?.lowercased() ?? CallableRequest.eventStream
        if exchange.status == 200, type.hasPrefix(CallableRequest.eventStream) { return .stream(exchange) }
        do throws(TransportError) {
            return .other(try await exchange.collected(limit: CallableRequest.maximumBytes))
        } catch {
            throw FunctionsError(error)
        }
    }

    /// Sends a call; a token that the server no longer believes is replaced once.
    private func answered(
        _ function: HTTPSCallable,
        _ data: JSONValue,
        _ accept: String,
        _ send: (HTTPRequest) async throws(TransportError) -> HTTPResponse
    ) async throws(FunctionsError) -> HTTPResponse {
        let request = try await request(function, data, accept, forcingRefresh: false)
        let response = try await sent(request, send)
        guard hasAged(request, response) else { return response }
        return try await sent(try await self.request(function, data, accept, forcingRefresh: true), send)
    }

    /// Whether the server no longer believes a token that is not fresh.
    private func hasAged(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        guard response.status == 401, let token = request.fields["Authorization"]?.dropFirst("Bearer ".count),
            IDTokenAge.isPastHalfLife(String(token), now()),
            case .failure(let error) = CallableAnswer.parse(response.bytes, httpStatus: 401)
        else { return false }
        return error.code == .unauthenticated
    }

    /// Sends a request, and once more if no host was reached: then nothing had left.
    private func sent<Answer>(
        _ request: HTTPRequest,
        _ send: (HTTPRequest) async throws(TransportError) -> Answer
    ) async throws(FunctionsError) -> Answer {
        do throws(TransportError) {
            do throws(TransportError) {
                return try await send(request)
            } catch {
                guard error.kind == .unreachable else { throw error }
                return try await send(request)
            }
        } catch {
            throw FunctionsError(error)
        }
    }

    private func request(
        _ function: HTTPSCallable,
        _ data: JSONValue,
        _ accept: String,
        forcingRefresh: Bool
    ) async throws(FunctionsError) -> HTTPRequest {
        guard data.isFinite else { throw FunctionsError(.invalidArgument, "A number is not finite.") }
        var request = HTTPRequest(
            .post,
            origin: function.address.origin,
            target: function.address.target,
            fields: ["Content-Type": "application/json", "Accept": accept],
            body: CallableRequest.body(data)
        )
        guard request.body.count <= CallableRequest.maximumBytes else {
            throw FunctionsError(.invalidArgument, "The input is larger than \(CallableRequest.maximumBytes) bytes.")
        }
        request.timeout = function.timeout
        // Tokens do not travel in the clear, except within this machine.
        guard let credentials, SecureOrigin(function.address.origin) != nil else { return request }
        do {
            if let token = try await credentials.token(forcingRefresh: forcingRefresh) {
                request.fields["Authorization"] = "Bearer " + token.reveal()
            }
        } catch {
            guard !Task.isCancelled else { throw FunctionsError(.cancelled, transport: .cancelled) }
            throw FunctionsError(.unauthenticated, "The user's token could not be had: \(error)")
        }
        let limitedUse = function.options.requireLimitedUseAppCheckTokens
        request.fields["X-Firebase-AppCheck"] = await credentials.appCheckToken(limitedUse: limitedUse)?.reveal()
        return request
    }

    private static func result(of response: HTTPResponse) throws(FunctionsError) -> JSONValue {
        let answer = CallableAnswer.parse(response.bytes, httpStatus: response.status)
        if case .failure(let error) = answer { throw FunctionsError(error) }
        let code = FunctionsErrorCode(httpStatus: response.status)
        guard code == .ok else {
            throw FunctionsError(code, "The server answered with HTTP status \(response.status).")
        }
        guard case .result(let result) = answer else {
            throw FunctionsError(.internal, "The answer is not that of a callable function.")
        }
        return result
    }
}

/// How old an identity token is, by its own words.
enum IDTokenAge {
    /// Whether more than half of the token's lifetime has passed.
    static func isPastHalfLife(_ token: String, _ now: UnixTime) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decode(Array(parts[1].utf8)),
            let claims = try? JSON.parse(payload), let issued = claims["iat"]?.integer,
            let expires = claims["exp"]?.integer, issued < expires
        else { return false }
        let (start, end) = (UnixTime(seconds: issued), UnixTime(seconds: expires))
        return now - start > (end - start) / 2
    }
}

extension JSONValue {
    /// Whether JSON can hold the numbers.
    fileprivate var isFinite: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .array(let values): values.allSatisfy(\.isFinite)
        case .object(let object): object.members.allSatisfy(\.value.isFinite)
        default: true
        }
    }
}
