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

    /// What was read.
    struct State: Sendable {
        var entries: [TrafficEntry] = []
        var first = 1
        var bytes = 0
        var grouper = FlowGrouper()
        var changes: [(number: Int, flow: Flow?)] = []
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextFollower = 0
        var isClosed = false
        /// What the followers were last woken for.
        var frame = LiveFrame(after: 0, last: 0, bytes: [])

        var last: Int { first + entries.count - 1 }
    }

    /// What was noted and not read yet: all that a request touches.
    struct Waiting: Sendable {
        var ring = TrafficRing(limit: TrafficLog.limit, byteLimit: TrafficLog.byteLimit)
        /// Whether a page follows, and reading cannot wait.
        var isWatched = false
        /// Whether the task that reads for the followers is at work, and needs no waking.
        var isAwake = false
    }

    /// How many notes are read in one go when a page opens.
    static let portion = 100

    /// Tells one run of the process from another: numbers begin anew.
    let run: String
    let now: @Sendable () -> UnixTime
    let name: @Sendable (HTTPRequestHead) -> String
    let pause: @Sendable (Duration) async -> Void
    let state = Locked(State())
    let waiting = Locked(Waiting())
    private let reading = Locked(())
    let wakes: AsyncStream<Void>.Continuation

    /// Creates a log.
    ///
    /// Bodies are read and grouped beside the requests, in the order of arrival, once a page looks. What waits is bounded
    /// as the log is: the oldest go first.
    ///
    /// - Parameters:
    ///   - name: What a request asks for, in words.
    ///   - random: The source of the run's name.
    ///   - pause: Waits between two frames for the pages that follow.
    ///   - now: The clock.
    init(
        name: @escaping @Sendable (HTTPRequestHead) -> String,
        random: RandomSource = .system,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> UnixTime
    ) {
        run = random.alphanumeric(8)
        self.name = name
        self.now = now
        self.pause = pause
        let (signals, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        Task.detached(priority: .utility) { [weak self] in
            for await _ in signals { await self?.followUp() }
        }
    }

    deinit { wakes.finish() }

    /// Keeps a request and its answer.
    func add(_ request: HTTPRequest, _ response: HTTPResponse, start: UnixTime, took: Duration, isFromConsole: Bool) {
        let memory = waiting.withLock { $0.ring.takeSpare() }
        let exchange = PackedExchange(request, response, bodyLimit: Self.bodyLimit, in: memory)
        note(.exchange(exchange, start: start, took: took, isFromConsole: isFromConsole))
    }

    func deliver(_ mail: CodeMail) { note(.mail(mail, at: now())) }

    func deliver(_ text: CodeText) { note(.text(text, at: now())) }

    /// Keeps an attempt to deliver an event to a function.
    func add(_ delivery: ConsoleDelivery) { note(.delivery(delivery)) }

    private func note(_ note: TrafficRing.Note) {
        let wakes = waiting.withLock { waiting in
            waiting.ring.append(note)
            guard waiting.isWatched, !waiting.isAwake else { return false }
            waiting.isAwake = true
            return true
        }
        if wakes { self.wakes.yield() }
    }

    /// Reads everything that was noted before, a portion at a time, so that others can work between.
    @concurrent
    func catchUp() async {
        let (count, isWatched) = waiting.withLock { ($0.ring.count, $0.isWatched) }
        var left = count
        // Once at least: another one may be reading the last of them.
        repeat {
            let taken = read { waiting in waiting.withLock { $0.ring.take(min(left, Self.portion)) } }
            left = taken == 0 ? 0 : left - taken
            await Task.yield()
        } while left > 0
        if isWatched { wakes.yield() }
    }

    /// Reads notes in their order.
    ///
    /// - Parameter take: Takes the notes, and tells how many before them are gone.
    /// - Returns: How many were read.
    func read(_ take: (Locked<Waiting>) -> (notes: [TrafficRing.Note], dropped: Int)) -> Int {
        reading.withLock { _ in
            let (notes, dropped) = take(waiting)
            if dropped > 0 { noteGap(dropped) }
            for note in notes { read(note) }
            return notes.count
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
                last: state.last
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
                state.last
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
            state.grouper.flow(number).map { ($0, state.entries) }
        }
    }
}
