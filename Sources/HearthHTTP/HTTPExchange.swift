/// A response whose head has arrived, and whose body is read piece by piece.
///
/// ```swift
/// let exchange = try await transport.open(request)
/// guard exchange.status == 200 else { … }
/// for try await piece in exchange.body { parser.feed(piece) }
/// ```
///
/// The transfer ends when the body is read to its end, by ``cancel()``, when a task that reads is cancelled, and when
/// the last copy of the exchange and of its body is released. In all but the first case the connection is closed, so
/// that the server learns of it.
public struct HTTPExchange: Sendable {
    /// The status code, 200 to 599.
    public let status: Int
    /// The fields of the head.
    public let fields: HTTPFields
    /// What follows the head.
    public let body: HTTPResponseStream

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The fields of the head.
    ///   - body: What follows the head.
    public init(status: Int, fields: HTTPFields, body: HTTPResponseStream) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Ends the transfer; a reader gets ``TransportError/Kind/cancelled``.
    public func cancel() {
        body.cancel()
    }

    /// Reads the body to its end.
    ///
    /// - Parameter limit: How many bytes it may have. Defaults to 16 MiB.
    /// - Returns: The whole response.
    /// - Throws: ``TransportError``: of kind ``TransportError/Kind/responseTooLarge`` above the limit.
    public func collected(limit: Int = 16 << 20) async throws(TransportError) -> HTTPResponse {
        var bytes: [UInt8] = []
        var pieces = body.makeAsyncIterator()
        while let piece = try await pieces.next(isolation: nil) {
            guard bytes.count + piece.count <= limit else {
                cancel()
                throw TransportError(.responseTooLarge, "more than \(limit) bytes")
            }
            bytes += piece
        }
        return HTTPResponse(status: status, fields: fields, body: .bytes(bytes))
    }
}

/// The body of an ``HTTPExchange``, piece by piece, for one reader.
///
/// Pieces are cut anywhere. About 256 KiB are kept for a reader that is behind; then the peer has to wait.
public struct HTTPResponseStream: AsyncSequence, Sendable {
    /// A piece, never empty.
    public typealias Element = [UInt8]
    /// Why the body ended too early.
    public typealias Failure = TransportError

    private let reader: Reader

    /// Creates a body that a transport fills.
    ///
    /// - Parameters:
    ///   - buffer: Where the transport puts what arrives.
    ///   - owner: What has to live as long as the body is read. Defaults to nothing.
    public init(_ buffer: HTTPBodyBuffer, keeping owner: (any AnyObject & Sendable)? = nil) {
        reader = Reader(buffer, owner)
    }

    /// Creates a body that is there already.
    ///
    /// - Parameter bytes: The body.
    public init(_ bytes: [UInt8]) {
        let buffer = HTTPBodyBuffer()
        _ = buffer.put(bytes)
        buffer.finish()
        self.init(buffer)
    }

    /// Reads on from where the last reader stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader)
    }

    fileprivate func cancel() {
        reader.buffer.cancel()
    }

    /// Takes the pieces of one body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader

        /// Waits for the next piece.
        ///
        /// - Returns: The piece, or `nil` at the end of the body.
        /// - Throws: ``TransportError``: of kind ``TransportError/Kind/connectionLost`` if the body is not complete,
        ///   ``TransportError/Kind/cancelled`` if the reading task or the exchange was cancelled,
        ///   ``TransportError/Kind/timedOut`` if the peer was silent for longer than the request's
        ///   ``HTTPRequest/silence``. What arrived before is delivered first, unless the transfer was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> [UInt8]? {
            try await reader.buffer.take()
        }

        /// Waits for the next piece.
        ///
        /// - Returns: The piece, or `nil` at the end of the body.
        /// - Throws: ``TransportError``, as ``next(isolation:)``.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await reader.buffer.take()
        }
    }

    /// Cancels the transfer when nothing can read it any more.
    fileprivate final class Reader: Sendable {
        let buffer: HTTPBodyBuffer
        private let owner: (any AnyObject & Sendable)?

        init(_ buffer: HTTPBodyBuffer, _ owner: (any AnyObject & Sendable)?) {
            self.buffer = buffer
            self.owner = owner
        }

        deinit {
            buffer.cancel()
        }
    }
}
