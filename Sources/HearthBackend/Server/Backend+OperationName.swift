package import HearthHTTP

extension Backend {
    /// The name of the operation that a request asks for, as `Documentation/endpoints.md` has it: for logs.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: For example `SignUp`; `nil` for pages, and if there is no such operation.
    package func operationName(of head: HTTPRequestHead) -> String? {
        let method = head.method == .head ? .get : head.method
        return operations.match(method, head.path).map { "\($0.target.operation)" }
    }

    /// The name of what a request asks for, of those that the server knows: for the log, which no request may write.
    func name(of head: HTTPRequestHead) -> String {
        if let operation = operationName(of: head) { return operation }
        let method = head.method == .head ? .get : head.method
        return documents.match(method, head.path) == nil ? "none" : "page"
    }
}
