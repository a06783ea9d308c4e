internal import HearthHTTP

/// Turns the bytes of a connection into requests, however they are cut into packets.
///
/// Knows no socket and no clock. Feed it until it is in stage ``Stage/admission``, decide about the body, feed it until
/// it is ``Stage/complete``, take the request, and feed it the rest.
struct RequestParser: Sendable {
    /// How far the request in hand has arrived.
    enum Stage: Sendable, Hashable {
        /// Nothing of it.
        case idle
        /// A part of its head.
        case head
        /// Its head: nothing more is read until what becomes of the body is decided.
        case admission
        /// Its head and a part of its body.
        case body
        /// All of it.
        case complete
    }

    private(set) var stage = Stage.idle
    private(set) var head = ParsedHead()
    private let limits: ServerLimits
    private let budget: MemoryBudget?
    private var scanner = HeadScanner()
    /// A head that did not arrive in one piece.
    private var partialHead: [UInt8] = []
    private var body: BodyBuffer
    private var remaining = 0
    private var decoder = ChunkedDecoder()
    /// Whether a part of the body has arrived.
    private(set) var isBodyStarted = false
    /// Whether the body is read in order to reach the next request, and for nothing else.
    private(set) var isSkipping = false

    /// Creates a parser for one connection.
    ///
    /// - Parameters:
    ///   - limits: How large heads may be.
    ///   - budget: What pays for the bodies that are kept.
    init(limits: ServerLimits, budget: MemoryBudget? = nil) {
        self.limits = limits
        self.budget = budget
        body = BodyBuffer(maximum: 0, budget: nil)
    }

    /// How much of the body has arrived.
    var received: Int { body.received }

    /// How much of the body waits to be taken.
    var buffered: Int { body.bytes.count }

    /// Reads on, up to the end of one head or one body at most.
    ///
    /// - Parameter bytes: What has arrived.
    /// - Returns: How many of the bytes were used: all of them, unless the head or the body is complete.
    /// - Throws: ``RequestRefusal`` if the request is refused. The parser is of no use after it.
    mutating func consume(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Int {
        guard bytes.count > 0 else { return 0 }
        return switch stage {
        case .idle, .head: try consumeHead(bytes)
        case .body: try consumeBody(bytes)
        case .admission, .complete: 0
        }
    }

    /// Lets the body come.
    ///
    /// - Parameters:
    ///   - maximumBody: How large it may become.
    ///   - isKept: Whether all of it is going to be in memory at once.
    /// - Throws: ``RequestRefusal`` if it is announced to be larger than it or the server's memory allows.
    mutating func admit(maximumBody: Int, isKept: Bool = true) throws(RequestRefusal) {
        guard stage == .admission else { return }
        switch head.framing {
        case .length(let length):
            guard length <= maximumBody else { throw .bodyTooLarge }
            if isKept, let budget, length > 0, !budget.hasRoom(for: length, of: length) { throw .memoryExhausted }
            remaining = length
            body = BodyBuffer(maximum: maximumBody, expected: length, budget: budget)
            stage = length == 0 ? .complete : .body
        case .chunked:
            decoder = ChunkedDecoder()
            body = BodyBuffer(maximum: maximumBody, budget: budget)
            stage = .body
        }
    }

    /// Reads over the body if it is short enough to be worth it.
    ///
    /// - Returns: Whether the next request will be found behind it.
    mutating func skipBody() -> Bool {
        guard stage == .admission, case .length(let length) = head.framing, length <= Self.longestSkip,
            length == 0 || !head.expectsContinue
        else { return false }
        remaining = length
        isSkipping = length > 0
        stage = length == 0 ? .idle : .body
        return true
    }

    /// The complete request; the parser is ready for the next one.
    mutating func takeRequest() -> (request: HTTPRequest, share: MemoryShare?) {
        let request = HTTPRequest(head.method, target: head.target, fields: head.fields, body: body.bytes)
        let share = body.share
        finish()
        return (request, share)
    }

    /// What has arrived of the body and was not taken before.
    mutating func takePiece() -> [UInt8] {
        body.take()
    }

    /// Gets ready for the next request.
    mutating func finish() {
        head.fields = HTTPFields()
        body = BodyBuffer(maximum: 0, budget: nil)
        isSkipping = false
        stage = .idle
    }

    private mutating func consumeHead(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Int {
        if partialHead.isEmpty {
            guard let end = try scanner.scan(bytes, limits) else {
                partialHead.append(bytes)
                stage = .head
                return bytes.count
            }
            try finishHead(bytes.extracting(0..<end))
            return end
        }
        let before = partialHead.count
        partialHead.append(bytes)
        var scanner = scanner
        guard let end = try scanner.scan(partialHead.span, limits) else {
            self.scanner = scanner
            return bytes.count
        }
        let complete = partialHead
        partialHead = []
        try finishHead(complete.span.extracting(0..<end))
        return end - before
    }

    private mutating func finishHead(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        scanner = HeadScanner()
        isBodyStarted = false
        head = try HeadParser.parse(bytes, limits)
        stage = .admission
    }

    private mutating func consumeBody(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Int {
        isBodyStarted = true
        if !isSkipping, case .chunked = head.framing {
            let used = try decoder.consume(bytes, into: &body)
            if decoder.isDone { stage = .complete }
            return used
        }
        let count = min(remaining, bytes.count)
        if !isSkipping { try body.append(bytes.extracting(0..<count)) }
        remaining -= count
        guard remaining == 0 else { return count }
        if isSkipping { finish() } else { stage = .complete }
        return count
    }

    /// A refused body up to this length is read over; a longer one ends the connection.
    private static let longestSkip = 64 * 1024
}
