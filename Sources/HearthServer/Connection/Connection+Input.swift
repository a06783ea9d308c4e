internal import HearthHTTP

extension Connection {
    /// Reads requests and hands them over, one at a time, until the client or the handler has to be waited for.
    func advance(on loop: isolated EventLoop) {
        var turns = 0
        while wantsInput {
            guard turns < Self.maximalTurns else {
                loop.executor.post { [id] loop in loop.connections[id]?.advance(on: loop) }
                break
            }
            turns += 1
            do throws(RequestRefusal) {
                guard try readSome(on: loop) else { break }
            } catch {
                if isUploading { failUpload(error, on: loop) } else { refuse(error, on: loop) }
            }
        }
        if phase == .lingering { discard(on: loop) }
        if loop.isDraining && isIdle { close(on: loop) }
    }

    /// Whether what the client sends next is to be read now.
    private var wantsInput: Bool {
        switch phase {
        case .reading, .driven: !isBacklogged
        case .handling, .streaming: wantsUpload
        case .closing, .lingering, .closed: false
        }
    }

    /// Gives the parser what there is.
    ///
    /// - Returns: Whether there was anything.
    private func readSome(on loop: isolated EventLoop) throws(RequestRefusal) -> Bool {
        if inputStart < input.count {
            let input = input
            inputStart += try parse(input.span.extracting(inputStart..<input.count), on: loop)
            if inputStart == input.count {
                self.input = []
                inputStart = 0
            }
        } else {
            guard let count = receive(on: loop) else { return false }
            let received = loop.received
            guard phase != .driven else {
                driver?.receive(received.span.extracting(0..<count), self, on: loop)
                return true
            }
            guard preface == nil else {
                sniff(received[..<count], on: loop)
                return true
            }
            let used = try parse(received.span.extracting(0..<count), on: loop)
            if used < count { input = Array(received[used..<count]) }
        }
        return true
    }

    /// Looks whether the client speaks another protocol.
    private func sniff(_ bytes: ArraySlice<UInt8>, on loop: isolated EventLoop) {
        let isFirst = preface?.isEmpty != false
        let start = (preface ?? []) + bytes
        switch WireProtocol.guess(start, among: loop.service.protocols) {
        case .certain(let wire):
            preface = nil
            phase = .driven
            phaseDeadline = .max
            let driver = wire.makeDriver(id, loop)
            self.driver = driver
            driver.receive(start.span, self, on: loop)
            if loop.isDraining { driver.drain(self, on: loop) }
        case .open:
            preface = start
            if isFirst { setDeadline(limits.headTimeout, on: loop) }
        case .none:
            preface = nil
            input = start
        }
    }

    /// Reads on, up to the end of one request at most.
    ///
    /// - Returns: How many of the bytes were used.
    private func parse(_ bytes: Span<UInt8>, on loop: isolated EventLoop) throws(RequestRefusal) -> Int {
        var used = 0
        while used < bytes.count, phase == .reading || isUploading {
            let before = parser.stage
            used += try parser.consume(bytes.extracting(used..<bytes.count))
            if isUploading {
                noteUpload(on: loop)
                break
            }
            try noteProgress(from: before, isLast: used == bytes.count, on: loop)
            // A request that was refused with its body skipped may be followed by another one.
            if parser.stage == .idle { break }
        }
        return used
    }

    /// Reads from the socket.
    ///
    /// - Returns: How many bytes there are, or `nil` if there are none for now or for ever.
    private func receive(on loop: isolated EventLoop) -> Int? {
        guard isReadable else { return nil }
        switch socket.receive(into: &loop.received) {
        case .done(0):
            isReadable = false
            finish(on: loop)
        case .done(let count):
            // A short read has emptied the socket, unless the end of the input is still to be read.
            if count < loop.received.count && !isPeerDone { isReadable = false }
            return count
        case .wouldBlock: isReadable = false
        case .broken: close(on: loop)
        }
        return nil
    }

    /// Starts the clock of the stage that the request has reached.
    private func noteProgress(
        from before: RequestParser.Stage,
        isLast: Bool,
        on loop: isolated EventLoop
    ) throws(RequestRefusal) {
        switch parser.stage {
        case .idle:
            if before == .body { setDeadline(limits.idleTimeout, on: loop) }
        case .head:
            if before == .idle { setDeadline(limits.headTimeout, on: loop) }
        case .admission: try admit(isLast: isLast, on: loop)
        case .body:
            guard !parser.isSkipping, parser.received >= bodyCheckpoint else { return }
            startBodyClock(on: loop)
        case .complete: dispatch(on: loop)
        }
    }

