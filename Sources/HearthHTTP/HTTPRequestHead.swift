/// The head of a request, as a server shows it before any of the body is kept.
public struct HTTPRequestHead: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The path and the query, percent-encoded, exactly as the client sent them.
    public var target: String
    /// The fields of the head.
    ///
    /// Over HTTP/2, the request's authority is its `Host`.
    public var fields: HTTPFields
    /// The announced length of the body in bytes, which is a claim; `nil` if none is announced.
    public var contentLength: Int?
    /// The address of the peer that sends the request, if the server knows it.
    public var peer: String?

    /// Creates a head.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query, percent-encoded.
    ///   - fields: The fields of the head.
    ///   - contentLength: The announced length of the body, 0 if there is none, `nil` if it is not announced.
    ///   - peer: The address of the peer.
    public init(
        _ method: HTTPMethod,
        target: String,
        fields: HTTPFields = [:],
        contentLength: Int? = 0,
        peer: String? = nil
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.contentLength = contentLength
        self.peer = peer
    }

    /// The path, still percent-encoded.
    public var path: Substring { HTTPTarget.path(of: target) }

    /// The segments of the path, as ``HTTPRequest/pathSegments`` has them.
    public var pathSegments: [Substring] { HTTPTarget.segments(of: target) }

    /// The parameters of the query, as ``HTTPRequest/query`` has them.
    public var query: FormParameters { HTTPTarget.query(of: target) }
}
