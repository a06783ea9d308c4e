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
        let admission = answering(head)
        guard case .answer(let limit, _) = admission else { return admission }
        return .accept(maximumBody: limit)
    }

    /// Decides as ``admission(of:)`` does, and answers the request itself: what was found out by its head is not found out
    /// again.
    package func answering(_ head: HTTPRequestHead) -> HTTPAdmission {
        guard head.method != .options else { return .accept(maximumBody: Route.userBody) }
        do throws(APIError) {
            let admission = try admit(head)
            let limit = admission.maximumBody
            guard head.contentLength ?? 0 <= limit else { throw .payloadTooLarge(limit: limit) }
            return .answer(maximumBody: limit) { request in await self.answer(request, admission) }
        } catch {
            return .refuse(refuse(error, of: head))
        }
    }

    /// Whether a path is known at a glance to be the identity service's, so that a port of several services need not ask
    /// the others.
    ///
    /// - Parameter path: The path of any request, still percent-encoded.
    /// - Returns: `true` for paths below the names of the identity service's hosts, and for the one that says that the
    ///   server is up; the service answers other paths too.
    package static func owns(path: Substring) -> Bool {
        path.utf8.starts(with: "/identitytoolkit.googleapis.com/".utf8)
            || path.utf8.starts(with: "/securetoken.googleapis.com/".utf8) || path == "/healthz"
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

    /// What the head of a request told, and that its body may come: an object, since it is handed from function to function.
    final class Admission: Sendable {
        let target: Target
        let credentials: Gate.Credentials
        /// The largest body that is read, in bytes.
        let maximumBody: Int

        init(_ target: Target, _ credentials: Gate.Credentials, maximumBody: Int) {
            self.target = target
            self.credentials = credentials
            self.maximumBody = maximumBody
        }
    }

    /// A request that was let in, as a whole, and what is written down about it.
    final class AdmittedRequest: Sendable {
        let request: HTTPRequest
        let head: HTTPRequestHead
        let admission: Admission
        let record = CallRecord()

        init(_ request: HTTPRequest, _ admission: Admission) {
            self.request = request
            self.admission = admission
            head = HTTPRequestHead(request)
        }
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
    func admit(_ head: HTTPRequestHead) throws(APIError) -> Admission {
        let method = head.method == .head ? .get : head.method
        if let match = operations.match(method, head.path) {
            let credentials = try gate.authorize(head, match.access)
            return Admission(.operation(match), credentials, maximumBody: match.maximumBody)
        }
        guard let match = documents.match(method, head.path) else { throw .notFound }
        let credentials = try gate.authorize(head, match.access)
        return Admission(.document(match), credentials, maximumBody: match.maximumBody)
    }
}
