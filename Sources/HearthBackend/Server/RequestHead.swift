internal import HearthHTTP

/// What is known of a request before its body is read.
struct RequestHead: Sendable {
    let method: HTTPMethod
    let target: String
    let fields: HTTPFields
    /// The address of the peer, if the request came over a network.
    let peer: String?

    init(_ request: HTTPRequest) {
        method = request.method
        target = request.target
        fields = request.fields
        peer = request.peer
    }

    /// The path, still percent-encoded.
    var path: Substring { target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...] }

    /// The parameters of the query, decoded.
    var query: FormParameters {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return FormParameters() }
        return FormParameters(decoding: target[target.utf8.index(after: mark)...])
    }
}
