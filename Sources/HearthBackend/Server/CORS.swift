internal import HearthHTTP

/// Lets web pages call.
///
/// Identity operations answer pages of every origin, as the emulator does and as the API, which has no cookies,
/// safely may. What shows or changes the emulator itself answers the developer's own pages only.
struct CORS: Sendable {
    private let local: LocalClient
    private let isEmulator: Bool

    init(_ configuration: BackendConfiguration) {
        local = LocalClient(configuration)
        isEmulator = configuration.isEmulator
    }

    /// The answer to a browser that asks before it calls.
    func preflight(_ head: HTTPRequestHead) -> HTTPResponse {
        var fields: HTTPFields = [
            "Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
            "Access-Control-Max-Age": "600",
        ]
        if let asked = head.fields["access-control-request-headers"] {
            fields["Access-Control-Allow-Headers"] = asked
        }
        // A production server is no private network's: a page that asks is after something else.
        if isEmulator, head.fields["access-control-request-private-network"] == "true" {
            fields["Access-Control-Allow-Private-Network"] = "true"
        }
        var response = HTTPResponse(status: 204, fields: fields)
        allowOrigin(of: head, in: &response)
        return response
    }

    /// Names the caller's origin in an answer, if pages of that origin may read it.
    func allowOrigin(of head: HTTPRequestHead, in response: inout HTTPResponse) {
        guard let origin = head.fields["origin"] else { return }
        response.fields.append("Vary", "Origin")
        guard !isControl(head.path) || isEmulator && local.isKnown(origin: origin) else { return }
        response.fields["Access-Control-Allow-Origin"] = origin
    }

    /// Whether a path is one of the emulator's own, or of a page for people.
    private func isControl(_ path: Substring) -> Bool {
        path.utf8.starts(with: "/emulator/".utf8)
    }
}
