internal import HearthHTTP

extension Connection {
    /// Sends the handler's answer.
    ///
    /// - Returns: The function that produces the body, if it is a stream that the client wants.
    func answer(
        _ response: HTTPResponse,
        on loop: isolated EventLoop
    ) -> (@Sendable (any HTTPBodyWriter) async throws -> Void)? {
        guard phase == .handling else { return nil }
        if case .failed = response.body {
            close(on: loop, reset: true)
            return nil
        }
        guard (200...599).contains(response.status) else {
            refuse(.failed, on: loop)
            return nil
        }
        let size = response.bytes.count
        if size > MemoryBudget.small, !loop.service.responseMemory.hasRoom(for: size, of: 0) {
            refuse(.memoryExhausted, on: loop)
            return nil
        }
        if isUploading {
            // What is left of the body is not worth waiting for.
            keepsAlive = false
            mustLinger = true
        }
        guard let hasBody = begin(response, on: loop) else {
            refuse(.failed, on: loop)
            return nil
        }
        if hasBody, case .stream(let produce) = response.body {
            phase = .streaming
            sendAssembly(on: loop)
            return produce
        }
        sendAssembly(with: hasBody ? response.bytes : [], on: loop)
        endExchange(on: loop)
        return nil
    }

    /// Answers a request whose body is not wanted.
    func decline(_ response: HTTPResponse, on loop: isolated EventLoop) {
        guard (200...599).contains(response.status), response.isWhole else {
            refuse(.failed, on: loop)
            return
        }
        let goesOn = keepsAlive && !loop.isDraining && response.fields["Connection"]?.lowercased() != "close"
        if !goesOn || !parser.skipBody() {
            keepsAlive = false
            mustLinger = true
        }
        guard let hasBody = begin(response, on: loop) else {
            refuse(.failed, on: loop)
            return
        }
        sendAssembly(with: hasBody ? response.bytes : [], on: loop)
        guard phase == .reading else { return }
        if keepsAlive {
            setDeadline(parser.isSkipping ? limits.bodyTimeout : limits.idleTimeout, on: loop)
        } else {
            endExchange(on: loop)
        }
    }

    /// Puts the head of an answer together.
    ///
    /// - Returns: Whether a body follows; `nil` if the head is not fit to be sent.
    private func begin(_ response: HTTPResponse, on loop: isolated EventLoop) -> Bool? {
        if loop.isDraining || response.fields["Connection"]?.lowercased() == "close" { keepsAlive = false }
        let framing = framing(of: response)
        if framing == .close { keepsAlive = false }
        guard writeHead(response, framing, on: loop) else { return nil }
        return framing != .none && parser.head.method != .head
    }

    /// Sends a piece of a streamed answer.
    ///
    /// - Returns: Whether someone reads it.
    func write(_ bytes: [UInt8], on loop: isolated EventLoop) -> Bool {
        guard phase == .streaming, !isPeerDone else { return false }
        guard !bytes.isEmpty else { return true }
        guard !parser.head.isVersion10 else {
            send(bytes, on: loop)
            return phase == .streaming
        }
        var chunk: [UInt8] = []
        chunk.append(hexadecimal: bytes.count)
        chunk.append("\r\n")
        // A large piece is shared with the handler, not copied.
        if bytes.count > 16 * 1024 {
            output.append(chunk)
            output.append(bytes)
            chunk.removeAll(keepingCapacity: true)
        } else {
            chunk.append(contentsOf: bytes)
        }
        chunk.append("\r\n")
        send(chunk, on: loop)
        return phase == .streaming
    }

    /// Ends a streamed answer; if it is not complete, the client must not believe so.
    func endStream(isComplete: Bool, on loop: isolated EventLoop) {
        guard phase == .streaming else { return }
        guard isComplete, !isPeerDone else {
            close(on: loop, reset: true)
            return
        }
        if !parser.head.isVersion10 { send(Array("0\r\n\r\n".utf8), on: loop) }
        endExchange(on: loop)
    }

