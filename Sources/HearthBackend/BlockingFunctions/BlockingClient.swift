internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Calls a function: over HTTP, with a signed token, and not for longer than its deadline.
struct BlockingClient: Sendable {
    /// `nil` where this server speaks to no one.
    let transport: (any HTTPTransport)?
    let issuer: TokenIssuer
    let random: RandomSource
    let sleep: @Sendable (Duration) async throws -> Void
    let deadline: Duration
    /// Whether refusals have production's words.
    let isStrict: Bool
    let log: Log

    private static let tokenLifetime: Int64 = 600
    private static let longestWords = 4096

    /// Asks a function.
    ///
    /// - Throws: `APIError` `BLOCKING_FUNCTION_ERROR_RESPONSE`, also if there is no answer.
    func ask(_ question: BlockingQuestion, in call: Call) async throws(APIError) -> BlockingAnswer {
        let url = question.trigger.url
        var claims = question.claims
        claims["iat"] = .integer(call.now.seconds)
        claims["exp"] = .integer(call.now.seconds + Self.tokenLifetime)
        claims["event_id"] = .string(Base64.encode(random.bytes(12)))
        let token = try await issuer.sign(claims)
        guard let transport, let address = HTTPAddress(url) else { throw failure(.unreachable, url) }
        let request = HTTPRequest(
            .post,
            origin: address.origin,
            target: address.target,
            fields: ["Content-Type": "application/json"],
            body: JSON.serialize(["data": ["jwt": .string(token.reveal())]])
        )
        let response = try await send(request, over: transport, url)
        guard (200...299).contains(response.status) else { throw refusal(response, url) }
        return try BlockingAnswer(response.bytes, to: question.event, isStrict: isStrict)
    }

    private func send(
        _ request: HTTPRequest,
        over transport: any HTTPTransport,
        _ url: String
    ) async throws(APIError) -> HTTPResponse {
        let outcome = await withTaskGroup(of: Result<HTTPResponse, TransportError>?.self) { group in
            group.addTask {
                do throws(TransportError) {
                    return .success(try await transport.send(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [sleep, deadline] in
                // Who is cancelled has lost the race, and says nothing.
                (try? await sleep(deadline)).map { .failure(TransportError(.timedOut)) }
            }
            var first: Result<HTTPResponse, TransportError>?
            while first == nil, let next = await group.next() { first = next }
            group.cancelAll()
            return first ?? .failure(TransportError(.cancelled))
        }
        do throws(TransportError) {
            return try outcome.get()
        } catch {
            log.error("a blocking function does not answer: \(error.kind.rawValue) \(error.reason)")
            throw failure(error.kind, url)
        }
    }

    private func failure(_ kind: TransportError.Kind, _ url: String) -> APIError {
        // An address may show what a project's users have no business with.
        let place = isStrict ? "" : " to \(url)"
        return kind == .timedOut
            ? .blockingFailure("((Deadline exceeded making request\(place).))", reason: "deadlineExceeded")
            : .blockingFailure("((Failed to make request\(place).))", reason: "backendError")
    }

    private func refusal(_ response: HTTPResponse, _ url: String) -> APIError {
        let body = String(decoding: response.bytes.prefix(Self.longestWords), as: UTF8.self)
        return APIError(
            .blockingFunctionErrorResponse,
            isStrict
                ? "HTTP Cloud Function returned an error: \(body)"
                : "((HTTP request to \(url) returned HTTP error \(response.status): \(body)))"
        )
    }
}
