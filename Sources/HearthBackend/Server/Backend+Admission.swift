public import HearthHTTP
internal import HearthWire

extension Backend {
    /// Decides what becomes of a request before its body is read: hand it to the server as its admission.
    ///
    /// ```swift
    /// HTTPServer(admission: { backend.admission(of: $0) }, handler: { await backend.handle($0) })
    /// ```
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: The refusal if there is nothing at the path, if the caller may not call it, or if the body that is
    ///   announced is larger than it takes; otherwise the largest body.
    public func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        guard head.method != .options else { return .accept(maximumBody: Route.userBody) }
        do throws(APIError) {
            let limit = try admit(head).maximumBody
            guard head.contentLength ?? 0 <= limit else { throw .payloadTooLarge(limit: limit) }
            return .accept(maximumBody: limit)
        } catch {
            return .refuse(refuse(error, of: head))
        }
    }

    /// Refuses a request that may not have the emulator's privileges, for other services on the same port.
    ///
    /// They are for programs of this machine: not for pages of other origins, other host names, or callers behind a
    /// proxy.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: The refusal, with status 403; `nil` if the caller is local.
    public func refusalOfRemote(_ head: HTTPRequestHead) -> HTTPResponse? {
        do throws(APIError) {
            try gate.local.check(head)
            return nil
        } catch {
            return refusal(error, of: head)
        }
    }

    /// Whether pages of an origin belong to this server: those of this machine and of the authorized domains.
    ///
    /// - Parameter origin: The header field `Origin` of a request.
    /// - Returns: Whether services that answer known pages alone may answer it.
    public func isKnown(origin: String) -> Bool { gate.local.isKnown(origin: origin) }

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
    func admit(_ head: HTTPRequestHead) throws(APIError) -> Admitted {
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
