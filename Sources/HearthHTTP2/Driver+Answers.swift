internal import HearthHTTP
internal import HearthServer

extension Driver {
    /// Answers with something that is whole, in one go.
    ///
    /// - Returns: Whether it could be sent as it is.
    @discardableResult
    func answer(
        _ number: Int32,
        _ response: HTTPResponse,
        to method: HTTPMethod = .get,
        on loop: isolated EventLoop
    ) -> Bool {
        guard let session else { return false }
        pumpSoon(on: loop)
        guard (200...599).contains(response.status), var head = OutgoingHead(status: response.status, response.fields)
        else {
            answer(number, RequestRefusal.failed.response, to: method, on: loop)
            return false
        }
        let bytes = response.bytes
        if bytes.count > 64 * 1024, !service.responseMemory.hasRoom(for: bytes.count, of: 0) {
            answer(number, RequestRefusal.memoryExhausted.response, to: method, on: loop)
            return false
        }
        let isBodiless = response.status == 204 || response.status == 304
        if !isBodiless { head.append("content-length", String(bytes.count)) }
        if response.fields["Date"] == nil { head.append("date", loop.dateValue()) }
        streams[number]?.answer = .finished
        guard !bytes.isEmpty, !isBodiless, method != .head else {
            session.respond(number, head, nil)
            return true
        }
        let body = OutgoingBody(now: loop.now)
        session.respond(number, head, body)
        session.send(bytes, number)
        session.finish(number, trailers: nil)
        return true
    }
}

extension HTTP2ResponseWriter {
    /// Sends the answer of a handler that knows nothing of HTTP/2.
    func send(_ response: HTTPResponse, to method: HTTPMethod) async {
        switch response.body {
        case .bytes: await loop.answer(stream, response, to: method)
        case .failed: await reset(.internalError)
        case .stream(let produce):
            let isBodiless = method == .head || response.status == 204 || response.status == 304
            do {
                if isBodiless { return try await end(status: response.status, fields: response.fields) }
                try await begin(status: response.status, fields: response.fields)
            } catch {
                await loop.answer(stream, RequestRefusal.failed.response, to: method)
                return
            }
            do {
                try await produce(self)
                try await finish()
            } catch {
                await reset(.internalError)
            }
        }
    }
}

extension EventLoop {
    private func stream(_ id: StreamID) -> (driver: Driver, stream: Stream)? {
        guard let (_, driver) = driven(id.connection, as: Driver.self), let stream = driver.streams[id.number] else {
            return nil
        }
        return (driver, stream)
    }

    private func living(_ id: StreamID) throws(CancellationError) -> (driver: Driver, stream: Stream) {
        guard let found = stream(id) else { throw CancellationError() }
        return found
    }

    func answer(_ id: StreamID, _ response: HTTPResponse, to method: HTTPMethod) {
        guard let (driver, stream) = stream(id), stream.answer == .none else { return }
        driver.answer(id.number, response, to: method, on: self)
    }

    func begin(_ id: StreamID, _ status: Int, _ fields: HTTPFields, isWhole: Bool) throws {
        let (driver, stream) = try living(id)
        guard stream.answer == .none else { throw HTTP2Error(.outOfOrder) }
        guard (200...599).contains(status), let head = OutgoingHead(status: status, fields) else {
            throw HTTP2Error(.invalidHead)
        }
        stream.answer = isWhole ? .finished : .begun
        driver.session?.respond(id.number, head, isWhole ? nil : OutgoingBody(now: now))
        driver.pumpSoon(on: self)
    }

    func write(_ id: StreamID, _ bytes: [UInt8]) async throws {
        let (driver, stream) = try living(id)
        guard stream.answer == .begun else { throw HTTP2Error(.outOfOrder) }
        driver.session?.now = now
        driver.session?.send(bytes, id.number)
        driver.pumpSoon(on: self)
        guard driver.isBehind(id.number) else { return }
        try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
            // Asked again: on the way into a continuation a task may be queued behind what it waits for.
            if self.stream(id) == nil {
                waiter.resume(throwing: CancellationError())
            } else if driver.isBehind(id.number) {
                stream.writers.append(waiter)
            } else {
                waiter.resume()
            }
        }
    }

    func finish(_ id: StreamID, _ trailers: HTTPFields) throws {
        let (driver, stream) = try living(id)
        guard stream.answer == .begun else { throw HTTP2Error(.outOfOrder) }
        guard let head = OutgoingHead(status: nil, trailers) else { throw HTTP2Error(.invalidHead) }
        stream.answer = .finished
        driver.session?.finish(id.number, trailers: trailers.all.isEmpty ? nil : head)
        driver.pumpSoon(on: self)
    }

    func reset(_ id: StreamID, _ reason: HTTP2Reset) {
        guard let (driver, stream) = stream(id), stream.answer != .finished else { return }
        stream.answer = .finished
        driver.session?.reset(id.number, reason)
        stream.abandon()
        driver.pumpSoon(on: self)
    }

    /// A handler has returned: what it has not finished is finished here.
    func returned(_ id: StreamID) {
        guard let (_, stream) = stream(id) else { return }
        switch stream.answer {
        case .none: reset(id, .internalError)
        case .begun: try? finish(id, [:])
        case .finished: break
        }
    }

    /// The task of a stream is over.
    func left(_ id: StreamID, _ front: Front) {
        guard let (_, driver) = driven(id.connection, as: Driver.self) else { return front.leave() }
        driver.leave()
    }

    /// Waits for the next piece of a body, until the reader's task is cancelled.
    func read(_ id: StreamID) async throws -> [UInt8]? {
        while let (driver, stream) = stream(id) {
            if !stream.body.bytes.isEmpty {
                let piece = stream.body.take()
                driver.session?.consume(id.number, piece.count)
                driver.pumpSoon(on: self)
                return piece
            }
            if stream.isBodyComplete { return nil }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { wait(for: id, $0) }
            } onCancel: {
                post { $0.cancelReaders(id) }
            }
        }
        throw CancellationError()
    }

    /// Keeps a reader until there is something for it.
    ///
    /// The task may have been away from the loop before it comes here: what it has missed is looked for again, and what
    /// happens later finds the reader.
    private func wait(for id: StreamID, _ reader: CheckedContinuation<Void, any Error>) {
        guard !Task.isCancelled, let (_, stream) = stream(id) else {
            return reader.resume(throwing: CancellationError())
        }
        if stream.body.bytes.isEmpty, !stream.isBodyComplete {
            stream.readers.append(reader)
        } else {
            reader.resume()
        }
    }

    private func cancelReaders(_ id: StreamID) {
        stream(id)?.stream.resumeReaders(throwing: CancellationError())
    }
}
