/// Answers a request; what goes wrong is an answer too.
public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse

/// What becomes of a request whose head has arrived and whose body has not.
///
/// ```swift
/// HTTPServer(
///     configuration: configuration,
///     admission: { head in
///         guard head.fields["Authorization"] != nil else { return .refuse(HTTPResponse(status: 401)) }
///         return .accept(maximumBody: head.path.hasSuffix(":batchCreate") ? 16 << 20 : 64 << 10)
///     },
///     handler: handle
/// )
/// ```
public enum HTTPAdmission: Sendable {
    /// The body is read and kept, and the server's handler gets the whole request.
    ///
    /// A larger body than `maximumBody`, in bytes, is answered with 413: before any of it is read if its length is
    /// announced. `nil` stands for the server's own limit. While the bodies that the server holds fill its budget, the
    /// answer is 503 with `Retry-After`.
    case accept(maximumBody: Int? = nil)
    /// The body is read and kept as after ``accept(maximumBody:)``, and a handler of its own gets the whole request.
    ///
    /// It spares a server that many services share from finding out twice whose a request is.
    case answer(maximumBody: Int? = nil, HTTPHandler)
    /// A handler of its own gets the body piece by piece, as it arrives.
    ///
    /// The server holds a bounded part of the body and reads on as the handler takes it. A body above `maximumBody`
    /// bytes is answered with 413 and cancels the handler, unless its answer has begun: then the connection is cut.
    case stream(maximumBody: Int, @Sendable (HTTPRequestHead, HTTPRequestBody) async -> HTTPResponse)
    /// The request is answered at once, and its body is neither kept nor handed to a handler.
    ///
    /// A client that waits for `100 Continue` does not get it. A body of up to 64 KiB that is on its way is read and
    /// dropped; after a larger one the connection ends, such that the client can read the answer. The response's body
    /// has to be bytes.
    case refuse(HTTPResponse)
}
