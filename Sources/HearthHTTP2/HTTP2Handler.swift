public import HearthHTTP

/// Answers one request over HTTP/2 as it arrives, and writes its head, its body and its trailers itself.
///
/// It runs on the thread of the connection's loop, as the handlers of `HTTPServer` do. Its task is cancelled when the
/// client resets the stream or leaves, and when the server drains: then it may still write a last message and its
/// trailers. There is no limit to how long it may take.
///
/// A handler that returns without having finished its answer ends it: with the body written so far, or with a reset
/// if there is no head. One that throws resets the stream, so that no client takes what it has for the whole.
///
/// ```swift
/// let echo: HTTP2Handler = { request, response in
///     try await response.begin(fields: ["Content-Type": "application/grpc"])
///     for try await piece in request.body { try await response.write(piece) }
///     try await response.finish(trailers: ["grpc-status": "0"])
/// }
/// ```
public typealias HTTP2Handler = @Sendable (HTTP2Request, HTTP2ResponseWriter) async throws -> Void

/// A request over HTTP/2, whose body may still be arriving.
public struct HTTP2Request: Sendable {
    /// The head.
    public let head: HTTPRequestHead
    /// The body, piece by piece as DATA frames bring it; a message may be cut anywhere.
    ///
    /// Back-pressure: the client may send ``HTTP2Limits/streamWindow`` more than was read. Trailers of a request are
    /// dropped.
    public let body: HTTPRequestBody
}
