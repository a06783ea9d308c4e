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
    public var path: Substring {
        target.prefix { $0 != "?" }
    }

    /// The parameters of the query, decoded.
    public var query: FormParameters {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return FormParameters() }
        return FormParameters(decoding: target[target.index(after: mark)...])
    }
}
