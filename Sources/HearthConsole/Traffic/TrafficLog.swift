internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Keeps what happened last, groups it, and wakes those who follow it.
///
/// Bounded by ``limit`` and ``byteLimit``: the oldest go first. It is a mailer and a messenger too, so that the codes
/// stand in the log between the requests that they belong to.
final class TrafficLog: Mailer, TextMessenger {
    /// The most entries.
    static let limit = 5000
    /// The most bytes of bodies together.
    static let byteLimit = 32 << 20
    /// The most bytes of one body that are kept.
    static let bodyLimit = 64 << 10
    /// The most streams at a time.
    static let followerLimit = 16

    private struct State: Sendable {
        var entries: [TrafficEntry] = []
        var first = 1
        var bytes = 0
        var grouper = FlowGrouper()
        var changes: [(number: Int, flow: Flow?)] = []
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextFollower = 0
        var isClosed = false
    }

    /// How many notes are read in one go.
    static let portion = 100
    /// How often longer than a portion took, the log waits before the next one while more come than it reads: following
    /// a crowd must not slow it down.
    static let pauseFactor = 15

    /// Tells one run of the process from another: numbers begin anew.
    let run: String
    private let now: @Sendable () -> UnixTime
    private let name: @Sendable (HTTPRequestHead) -> String
    private let state = Locked(State())
    private let waiting = Locked(Waiting())
    private let reading = Locked(())
    private let wakes: AsyncStream<Void>.Continuation

    /// What was noted and not read yet.
    private struct Waiting: Sendable {
        var ring = TrafficRing(limit: TrafficLog.limit, byteLimit: TrafficLog.byteLimit)
        /// Whether a page follows, and reading cannot wait.
        var isWatched = false
    }

