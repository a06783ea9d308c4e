package import HearthHTTP

extension HTTPRequest {
    /// The head of the request, as admission sees it.
    package var head: HTTPRequestHead {
        HTTPRequestHead(method, target: target, fields: fields, contentLength: body.count, peer: peer)
    }
}
