internal import HearthHTTP

/// Turns the bytes of a connection into requests, however they are cut into packets.
///
/// Knows no socket and no clock. /// Feed it until it is ``Stage/complete``, take the request, and feed it the rest.
struct RequestParser: Sendable {
    /// How far the request in hand has arrived.
    enum Stage: Sendable, Hashable {
        /// Nothing of it.
        case idle
        /// A part of its head.
        case head
        /// Its head and a part of its body.
        case body
        /// All of it.
        case complete
    }

    private(set) var stage = Stage.idle
    private(set) var head = RequestHead()
    private let limits: ServerLimits
    private var scanner = HeadScanner()
    /// A head that did not arrive in one piece.
    private var partialHead: [UInt8] = []
    private var body: [UInt8] = []
    private var remaining = 0
    private var decoder = ChunkedDecoder()
    /// Whether a part of the body has arrived.
    private(set) var isBodyStarted = false

    /// Creates a parser for one connection.
    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Reads on, up to the end of one request at most.
    ///
    /// - Parameter bytes: What has arrived.
    /// - Returns: How many of the bytes were used: all of them, unless the request is complete.
    /// - Throws: ``RequestRefusal`` if the request is refused. The parser is of no use after it.
    mutating func consume(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Int {
        var used = 0
        if stage == .idle || stage == .head, bytes.count > 0 {
            used = try consumeHead(bytes)
        }
        if stage == .body, used < bytes.count {
            used += try consumeBody(bytes.extracting(used..<bytes.count))
        }
        return used
    }

    /// The complete request; the parser is ready for the next one.
    mutating func takeRequest() -> HTTPRequest {
        let request = HTTPRequest(head.method, target: head.target, fields: head.fields, body: body)
        head.fields = HTTPFields()
        body = []
        stage = .idle
        return request
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
        switch head.framing {
        case .length(let length):
            guard length <= limits.bodyBytes else { throw .bodyTooLarge }
            remaining = length
            // The length is only a claim: memory follows the bytes when it is a large one.
            body.reserveCapacity(min(length, 64 * 1024))
            stage = length == 0 ? .complete : .body
        case .chunked:
            decoder = ChunkedDecoder()
            stage = .body
        }
    }

    private mutating func consumeBody(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Int {
        isBodyStarted = true
        if case .chunked = head.framing {
            let used = try decoder.consume(bytes, into: &body, limit: limits.bodyBytes)
            if decoder.isDone { stage = .complete }
            return used
        }
        let count = min(remaining, bytes.count)
        body.append(bytes.extracting(0..<count))
        remaining -= count
        if remaining == 0 { stage = .complete }
        return count
    }
}