    /// Creates a log.
    ///
    /// Bodies are read and grouped beside the requests, in the order of arrival, once a page looks. What waits is bounded
    /// as the log is: the oldest go first.
    ///
    /// - Parameters:
    ///   - name: What a request asks for, in words.
    ///   - random: The source of the run's name.
    ///   - now: The clock.
    init(
        name: @escaping @Sendable (HTTPRequestHead) -> String,
        random: RandomSource = .system,
        now: @escaping @Sendable () -> UnixTime
    ) {
        run = random.alphanumeric(8)
        self.name = name
        self.now = now
        let (signals, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        Task.detached(priority: .utility) { [weak self] in
            for await _ in signals { await self?.followUp() }
        }
    }

    deinit { wakes.finish() }

    /// Keeps a request and its answer.
    func add(_ request: HTTPRequest, _ response: HTTPResponse, start: UnixTime, took: Duration, isFromConsole: Bool) {
        let exchange = TrafficEntry.Exchange(request, response, bodyLimit: Self.bodyLimit)
        note(.exchange(exchange, start: start, took: took, isFromConsole: isFromConsole))
    }

    func deliver(_ mail: CodeMail) { note(.mail(mail, at: now())) }

    func deliver(_ text: CodeText) { note(.text(text, at: now())) }

    /// Keeps an attempt to deliver an event to a function.
    func add(_ delivery: ConsoleDelivery) { note(.delivery(delivery)) }

    private func note(_ note: TrafficRing.Note) {
        let isWatched = waiting.withLock { waiting in
            waiting.ring.append(note)
            return waiting.isWatched
        }
        if isWatched { wakes.yield() }
    }

    /// Reads everything that was noted before, a portion at a time, so that others can work between.
    @concurrent
    func catchUp() async {
        while readPortion() { await Task.yield() }
    }

    /// Reads what came while a page follows, with pauses while it is more than a portion.
    private func followUp() async {
        let clock = ContinuousClock()
        while true {
            let start = clock.now
            guard readPortion() else { return }
            let pause = (clock.now - start) * Self.pauseFactor
            try? await Task.sleep(for: min(pause, .seconds(2)))
        }
    }

    /// Reads the oldest notes in their order.
    ///
    /// - Returns: Whether there may be more.
    private func readPortion() -> Bool {
        reading.withLock { _ in
            let (notes, dropped) = waiting.withLock { $0.ring.take(Self.portion) }
            if dropped > 0 { noteGap(dropped) }
            for note in notes { read(note) }
            return notes.count == Self.portion
        }
    }

    private func read(_ note: TrafficRing.Note) {
        switch note {
        case .mail(let mail, let start):
            let message = TrafficEntry.Message(
                channel: "EMAIL",
                purpose: mail.type,
                to: mail.to.text,
                code: mail.code,
                link: mail.link
            )
            add(
                message,
                keys: ["person:\(message.to.lowercased())", TrafficFacts.digest(of: mail.code.reveal())],
                start
            )
        case .text(let text, let start):
            let message = TrafficEntry.Message(
                channel: "SMS",
                purpose: text.purpose.rawValue,
                to: text.to.text,
                code: text.code,
                link: nil
            )
            add(message, keys: ["person:\(text.to.text)", TrafficFacts.digest(of: text.code.reveal())], start)
        case .delivery(let delivery):
            append(delivery.step) { number in
                TrafficEntry(
                    number: number,
                    start: delivery.start,
                    milliseconds: Double(delivery.milliseconds),
                    operation: "Delivery",
                    isFromConsole: false,
                    kind: .delivery(delivery)
                )
            }
        case .exchange(let exchange, let start, let took, let isFromConsole):
            let milliseconds = Double(took.components.seconds) * 1000 + Double(took.components.attoseconds) / 1e15
            let operation = name(HTTPRequestHead(exchange.request))
            append(Self.step(exchange, operation, start, milliseconds, isFromConsole)) { number in
                TrafficEntry(
                    number: number,
                    start: start,
                    milliseconds: milliseconds,
                    operation: operation,
                    isFromConsole: isFromConsole,
                    kind: .exchange(exchange)
                )
            }
        }
    }

    private func add(_ message: TrafficEntry.Message, keys: Set<String>, _ start: UnixTime) {
        let step = FlowStep(
            number: 0,
            operation: nil,
            start: start,
            end: start,
            outcome: nil,
            isOpening: false,
            keys: keys,
            person: message.to
        )
        append(step) { number in
            TrafficEntry(
                number: number,
                start: start,
                milliseconds: 0,
                operation: "Message",
                isFromConsole: false,
                kind: .message(message)
            )
        }
    }

    /// Says that entries are missing between those that a page has and those that come; before the first there is no gap.
    private func noteGap(_ count: Int) {
        guard state.withLock({ !$0.entries.isEmpty }) else { return }
        let start = now()
        let step = FlowStep(number: 0, operation: "Gap", start: start, end: start, isOpening: false, keys: [])
        append(step) { number in
            TrafficEntry(
                number: number,
                start: start,
                milliseconds: 0,
                operation: "Gap",
                isFromConsole: false,
                kind: .gap(count)
            )
        }
    }

    private static func step(
        _ exchange: TrafficEntry.Exchange,
        _ operation: String,
        _ start: UnixTime,
        _ milliseconds: Double,
        _ isFromConsole: Bool
    ) -> FlowStep {
        let request = TrafficFacts.document(of: exchange.request.body, exchange.request.fields)
        let response = TrafficFacts.document(of: exchange.responseBody, exchange.responseFields)
        let isIdentity = !operation.contains(" ")
        let (keys, person) = TrafficFacts.keys(of: [request, response].compactMap(\.self))
        return FlowStep(
            number: 0,
            operation: operation,
            start: start,
            end: start + .milliseconds(Int64(milliseconds.rounded(.up))),
            outcome: FlowOutcome(
                operation: operation,
                status: exchange.status,
                error: TrafficFacts.error(in: exchange),
                request: request?.object ?? JSONObject(),
                response: response?.object ?? JSONObject()
            ),
            // A signed-in user's request for a mail goes on with what the user was doing.
            isOpening: FlowOutcome.openings.contains(operation) && request?.object?["idToken"] == nil,
            // What a page of the console asks for is its reader's, but for a mail that it sends to a user.
            keys: isIdentity && (!isFromConsole || operation == "SendCode") ? keys : [],
            person: person,
            client: TrafficFacts.client(of: exchange.request.fields)
        )
    }

    private func append(_ step: FlowStep, _ make: (Int) -> TrafficEntry) {
        state.withLock { state in
            let number = state.first + state.entries.count
            let entry = make(number)
            var step = step
            step.number = number
            state.entries.append(entry)
            state.bytes += entry.size
            state.changes.append((number, state.grouper.add(step)))
            while state.entries.count > Self.limit || state.bytes > Self.byteLimit && state.entries.count > 1 {
                // In large steps: removing from an array's front moves the rest.
                let count = max(1, state.entries.count / 16)
                state.bytes -= state.entries.prefix(count).reduce(0) { $0 + $1.size }
                state.entries.removeFirst(count)
                state.changes.removeFirst(count)
                state.first += count
            }
            for follower in state.followers.values { follower.yield() }
        }
    }
}

// MARK: - Reading

extension TrafficLog {
    /// A part of the log: the lines after a number, and the flows as they were after each of them.
    struct Page: Sendable {
        var lines: [(number: Int, line: JSONValue, flow: JSONValue?)]
        /// Whether entries between the asked number and the first line are gone.
        var hasGap: Bool
        var last: Int
    }

