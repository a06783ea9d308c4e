public import HearthHTTP
internal import HearthServer

/// Sends one answer over HTTP/2.
///
/// Every call throws `CancellationError` once the stream is gone, and waits for nothing else than what it says.
public struct HTTP2ResponseWriter: HTTPBodyWriter {
    let loop: EventLoop
    let stream: StreamID

    /// Sends the head.
    ///
    /// - Parameters:
    ///   - status: The status code, 200 to 599.
    ///   - fields: The fields. Names are sent in lower case; those about connections, and the body's length, are left
    ///     out.
    /// - Throws: ``HTTP2Error`` if a head was sent before, or if a field cannot be sent.
    public func begin(status: Int = 200, fields: HTTPFields = [:]) async throws {
        try await loop.begin(stream, status, fields, isWhole: false)
    }

    /// Sends the head as the whole answer: in gRPC, an error that comes before any message, with `grpc-status` among
    /// the fields.
    ///
    /// - Parameters:
    ///   - status: The status code, 200 to 599.
    ///   - fields: The fields.
    /// - Throws: ``HTTP2Error`` if a head was sent before, or if a field cannot be sent.
    public func end(status: Int = 200, fields: HTTPFields = [:]) async throws {
        try await loop.begin(stream, status, fields, isWhole: true)
    }

    /// Sends a piece of the body, and waits while more than ``HTTP2Limits/streamBacklog`` is unsent.
    ///
    /// - Parameter bytes: The piece, of any size.
    /// - Throws: ``HTTP2Error`` if there was no head.
    public func write(_ bytes: [UInt8]) async throws {
        try await loop.write(stream, bytes)
    }

    /// Ends the answer behind what was written, without waiting for the client to take it.
    ///
    /// - Parameter trailers: What comes behind the body.
    /// - Throws: ``HTTP2Error`` if there was no head, or if a field cannot be sent.
    public func finish(trailers: HTTPFields = [:]) async throws {
        try await loop.finish(stream, trailers)
    }

    /// Ends the stream at once: what was written and not sent is lost, and the handler's task cancelled.
    ///
    /// - Parameter reason: What the client is told.
    public func reset(_ reason: HTTP2Reset) async {
        await loop.reset(stream, reason)
    }
}
