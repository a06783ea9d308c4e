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
}
