internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// One session of a web channel: what the server says comes by one long answer after the other, what is asked goes by
/// requests in their order.
final class WebChannel: WatchConnection {
    struct State: Sendable {
        /// The number of the last array that arrived.
        var received = 0
        /// Messages that wait to be sent.
        var waiting: [[UInt8]] = []
        var sentMessages: Int
        var nextRequest: Int
        var isOver = false
        var tasks: [Task<Void, Never>] = []
        var isPolling: Bool
    }

    let remote: Remote
    let address: ChannelAddress
    private let fields: HTTPFields
    private let roundTrip: Duration
    private let inbox = Mailbox<ListenResponse>(keeping: .all)
    private let signal = Mailbox<Void>(keeping: .newest)
    let state: Locked<State>

    /// The longest silence of an answer: the server says something every 30 seconds.
    private static let silence = Duration.seconds(45)
    /// How often a request is made at most that gets no answer.
    private static let attempts = 3

    init(
        remote: Remote,
        address: ChannelAddress,
        fields: HTTPFields,
        nextRequest: Int,
        sentMessages: Int,
        roundTrip: Duration
    ) {
        self.remote = remote
        self.address = address
        self.fields = fields
        self.roundTrip = roundTrip
        state = Locked(
            State(
                sentMessages: sentMessages,
                nextRequest: nextRequest,
                isPolling: remote.settings.longPolling == .always
            )
        )
    }

    func start() {
        let back = Task { await self.readBackChannel() }
        let forward = Task { await self.sendForward() }
        state.withLock { $0.tasks = [back, forward] }
    }

    func next() async throws(FirestoreError) -> ListenResponse? {
        try await inbox.next()
    }

    func send(_ request: ListenRequest) {
        state.withLock { $0.waiting.append(request.json(ChannelMessages.style)) }
        signal.put(())
    }

    /// Ends the session, and tells the server so.
    func close() {
        guard let number = end(nil) else { return }
        let request = request(.post, address.termination(number, nonce))
        let transport = remote.transport
        Task { _ = try? await transport.send(request) }
    }

    /// Ends the session on this side.
    ///
    /// - Returns: The number of the request that tells the server; `nil` if it was over before.
    @discardableResult
    private func end(_ error: FirestoreError?) -> Int? {
        let (number, tasks) = state.withLock { state -> (Int?, [Task<Void, Never>]) in
            guard !state.isOver else { return (nil, []) }
            state.isOver = true
            return (state.nextRequest, state.tasks)
        }
        guard let number else { return nil }
        inbox.end(error)
        signal.end()
        for task in tasks { task.cancel() }
        return number
    }

    private var isOver: Bool { state.withLock(\.isOver) }
    private var nonce: String { remote.clock.random.alphanumeric(12) }

    private func request(_ method: HTTPMethod, _ target: String, body: [UInt8] = []) -> HTTPRequest {
        HTTPRequest(method, origin: remote.settings.origin, target: target, fields: fields, body: body)
    }

    // MARK: From the server

    /// What came of one answer of the back channel.
    private enum BackAnswer {
        /// It ended as it should.
        case whole
        /// It broke off, or nothing came.
        case broken
        /// Something on the way holds streams back.
        case heldBack
        case fatal(FirestoreError)
    }

    private func readBackChannel() async {
        var failures = 0
        while !isOver, !Task.isCancelled {
            let before = state.withLock(\.received)
            let answer = await readAnswer(attempt: failures + 1)
            if isOver { return }
            if state.withLock(\.received) != before { failures = 0 }
            switch answer {
            case .whole: failures = 0
            case .heldBack: state.withLock { $0.isPolling = true }
            case .fatal(let error):
                end(error)
                return
            case .broken:
                failures += 1
                guard failures <= Self.attempts else {
                    end(FirestoreError(.unavailable, "The connection to the server was lost."))
                    return
                }
                // The first repetition comes at once.
                let pause = Duration.seconds(5 + 10 * remote.clock.fraction()) * (failures - 1)
                if failures > 1 { do { try await remote.clock.sleep(pause) } catch { return } }
            }
        }
    }

