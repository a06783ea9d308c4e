internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// Serves the two streams to web pages: version 8 of the web channel, in which requests of HTTP that come and go stand
/// for one connection.
struct WebChannelFront: Sendable {
    let service: FirestoreService
    let callers: CallerResolver
    let style: JSONStyle
    let sleep: @Sendable (Duration) async throws -> Void
    let now: @Sendable () -> UnixTime
    /// Whether the sender of a request may be an emulator's administrator.
    let isLocal: @Sendable (HTTPRequestHead) -> Bool
    let sessions = WebChannelSessions()

    /// What a session is told about the server: its version, and how many milliseconds of silence are no failure.
    private static let serverVersion = 12
    private static let keepAlive = 30_000
    private static let maximumBody = 16 << 20

    /// Answers a request to a channel.
    ///
    /// - Returns: `nil` if the request is about something else.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        guard let channel = ChannelRequest(request) else { return nil }
        guard request.method == .get || request.method == .post else { return RESTAnswer.notFound }
        guard channel.isKnownVersion else { return Self.refusal("Unknown version") }
        guard request.body.count <= Self.maximumBody else { return HTTPResponse(status: 413) }
        guard let id = channel.session else {
            return request.method == .post ? await open(channel) : Self.refusal("Missing SID")
        }
        // A terminated one is kept until its task has ended.
        guard let session = sessions[id], !session.isOver else { return Self.refusal("Unknown SID") }
        if channel.isTermination {
            session.terminate()
            return Self.answer([])
        }
        if let wish = channel.backChannel {
            let back = BackChannel(session: session, wish: wish, sleep: sleep)
            return Self.answer(.stream { writer in try await back.write(to: writer) })
        }
        guard request.method == .post else { return Self.refusal("Unknown request") }
        return forward(channel, session)
    }

    // MARK: The forward channel

    private func forward(_ channel: ChannelRequest, _ session: WebChannelSession) -> HTTPResponse {
        guard let form = channel.form() else { return Self.refusal("Malformed form") }
        if let acknowledged = channel.acknowledged { session.acknowledge(acknowledged) }
        // As it was before the maps do anything.
        let status = session.status()
        if !session.receive(form.maps) {
            session.finish(Self.element(FirestoreError(.resourceExhausted, "Too many requests wait in the channel.")))
        }
        let text = "[\(status.hasBackChannel ? 1 : 0),\(status.lastSent),\(status.outstanding)]"
        return Self.answer(WebChannelFrames.frame(Array(text.utf8)))
    }

    // MARK: The handshake

    private func open(_ channel: ChannelRequest) async -> HTTPResponse {
        guard let form = channel.form(), isReadable(form, channel.stream) else { return Self.refusal("Malformed form") }
        let head = channel.head(form)
        // Bad credentials are an error of the stream: the handshake succeeds.
        let caller = await caller(of: head)
        guard let session = sessions.make() else {
            return HTTPResponse(status: 503, fields: ["Retry-After": "10"])
        }
        _ = session.receive(form.maps)
        let field = head.fields["Authorization"]
        session.start { await run(session, channel.stream, caller, field) }
        let text = "[[0,[\"c\",\"\(session.id)\",\"\",8,\(Self.serverVersion),\(Self.keepAlive)]]]"
        var response = Self.answer(WebChannelFrames.frame(Array(text.utf8)))
        if channel.wantsSessionHeader {
            response.fields["X-HTTP-Session-Id"] = RandomSource.system.alphanumeric(22)
        }
        return response
    }

    private func isReadable(_ form: ChannelRequest.Form, _ stream: ChannelRequest.Stream) -> Bool {
        form.maps.allSatisfy { _, json in
            switch stream {
            case .listen: (try? ListenRequest(json: json)) != nil
            case .write: (try? WriteRequest(json: json)) != nil
            }
        }
    }

    private func caller(of head: HTTPRequestHead) async -> Result<FirestoreCaller, FirestoreError> {
        do throws(FirestoreError) {
            let caller = try await callers.caller(head.fields["Authorization"])
            if caller.isAdministrator, !isLocal(head) { throw .denied }
            return .success(caller)
        } catch {
            return .failure(error)
        }
    }

    /// Serves a session's stream, and keeps the session until its client has taken the end or is gone.
    private func run(
        _ session: WebChannelSession,
        _ stream: ChannelRequest.Stream,
        _ caller: Result<FirestoreCaller, FirestoreError>,
        _ field: String?
    ) async {
        await withTaskGroup { group in
            group.addTask {
                do {
                    let caller = try caller.get()
                    try await callers.holding(field, caller, now: now, sleep: sleep) {
                        switch stream {
                        case .listen: try await listen(session, caller)
                        case .write: try await write(session, caller)
                        }
                    }
                    session.finish(Array("[\"close\"]".utf8))
                } catch {
                    session.finish(Self.element(error as? FirestoreError ?? FirestoreError(.cancelled, "Cancelled.")))
                }
            }
            group.addTask {
                while (try? await sleep(WebChannelSession.watchInterval)) != nil, session.watch() {}
                session.terminate()
            }
            // The stream's end is not the session's: the watch goes on until the client is done, or gone.
            await group.waitForAll()
        }
        sessions.remove(session)
    }

    private func listen(_ session: WebChannelSession, _ caller: FirestoreCaller) async throws(FirestoreError) {
        let requests = requests(session, of: ListenRequest.self)
        try await service.listen(requests, caller) { try await session.send(element($0)) }
    }

    private func write(_ session: WebChannelSession, _ caller: FirestoreCaller) async throws(FirestoreError) {
        let requests = requests(session, of: WriteRequest.self)
        try await service.write(requests, caller) { try await session.send(element($0)) }
    }

    private func requests<Request: Message>(
        _ session: WebChannelSession,
        of type: Request.Type
    ) -> AsyncThrowingStream<Request, any Error> {
        AsyncThrowingStream {
            guard let map = await session.nextMap() else { return nil }
            return try Request(json: map)
        }
    }

    // MARK: Answers

    private func element(_ message: some Message) -> [UInt8] {
        [UInt8(ascii: "[")] + message.json(style) + [UInt8(ascii: "]")]
    }

    private static func element(_ error: FirestoreError) -> [UInt8] {
        [UInt8(ascii: "[")] + error.json + [UInt8(ascii: "]")]
    }

    private static func answer(_ body: [UInt8]) -> HTTPResponse { answer(.bytes(body)) }

    private static func answer(_ body: HTTPBody) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            fields: [
                "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store",
                "X-Content-Type-Options": "nosniff", "X-Accel-Buffering": "no",
            ],
            body: body
        )
    }

    /// Clients look for the words about the SID behind the first character.
    private static func refusal(_ words: String) -> HTTPResponse {
        RESTAnswer.text("Error: \(words)\n", status: 400)
    }
}