    /// The entries after a number, oldest first.
    func page(after number: Int, limit: Int) -> Page {
        state.withLock { state in
            let start = max(0, number + 1 - state.first)
            let end = min(state.entries.count, start + limit)
            let range = start < end ? start..<end : 0..<0
            return Page(
                lines: range.map { (state.first + $0, state.entries[$0].line, state.changes[$0].flow?.json) },
                hasGap: number + 1 < state.first && number > 0,
                last: state.first + state.entries.count - 1
            )
        }
    }

    /// The newest flows and entries, for a page that opens.
    func newest(limit: Int) async -> (lines: [JSONValue], flows: [JSONValue], last: Int) {
        await catchUp()
        return state.withLock { state in
            (
                state.entries.suffix(limit).map(\.line),
                state.grouper.flows.suffix(limit / 4).map(\.json),
                state.first + state.entries.count - 1
            )
        }
    }

    /// An entry by its number; `nil` if it is gone.
    func entry(_ number: Int) -> TrafficEntry? {
        state.withLock { state in
            let position = number - state.first
            return state.entries.indices.contains(position) ? state.entries[position] : nil
        }
    }

    /// A flow by its number with the whole log, oldest first; `nil` if the flow is gone.
    func flow(_ number: Int) async -> (flow: Flow, entries: [TrafficEntry])? {
        await catchUp()
        return state.withLock { state in
            state.grouper.flows.last { $0.id == number }.map { ($0, state.entries) }
        }
    }

    /// Begins to follow; `nil` if too many do.
    ///
    /// - Returns: A wake-up after each change, one at most being kept for a slow reader, and the follower's number.
    func join() -> (wakes: AsyncStream<Void>, follower: Int)? {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let follower = state.withLock { state -> Int? in
            guard state.followers.count < Self.followerLimit, !state.isClosed else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        guard let follower else { return nil }
        waiting.withLock { $0.isWatched = true }
        return (wakes, follower)
    }

    /// Ends following.
    func leave(_ follower: Int) {
        let (continuation, isWatched) = state.withLock { state in
            (state.followers.removeValue(forKey: follower), !state.followers.isEmpty)
        }
        continuation?.finish()
        waiting.withLock { $0.isWatched = isWatched }
    }

    /// Ends every stream.
    func close() {
        let followers = state.withLock { state in
            state.isClosed = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}
