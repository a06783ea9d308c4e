internal import HearthHTTP

/// The head of a request, understood.
struct ParsedHead: Sendable {
    /// How the end of the body is known.
    enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    var method = HTTPMethod.get
    var target = ""
    var fields = HTTPFields()
    var framing = Framing.length(0)
    /// Whether the client speaks HTTP/1.0, which knows neither chunks nor `100 Continue`.
    var isVersion10 = false
    /// Whether the client wants to send another request on the same connection.
    var keepsAlive = true
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue = false

    /// What is shown of it before the body is read.
    func shown(to peer: String) -> HTTPRequestHead {
        let length: Int? = if case .length(let length) = framing { length } else { nil }
        return HTTPRequestHead(method, target: target, fields: fields, contentLength: length, peer: peer)
    }
}
