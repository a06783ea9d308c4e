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

    /// Tells one run of the process from another: numbers begin anew.
    let run: String
    private let now: @Sendable () -> UnixTime
    private let state = Locked(State())
    private let waiting = Locked(Waiting())
    private let catchingUp = Locked(())
    private let wakes: AsyncStream<Void>.Continuation

    /// What was noted and not yet read: while no page looks, a request costs no more than keeping it.
    private struct Waiting: Sendable {
        struct Note: Sendable {
            let size: Int
            let read: @Sendable () -> Void
        }

        var notes: [Note] = []
        var bytes = 0
        /// Whether a page follows, and reading cannot wait.
        var isWatched = false
    }

    /// Creates a log.
    ///
    /// Bodies are read and grouped beside the requests, in the order of arrival, once a page looks. What waits is bounded
    /// as the log is: the oldest go first.
    init(random: RandomSource = .system, now: @escaping @Sendable () -> UnixTime) {
        run = random.alphanumeric(8)
        self.now = now
        let (signals, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        Task.detached(priority: .utility) { [weak self] in for await _ in signals { self?.catchUp() } }
    }

    deinit { wakes.finish() }

    /// Notes something that is read when it is needed.
    private func note(size: Int, _ read: @escaping @Sendable () -> Void) {
        let isWatched = waiting.withLock { waiting in
            waiting.notes.append(Waiting.Note(size: size, read: read))
            waiting.bytes += size
            if waiting.notes.count > Self.limit || waiting.bytes > Self.byteLimit, waiting.notes.count > 1 {
                // In large steps: removing from an array's front moves the rest.
                let count = max(1, waiting.notes.count / 8)
                waiting.bytes -= waiting.notes.prefix(count).reduce(0) { $0 + $1.size }
                waiting.notes.removeFirst(count)
            }
            return waiting.isWatched
        }
        if isWatched { wakes.yield() }
    }

    /// Reads everything that was noted before.
    func catchUp() {
        catchingUp.withLock { _ in
            let notes = waiting.withLock { waiting in
                defer { (waiting.notes, waiting.bytes) = ([], 0) }
                return waiting.notes
            }
            for note in notes { note.read() }
        }
    }

    func deliver(_ mail: CodeMail) {
        let message = TrafficEntry.Message(
            channel: "EMAIL",
            purpose: mail.type,
            to: (mail.newEmail ?? mail.to).text,
            code: mail.code,
            link: mail.link
        )
        add(message, keys: ["person:\(message.to.lowercased())", TrafficFacts.digest(of: mail.code.reveal())])
    }

    func deliver(_ text: CodeText) {
        let message = TrafficEntry.Message(
            channel: "SMS",
            purpose: text.purpose.rawValue,
            to: text.to.text,
            code: text.code,
            link: nil
        )
        add(message, keys: ["person:\(text.to.text)", TrafficFacts.digest(of: text.code.reveal())])
    }

    private func add(_ message: TrafficEntry.Message, keys: Set<String>) {
        let start = now()
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
        note(size: 512) { [self] in
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
    }

    /// Keeps a request and its answer.
    func add(
        _ request: HTTPRequest,
        _ response: HTTPResponse,
        operation: @escaping @Sendable () -> String,
        start: UnixTime,
        took: Duration,
        isFromConsole: Bool
    ) {
        let milliseconds = Double(took.components.seconds) * 1000 + Double(took.components.attoseconds) / 1e15
        let exchange = Self.exchange(request, response)
        note(size: 512 + exchange.request.body.count + exchange.responseBody.count) { [self] in
            let operation = operation()
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

    private static func exchange(_ request: HTTPRequest, _ response: HTTPResponse) -> TrafficEntry.Exchange {
        var request = request
        let isCut = request.body.count > bodyLimit || response.bytes.count > bodyLimit
        if request.body.count > bodyLimit { request.body = Array(request.body.prefix(bodyLimit)) }
        return TrafficEntry.Exchange(
            request: request,
            status: response.status,
            responseFields: response.fields,
            responseBody: response.bytes.count > bodyLimit ? Array(response.bytes.prefix(bodyLimit)) : response.bytes,
            isCut: isCut
        )
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
            keys: isIdentity && !isFromConsole ? keys : [],
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
        catchUp()
        return state.withLock { state in
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
    func newest(limit: Int) -> (lines: [JSONValue], flows: [JSONValue], last: Int) {
        catchUp()
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
