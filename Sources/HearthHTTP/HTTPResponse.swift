/// One response, as a handler makes it and as a client reads it.
public struct HTTPResponse: Sendable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The fields of the head, without the framing that the server adds.
    public var fields: HTTPFields
    /// The body.
    public var body: HTTPBody

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The fields of the head.
    ///   - body: The body.
    public init(status: Int, fields: HTTPFields = [:], body: HTTPBody = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The body's bytes; empty for a stream, which is read by ``collected()``.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }

    /// The response with its stream run to the end and kept in memory.
    ///
    /// - Returns: A response whose body is ``HTTPBody/bytes(_:)``.
    /// - Throws: What the stream throws, or the error of ``HTTPBody/failed(_:)``.
    public func collected() async throws -> HTTPResponse {
        if case .failed(let error) = body { throw error }
        guard case .stream(let produce) = body else { return self }
        let collector = BodyCollector()
        try await produce(collector)
        var response = self
        response.body = .bytes(await collector.bytes)
        return response
    }
}

/// The body of a response.
public enum HTTPBody: Sendable {
    /// All of it at once.
    case bytes([UInt8])
    /// Piece by piece: the function writes until it returns, and waits while the reader is slow.
    ///
    /// For downloads, server-sent events and long polls. A server runs the function in the request's task once the head
    /// is sent. It keeps about 128 KiB for a reader that is behind, then ``HTTPBodyWriter/write(_:)`` waits; a reader
    /// that takes nothing for a minute is cut off, one to which nothing is sent is not. When the reader leaves, the
    /// task is cancelled and writing throws. When the server drains, the task is cancelled while the reader is still
    /// there, so that the function may write a last piece and return.
    ///
    /// A function that returns has written all of the body; one that throws has not, and its reader learns so by the
    /// connection's end.
    ///
    /// ```swift
    /// HTTPResponse(status: 200, fields: ["Content-Type": "text/event-stream"], body: .stream { writer in
    ///     for await event in events { try await writer.write(Array("data: \(event)\n\n".utf8)) }
    /// })
    /// ```
    case stream(@Sendable (any HTTPBodyWriter) async throws -> Void)
    /// No answer at all: a server closes the connection, a transport in process throws the error.
    case failed(TransportError)
}

/// Takes the pieces of a streamed body.
public protocol HTTPBodyWriter: Sendable {
    /// Sends one piece, waiting while too much is still unsent.
    ///
    /// Each piece goes out at once, however small. Large ones need not be cut up: they are not copied.
    ///
    /// - Parameter bytes: The piece.
    /// - Throws: `CancellationError` if the reader is gone.
    func write(_ bytes: [UInt8]) async throws
}

private actor BodyCollector: HTTPBodyWriter {
    var bytes: [UInt8] = []

    func write(_ piece: [UInt8]) {
        bytes += piece
    }
}