    /// Has it decided what becomes of the request whose head has arrived.
    private func admit(isLast: Bool, on loop: isolated EventLoop) throws(RequestRefusal) {
        keepsAlive = parser.head.keepsAlive
        switch loop.service.admit(parser.head.shown(to: peer)) {
        case .accept(let maximum):
            guard try accept(maximum, for: loop.service.handler, on: loop) else { return }
        case .answer(let maximum, let handler):
            guard try accept(maximum, for: handler, on: loop) else { return }
        case .stream(let maximum, let handler):
            try parser.admit(maximumBody: max(0, maximum), isKept: false)
            dispatchUpload(to: handler, on: loop)
        case .refuse(let response):
            decline(response, on: loop)
            return
        }
        if parser.stage == .body && isLast && parser.head.expectsContinue {
            send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), on: loop)
        }
    }

    /// Lets the body come that a handler gets as a whole.
    ///
    /// - Returns: Whether there is one to wait for.
    private func accept(
        _ maximum: Int?,
        for handler: @escaping HTTPHandler,
        on loop: isolated EventLoop
    ) throws(RequestRefusal) -> Bool {
        try parser.admit(maximumBody: max(0, maximum ?? limits.bodyBytes))
        self.handler = handler
        guard parser.stage == .body else {
            dispatch(on: loop)
            return false
        }
        startBodyClock(on: loop)
        return true
    }

    private func startBodyClock(on loop: isolated EventLoop) {
        bodyCheckpoint = parser.received + (1 << 20)
        setDeadline(limits.bodyTimeout, on: loop)
    }

    private func dispatch(on loop: isolated EventLoop) {
        // Set when the request was admitted, before which none of its body was read.
        guard let handler else { return }
        self.handler = nil
        beginExchange()
        var (request, share) = parser.takeRequest()
        request.peer = peer
        task = loop.begin(request, share, handler, ExchangeID(connection: id, number: exchange))
    }

    private func dispatchUpload(
        to handler: @escaping @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse,
        on loop: isolated EventLoop
    ) {
        beginExchange()
        let head = parser.head.shown(to: peer)
        upload = Upload()
        if parser.stage == .complete {
            noteUpload(on: loop)
        } else {
            startUploadClock(on: loop)
        }
        task = loop.begin(head, handler, ExchangeID(connection: id, number: exchange))
    }

    private func beginExchange() {
        phase = .handling
        phaseDeadline = .max
        bodyCheckpoint = 0
        exchange &+= 1
    }

    /// Reads and forgets what a refused client still sends, so that it gets to read the answer.
    private func discard(on loop: isolated EventLoop) {
        while phase == .lingering, isReadable {
            switch socket.receive(into: &loop.received) {
            case .done(let count) where count > 0:
                discarded += count
                if discarded > Self.maximalDiscard || loop.now >= lingeringEnd {
                    close(on: loop)
                } else {
                    setDeadline(Self.silence, on: loop)
                }
            case .wouldBlock: isReadable = false
            case .done, .broken: close(on: loop)
            }
        }
    }

    /// Waits for a client that may still be sending to take note that nothing more will come.
    func linger(on loop: isolated EventLoop) {
        socket.finishWriting()
        phase = .lingering
        lingeringEnd = loop.now &+ Self.lingering.deadline
        setDeadline(Self.silence, on: loop)
        advance(on: loop)
    }

    /// How long a client may go on sending after the last answer, in all and without a byte.
    private static let lingering = Duration.seconds(10)
    private static let silence = Duration.seconds(1)

    /// How many reads one client gets before the others have their turn: 1 MiB of a large upload.
    private static let maximalTurns = 16

    /// How much a refused client may send on: clients that read no answer before they have sent their whole body are
    /// many, and a close while they send would destroy it.
    private static let maximalDiscard = 64 << 20

    /// Sets the moment at which the phase has lasted too long.
    func setDeadline(_ duration: Duration, on loop: isolated EventLoop) {
        phaseDeadline = loop.now &+ duration.deadline
    }
}