    /// Answers with an error of the server's own, and closes.
    func refuse(_ refusal: RequestRefusal, on loop: isolated EventLoop) {
        guard phase == .reading || phase == .handling else { return }
        keepsAlive = false
        mustLinger = true
        let isHead = phase == .handling && parser.head.method == .head
        let response = refusal.response
        _ = writeHead(response, .length(response.bytes.count), on: loop)
        sendAssembly(with: isHead ? [] : response.bytes, on: loop)
        endExchange(on: loop)
    }

    /// The client sends nothing more: nothing is sent to it after what waits.
    func finish(on loop: isolated EventLoop) {
        if phase == .driven || isUploading { close(on: loop) }
        guard phase == .reading else { return }
        phase = .closing
        closeIfSent(on: loop)
    }

    /// Sends bytes behind those that wait.
    package func send(_ bytes: [UInt8], on loop: isolated EventLoop) {
        output.append(bytes)
        // While the client is behind, the poller tells when it takes more.
        if writeDeadline == .max { flush(on: loop) } else { noteOutput() }
    }

    /// Sends what waits, and closes.
    package func finishDriven(on loop: isolated EventLoop) {
        guard phase == .driven else { return }
        phase = .closing
        mustLinger = true
        closeIfSent(on: loop)
    }

    /// Sends what waits, as far as the client takes it.
    func flush(on loop: isolated EventLoop) {
        guard phase != .closed else { return }
        let (sent, isBroken) = output.flush(to: socket)
        if isBroken {
            close(on: loop)
            return
        }
        if output.isEmpty {
            writeDeadline = .max
        } else if sent > 0 || writeDeadline == .max {
            let isStream = phase == .streaming || phase == .driven
            writeDeadline = loop.now &+ (isStream ? limits.streamTimeout : limits.writeTimeout).deadline
        }
        noteOutput()
        if !isBacklogged {
            resumeWaiters()
            if sent > 0, phase == .driven { driver?.resume(self, on: loop) }
        }
        closeIfSent(on: loop)
    }

    private func framing(of response: HTTPResponse) -> ResponseHead.Framing {
        if response.status == 204 || response.status == 304 { return .none }
        guard case .stream = response.body else { return .length(response.bytes.count) }
        return parser.head.isVersion10 ? .close : .chunked
    }

    private func writeHead(
        _ response: HTTPResponse,
        _ framing: ResponseHead.Framing,
        on loop: isolated EventLoop
    ) -> Bool {
        let head = ResponseHead(
            status: response.status,
            framing: framing,
            keepsAlive: keepsAlive,
            isVersion10: parser.head.isVersion10
        )
        let date = loop.dateField()
        loop.assembly.removeAll(keepingCapacity: true)
        return head.write(response.fields, date: date, to: &loop.assembly)
    }

    /// Sends the head that was put together, and a body behind it.
    private func sendAssembly(with body: [UInt8] = [], on loop: isolated EventLoop) {
        let isSmall = body.count <= 16 * 1024
        if isSmall { loop.assembly.append(contentsOf: body) }
        var sent = 0
        // Usually all of it fits into the socket, and nothing has to be kept.
        if output.isEmpty, case .done(let count) = socket.send(loop.assembly, from: 0) { sent = count }
        if sent < loop.assembly.count { output.append(Array(loop.assembly[sent...])) }
        if !isSmall { output.append(body) }
        if !output.isEmpty { flush(on: loop) }
    }

    /// Gets ready for the next request, or ends.
    private func endExchange(on loop: isolated EventLoop) {
        guard phase != .closed else { return }
        task = nil
        endUpload()
        if keepsAlive {
            phase = .reading
            setDeadline(limits.idleTimeout, on: loop)
            advance(on: loop)
        } else {
            phase = .closing
            phaseDeadline = .max
            closeIfSent(on: loop)
        }
    }

    private func closeIfSent(on loop: isolated EventLoop) {
        guard phase == .closing, output.isEmpty else { return }
        guard mustLinger || isReadable || !input.isEmpty else {
            close(on: loop)
            return
        }
        linger(on: loop)
    }
}

extension HTTPResponse {
    /// Whether the body is there.
    fileprivate var isWhole: Bool {
        if case .bytes = body { true } else { false }
    }
}
