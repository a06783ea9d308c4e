package import HearthHTTP

extension HTTPRequestHead {
    /// The head of a request that is there as a whole.
    package init(_ request: HTTPRequest) {
        self.init(
            request.method,
            target: request.target,
            fields: request.fields,
            contentLength: request.body.count,
            peer: request.peer
        )
    }
}
