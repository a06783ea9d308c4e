internal import HearthHTTP
internal import HearthJSON

/// Decides whether a request may reach the console of an emulator.
///
/// The emulator itself knows no passwords, so the console is for programs and pages of this machine: the backend's rule
/// for its privileges (host, origin, no proxy) comes first. Then a browser has to say that a page of this very server
/// asks (`Sec-Fetch-Site`), and calls carry a field that no foreign form, image or script can add.
struct ConsoleGate: Sendable {
    /// The backend's rule for callers that are not of this machine; `nil` lets a request pass.
    let refusalOfRemote: @Sendable (HTTPRequestHead) -> HTTPResponse?

    /// The refusal of a request; `nil` if it may pass.
    func refusal(of head: HTTPRequestHead) -> HTTPResponse? {
        if let refusal = refusalOfRemote(head) {
            // The backend tells the origin that it may read; the console tells nothing to another origin.
            return Self.refusal(403, Self.words(of: refusal) ?? "The console is for pages of this machine.")
        }
        let site = head.fields["sec-fetch-site"]
        let isNavigation = head.fields["sec-fetch-mode"] == "navigate" && head.method == .get
        if let site, site != "same-origin", site != "none", !(isNavigation && !Self.isCall(head)) {
            return Self.refusal(403, "Pages of other origins cannot use the console.")
        }
        guard Self.isCall(head) else {
            return head.method == .get || head.method == .head
                ? nil : Self.refusal(405, "Pages of the console are read by GET.")
        }
        if head.method != .get, site == nil, let origin = head.fields["origin"], !Self.isOwn(origin, head) {
            return Self.refusal(403, "Pages of other origins cannot use the console.")
        }
        // An event stream cannot carry a field of its own; it changes nothing.
        if head.path == "/console/v1/live", head.method == .get { return nil }
        guard head.fields["x-hearth-console"] == "1" else {
            return Self.refusal(403, "Calls of the console carry the field 'X-Hearth-Console: 1'.")
        }
        return nil
    }

    private static func isCall(_ head: HTTPRequestHead) -> Bool {
        head.path.hasPrefix("/console/v1/")
    }

    private static func isOwn(_ origin: String, _ head: HTTPRequestHead) -> Bool {
        guard let host = head.fields["host"], let mark = origin.firstRange(of: "://") else { return false }
        return origin[mark.upperBound...].lowercased() == host.lowercased()
    }

    private static func words(of response: HTTPResponse) -> String? {
        (try? JSON.parse(response.bytes, maximumValues: 100))?.object?["error"]?.object?["message"]?.string
    }

    static func refusal(_ status: Int, _ words: String, code named: String? = nil) -> HTTPResponse {
        let code =
            switch status {
            case 400: "INVALID_ARGUMENT"
            case 401: "UNAUTHENTICATED"
            case 404: "NOT_FOUND"
            case 405: "METHOD_NOT_ALLOWED"
            case 409: "FAILED_PRECONDITION"
            case 410: "GONE"
            case 412: "FAILED_PRECONDITION"
            case 421: "MISDIRECTED_REQUEST"
            case 429: "RESOURCE_EXHAUSTED"
            case 500: "INTERNAL"
            case 503: "UNAVAILABLE"
            default: "PERMISSION_DENIED"
            }
        var error = JSONObject()
        error["code"] = .integer(Int64(status))
        error["status"] = .string(named ?? code)
        error["message"] = .string(words)
        var envelope = JSONObject()
        envelope["error"] = .object(error)
        return document(.object(envelope), status: status)
    }

    static func document(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(value))
        )
    }
}
