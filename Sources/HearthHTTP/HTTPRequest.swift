/// One request, as a client sends it and as a handler sees it.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// Where the request goes, for example `https://example.com:8443`; `nil` on the server's side.
    public var origin: String?
    /// The path and the query, percent-encoded, for example `/v1/accounts:signUp?key=k`.
    public var target: String
    /// The fields of the head.
    public var fields: HTTPFields
    /// The whole body.
    public var body: [UInt8]
    /// The address of the peer that sent the request, if the server knows it.
    public var peer: String?
    /// How long a client waits for the whole response, or with ``HTTPTransport/open(_:)`` for its head.
    ///
    /// Defaults to `nil`, for the transport's own limit.
    public var timeout: Duration?
    /// How long the body of a response that was opened with ``HTTPTransport/open(_:)`` may be silent.
    ///
    /// Time in which the reader is behind does not count. Defaults to `nil`: for ever.
    public var silence: Duration?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - origin: Scheme, host and port, without a slash at the end. Leave it out for an in-process call.
    ///   - target: The path and the query, percent-encoded.
    ///   - fields: The fields of the head.
    ///   - body: The whole body.
    public init(
        _ method: HTTPMethod,
        origin: String? = nil,
        target: String,
        fields: HTTPFields = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.origin = origin
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// The path, still percent-encoded.
    public var path: Substring { HTTPTarget.path(of: target) }

    /// The segments of the path, still percent-encoded and exactly as they are: `//v1//x` has the segments `""`, `"v1"`,
    /// `""` and `"x"`, `/` has one that is empty, and `..` is a segment like any other.
    ///
    /// A router that compares them refuses what it does not know. One that splits the path and drops what is empty
    /// would take `/v1//x` for `/v1/x`, and a check before it for another path.
    public var pathSegments: [Substring] { HTTPTarget.segments(of: target) }

    /// The parameters of the query, decoded: the first ``FormParameters/defaultLimit`` that are UTF-8.
    public var query: FormParameters { HTTPTarget.query(of: target) }

    /// Reads the body as `application/x-www-form-urlencoded`.
    ///
    /// - Parameter limit: How many parameters there may be.
    /// - Returns: The parameters.
    /// - Throws: ``FormError`` if there are more, or if one of them is not UTF-8.
    public func form(limit: Int = FormParameters.defaultLimit) throws(FormError) -> FormParameters {
        try FormParameters(parsing: body, limit: limit)
    }
}
