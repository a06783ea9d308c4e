/// The body of a request that its handler reads piece by piece.
struct Upload {
    /// Whether all of it has arrived.
    var isComplete = false
    /// What of it was not read when the last of it arrived; before that, the parser has it.
    var rest: [UInt8] = []
    /// How much has to arrive until its clock is set anew.
    var checkpoint = 0
    /// Those who wait for the next piece.
    var waiters: [CheckedContinuation<Void, any Error>] = []
}

extension Connection {
    /// Whether a body is still arriving that its handler reads piece by piece.
    var isUploading: Bool { upload?.isComplete == false }

    /// Whether the body in hand is to be read on: its handler is not behind.
    var wantsUpload: Bool { isUploading && parser.buffered <= limits.backlogBytes }

    /// Hands what has arrived to the reader of the body.
    func noteUpload(on loop: isolated EventLoop) {
        if parser.stage == .complete {
            upload?.rest = parser.takePiece()
            upload?.isComplete = true
            parser.finish()
            bodyDeadline = .max
            if isPeerDone { abandon() }
        } else if !wantsUpload {
            // The reader is behind, not the client.
            bodyDeadline = .max
        } else if parser.received >= upload?.checkpoint ?? 0 {
            startUploadClock(on: loop)
        }
        resumeReaders()
    }

    /// Gives the client time to send on.
    func startUploadClock(on loop: isolated EventLoop) {
        upload?.checkpoint = parser.received + 64 * 1024
        bodyDeadline = loop.now &+ limits.bodyTimeout.deadline
    }

    /// Ends a body that will not be complete.
    func failUpload(_ refusal: RequestRefusal, on loop: isolated EventLoop) {
        abandon()
        if phase == .handling { refuse(refusal, on: loop) } else { close(on: loop, reset: true) }
    }

    /// Ends what was read of a body, whether it was complete or not.
    func endUpload() {
        resumeReaders(throwing: CancellationError())
        upload = nil
        bodyDeadline = .max
    }

    /// Lets those who read the body look again.
    func resumeReaders(throwing error: CancellationError? = nil) {
        guard let waiters = upload?.waiters, !waiters.isEmpty else { return }
        upload?.waiters = []
        for waiter in waiters {
            if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        }
    }

    /// Takes what has arrived of the body, and reads on if the reader was behind.
    fileprivate func takeUpload(on loop: isolated EventLoop) -> [UInt8] {
        if let rest = upload?.rest, !rest.isEmpty {
            upload?.rest = []
            return rest
        }
        let wasBehind = isUploading && !wantsUpload
        let piece = parser.takePiece()
        if wasBehind {
            startUploadClock(on: loop)
            loop.executor.post { [id] loop in loop.connections[id]?.advance(on: loop) }
        }
        return piece
    }
}

extension EventLoop {
    /// Waits for the next piece of a body.
    ///
    /// - Returns: The piece, or `nil` at the end.
    /// - Throws: `CancellationError` if the body will not be complete.
    func read(_ exchange: ExchangeID) async throws -> [UInt8]? {
        while let connection = connection(of: exchange), let upload = connection.upload {
            if !upload.rest.isEmpty || !upload.isComplete && connection.parser.buffered > 0 {
                return connection.takeUpload(on: self)
            }
            if upload.isComplete { return nil }
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
                // Asked again: on the way into a continuation a task may be queued behind what it waits for.
                if self.connection(of: exchange) != nil, connection.isUploading, connection.parser.buffered == 0 {
                    connection.upload?.waiters.append(waiter)
                } else {
                    waiter.resume()
                }
            }
        }
        throw CancellationError()
    }
}