    private func readAnswer(attempt: Int) async -> BackAnswer {
        let (received, isPolling) = state.withLock { ($0.received, $0.isPolling) }
        var request = request(
            .get,
            address.back(received: received, isPolling: isPolling, attempt: attempt, nonce)
        )
        request.silence = Self.silence
        request.timeout = isPolling ? .seconds(90) : Self.silence
        let hasBegun = Locked(false)
        let reader = Task { [request] in await read(request, hasBegun) }
        let wasHeldBack = Locked(false)
        let detector = detector(reader, hasBegun, wasHeldBack, isPolling: isPolling)
        let answer = await withTaskCancellationHandler {
            await reader.value
        } onCancel: {
            reader.cancel()
        }
        detector?.cancel()
        return wasHeldBack.withLock { $0 } ? .heldBack : answer
    }

    /// Cancels an answer that is to stream and of which no byte arrives in time.
    private func detector(
        _ reader: Task<BackAnswer, Never>,
        _ hasBegun: Locked<Bool>,
        _ wasHeldBack: Locked<Bool>,
        isPolling: Bool
    ) -> Task<Void, Never>? {
        guard !isPolling, remote.settings.longPolling == .automatic else { return nil }
        return Task { [clock = remote.clock, roundTrip] in
            do { try await clock.sleep(roundTrip * 2 + .seconds(1)) } catch { return }
            guard !hasBegun.withLock({ $0 }) else { return }
            wasHeldBack.withLock { $0 = true }
            reader.cancel()
        }
    }

    private func read(_ request: HTTPRequest, _ hasBegun: Locked<Bool>) async -> BackAnswer {
        do throws(TransportError) {
            let exchange = try await remote.transport.open(request)
            guard exchange.status == 200 else {
                exchange.cancel()
                return .fatal(FirestoreError(.unavailable, "The session is gone: status \(exchange.status)."))
            }
            var frames = WebChannelFrames()
            var hasContent = false
            var pieces = exchange.body.makeAsyncIterator()
            while let piece = try await pieces.next(isolation: nil) {
                hasContent = true
                hasBegun.withLock { $0 = true }
                frames.append(piece)
                if let error = take(&frames) { return .fatal(error) }
                if isOver { return .whole }
            }
            return hasContent && frames.isEmpty ? .whole : .broken
        } catch {
            switch error.kind {
            case .streamingUnsupported: return .fatal(FirestoreError(.unimplemented, error.reason))
            default: return .broken
            }
        }
    }

    /// Takes in the frames that have arrived in full.
    private func take(_ frames: inout WebChannelFrames) -> FirestoreError? {
        do throws(FirestoreError) {
            while let frame = try checked({ () throws(ModelError) in try frames.next() }) {
                for (number, payload) in try ChannelPayload.read(frame) { take(number, payload) }
            }
            return nil
        } catch {
            return error
        }
    }

    private func take(_ number: Int, _ payload: ChannelPayload) {
        let isNew = state.withLock { state in
            guard number > state.received else { return false }
            state.received = number
            return true
        }
        guard isNew else { return }
        switch payload {
        case .message(let message): inbox.put(message)
        case .noop, .session: break
        case .failure(let error): end(error)
        case .end: end(nil)
        }
    }

    // MARK: To the server

    private func sendForward() async {
        while !isOver, (try? await signal.next()) != nil {
            let (messages, first, number) = state.withLock { state -> ([[UInt8]], Int, Int) in
                defer {
                    state.sentMessages += state.waiting.count
                    state.waiting = []
                }
                return (state.waiting, state.sentMessages, state.nextRequest)
            }
            guard !messages.isEmpty else { continue }
            state.withLock { $0.nextRequest += 1 }
            guard await send(messages, first, number) else {
                if !isOver { end(FirestoreError(.unavailable, "The connection to the server was lost.")) }
                return
            }
        }
    }

    /// Sends messages; a request without an answer is made again under its number, so that nothing counts twice.
    private func send(_ messages: [[UInt8]], _ first: Int, _ number: Int) async -> Bool {
        for attempt in 1...Self.attempts {
            let target = address.forward(number, received: state.withLock(\.received), attempt: attempt, nonce)
            let request = request(.post, target, body: ChannelAddress.form(messages, first: first))
            if let response = try? await remote.transport.send(request) { return response.status == 200 }
            guard attempt < Self.attempts, !isOver else { return false }
            if attempt > 1 {
                do { try await remote.clock.sleep(.seconds(5 + 10 * remote.clock.fraction())) } catch { return false }
            }
        }
        return false
    }
}
