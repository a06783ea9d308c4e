internal import HearthHTTP
internal import HearthServer

extension Driver {
    /// Has a new request answered by the handler that its head asks for.
    func begin(
        _ number: Int32,
        _ block: HeaderBlock,
        endsStream: Bool,
        peer: String,
        on loop: isolated EventLoop
    ) {
        let head: HTTPRequestHead
        do throws(RequestRefusal) {
            head = try block.head(hasBody: !endsStream, peer: peer, service.limits)
        } catch {
            if block.isTooLarge { note(.largeHead, on: loop) }
            answer(number, error.response, on: loop)
            return
        }
        guard running < 2 * max(1, front.limits.streams), front.enter() else {
            session?.reset(number, .refusedStream)
            return
        }
        running += 1
        let handler = front.route(head)
        let stream: Stream
        if let handler {
            stream = open(number, head, maximum: .max)
            start(stream, on: loop) { try await handler($0, $1) }
        } else {
            guard let admitted = admit(number, head, endsStream: endsStream, on: loop) else {
                running -= 1
                front.leave()
                return
            }
            stream = admitted
        }
        if endsStream {
            endBody(number, on: loop)
        } else {
            stream.noteProgress(service.limits, now: loop.now)
        }
    }

    /// Keeps a part of a body.
    func takeData(_ number: Int32, _ bytes: [UInt8], on loop: isolated EventLoop) {
        guard let stream = streams[number], !stream.isBodyComplete else {
            session?.consume(number, bytes.count)
            return
        }
        do throws(RequestRefusal) {
            try stream.body.append(bytes.span)
        } catch {
            session?.consume(number, bytes.count)
            refuse(stream, error, on: loop)
            return
        }
        if stream.isWhole { session?.consume(number, bytes.count) }
        stream.noteProgress(service.limits, now: loop.now)
        stream.resumeReaders()
    }

    /// Notes that a body is complete.
    func endBody(_ number: Int32, on loop: isolated EventLoop) {
        guard let stream = streams[number], !stream.isBodyComplete else { return }
        stream.isBodyComplete = true
        stream.bodyDeadline = .max
        if let handler = stream.handler, stream.answer == .none { dispatch(stream, to: handler, on: loop) }
        stream.resumeReaders()
    }

    /// Answers a request whose body cannot be taken, or ends an answer that was begun.
    func refuse(_ stream: Stream, _ refusal: RequestRefusal, on loop: isolated EventLoop) {
        let hasBegun = stream.answer != .none
        let number = stream.id.number
        streams[number] = nil
        release(stream)
        stream.abandon()
        if hasBegun {
            session?.reset(number, refusal == .memoryExhausted ? .enhanceYourCalm : .cancel)
        } else {
            answer(number, refusal.response, on: loop)
        }
    }

    /// A handler has returned.
    func leave() {
        running -= 1
        front.leave()
    }

    /// Has it decided what becomes of a request that goes the way of every other.
    ///
    /// - Returns: The stream, unless it has its answer.
    private func admit(
        _ number: Int32,
        _ head: HTTPRequestHead,
        endsStream: Bool,
        on loop: isolated EventLoop
    ) -> Stream? {
        let accepted: Stream?
        switch service.admit(head) {
        case .accept(let maximum): accepted = accept(number, head, maximum, for: service.handler, on: loop)
        case .answer(let maximum, let handler): accepted = accept(number, head, maximum, for: handler, on: loop)
        case .stream(let maximum, let handler):
            guard (head.contentLength ?? 0) <= maximum else {
                answer(number, RequestRefusal.bodyTooLarge.response, on: loop)
                return nil
            }
            let stream = open(number, head, maximum: max(0, maximum))
            start(stream, on: loop) { request, writer in
                await writer.send(await handler(request.head, request.body), to: request.head.method)
            }
            accepted = stream
        case .refuse(let response):
            let isBytes = if case .bytes = response.body { true } else { false }
            answer(number, isBytes ? response : RequestRefusal.failed.response, to: head.method, on: loop)
            accepted = nil
        }
        guard let stream = accepted else { return nil }
        if !endsStream, head.fields["Expect"]?.lowercased() == "100-continue" { session?.sendContinue(number) }
        return stream
    }

    /// Lets the body come that a handler gets as a whole.
    private func accept(
        _ number: Int32,
        _ head: HTTPRequestHead,
        _ maximum: Int?,
        for handler: @escaping HTTPHandler,
        on loop: isolated EventLoop
    ) -> Stream? {
        let maximum = max(0, maximum ?? service.limits.bodyBytes)
        let length = head.contentLength ?? 0
        guard length <= maximum else {
            answer(number, RequestRefusal.bodyTooLarge.response, on: loop)
            return nil
        }
        guard length == 0 || service.requestMemory.hasRoom(for: length, of: length) else {
            answer(number, RequestRefusal.memoryExhausted.response, on: loop)
            return nil
        }
        return open(number, head, maximum: maximum, expected: head.contentLength, for: handler)
    }

    private func open(
        _ number: Int32,
        _ head: HTTPRequestHead,
        maximum: Int,
        expected: Int? = nil,
        for handler: HTTPHandler? = nil
    ) -> Stream {
        let body = BodyBuffer(maximum: maximum, expected: expected, budget: service.requestMemory)
        let stream = Stream(StreamID(connection: id, number: number), head, body, for: handler)
        streams[number] = stream
        return stream
    }

    /// Hands a whole request to its handler.
    private func dispatch(
        _ stream: Stream,
        to handler: @escaping HTTPHandler,
        on loop: isolated EventLoop
    ) {
        let head = stream.head
        var request = HTTPRequest(head.method, target: head.target, fields: head.fields, body: stream.body.bytes)
        request.peer = head.peer
        let share = stream.body.share
        stream.body = BodyBuffer(maximum: 0, budget: nil)
        run(stream, on: loop) { [request] writer in
            let response = await handler(request)
            withExtendedLifetime(share) {}
            await writer.send(response, to: request.method)
        }
    }

    private func start(_ stream: Stream, on loop: isolated EventLoop, _ handler: @escaping HTTP2Handler) {
        let head = stream.head
        run(stream, on: loop) { writer in
            let body = HTTPRequestBody { [loop = writer.loop, id = writer.stream] in try await loop.read(id) }
            do {
                try await handler(HTTP2Request(head: head, body: body), writer)
                await writer.loop.returned(writer.stream)
            } catch {
                await writer.reset(error is CancellationError ? .cancel : .internalError)
            }
        }
    }

    private func run(
        _ stream: Stream,
        on loop: isolated EventLoop,
        _ work: @escaping @Sendable (HTTP2ResponseWriter) async -> Void
    ) {
        let writer = HTTP2ResponseWriter(loop: loop, stream: stream.id)
        let front = front
        stream.task = loop.start {
            await work(writer)
            await writer.loop.left(writer.stream, front)
        }
    }
}
