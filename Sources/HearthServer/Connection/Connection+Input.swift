internal import HearthHTTP

extension Connection {
    /// Reads requests and hands them over, one at a time, until the client or the handler has to be waited for.
    func advance(on loop: isolated EventLoop) {
        var turns = 0
        while phase == .reading && output.count <= limits.backlogBytes {
            guard turns < Self.maximalTurns else {
                loop.executor.post { [id] loop in loop.connections[id]?.advance(on: loop) }
                break
            }
            turns += 1
            do throws(RequestRefusal) {
                guard try readSome(on: loop) else { break }
            } catch {
                refuse(error, on: loop)
            }
        }
        if phase == .lingering { discard(on: loop) }
        if loop.isDraining && isIdle { close(on: loop) }
    }

    /// Gives the parser what there is.
    ///
    /// - Returns: Whether there was anything.
    private func readSome(on loop: isolated EventLoop) throws(RequestRefusal) -> Bool {
        let before = parser.stage
        if inputStart < input.count {
            let input = input
            inputStart += try parser.consume(input.span.extracting(inputStart..<input.count))
            if inputStart == input.count {
                self.input = []
                inputStart = 0
            }
        } else {
            guard let count = receive(on: loop) else { return false }
            let received = loop.received
            let used = try parser.consume(received.span.extracting(0..<count))
            if used < count { input = Array(received[used..<count]) }
        }
        noteProgress(from: before, on: loop)
        return true
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
    private func noteProgress(from before: RequestParser.Stage, on loop: isolated EventLoop) {
        switch parser.stage {
        case .idle: break
        case .head:
            if before == .idle { setDeadline(limits.headTimeout, on: loop) }
        case .body:
            guard before != .body else { return }
            setDeadline(limits.bodyTimeout, on: loop)
            if parser.head.expectsContinue && !parser.isBodyStarted {
                send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), on: loop)
            }
        case .complete: dispatch(on: loop)
        }
    }

    private func dispatch(on loop: isolated EventLoop) {
        phase = .handling
        phaseDeadline = .max
        keepsAlive = parser.head.keepsAlive
        exchange &+= 1
        var request = parser.takeRequest()
        request.peer = peer
        task = loop.begin(request, ExchangeID(connection: id, number: exchange))
    }

    /// Reads and forgets what a refused client still sends, so that it gets to read the answer.
    private func discard(on loop: isolated EventLoop) {
        while phase == .lingering, isReadable {
            switch socket.receive(into: &loop.received) {
            case .done(let count) where count > 0:
                discarded += count
                if discarded > Self.maximalDiscard { close(on: loop) }
            case .wouldBlock: isReadable = false
            case .done, .broken: close(on: loop)
            }
        }
    }

    /// How many reads one client gets before the others have their turn: 1 MiB of a large upload.
    private static let maximalTurns = 16

    /// How much a refused client may send on: what its system had in flight when the answer arrived.
    private static let maximalDiscard = 4 << 20

    /// Sets the moment at which the phase has lasted too long.
    func setDeadline(_ duration: Duration, on loop: isolated EventLoop) {
        phaseDeadline = loop.now &+ duration.deadline
    }
}
