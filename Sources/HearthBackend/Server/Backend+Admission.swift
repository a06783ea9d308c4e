internal import HearthHTTP
internal import HearthWire

extension Backend {
    /// A request that may send its body.
    struct Admitted: Sendable {
        let target: Target
        let credentials: Gate.Credentials
        /// The largest body that is read, in bytes.
        let maximumBody: Int
    }

    /// What answers a request.
    enum Target: Sendable {
        case operation(Router<Handler>.Match)
        case document(Router<Documents.Answer>.Match)
    }

    /// Decides by a request's head whether its body is worth reading: whether there is anything at its path, and
    /// whether the caller may call it.
    ///
    /// - Throws: `APIError` with status 401, 403 or 404.
    func admit(_ head: RequestHead) throws(APIError) -> Admitted {
        let method = head.method == .head ? .get : head.method
        if let match = operations.match(method, head.path) {
            return Admitted(
                target: .operation(match),
                credentials: try gate.authorize(head, match.access),
                maximumBody: match.maximumBody
            )
        }
        guard let match = documents.match(method, head.path) else { throw .notFound }
        return Admitted(
            target: .document(match),
            credentials: try gate.authorize(head, match.access),
            maximumBody: match.maximumBody
        )
    }
}
