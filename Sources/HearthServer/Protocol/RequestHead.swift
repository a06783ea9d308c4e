internal import HearthHTTP

/// The head of a request, understood.
struct RequestHead: Sendable {
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
}
