internal import HearthHTTP
internal import HearthJSON

/// How the state of a mailed link is answered: as a page, as JSON, or by leading on into the app.
struct ActionReply: Sendable {
    let view: ActionView
    let isJSON: Bool

    var link: ActionLink? { view.link }

    func response(_ state: ActionState) -> HTTPResponse {
        if case .openInApp = state, let link, let url = view.continueURL { return Self.redirect(link, to: url) }
        return isJSON ? document(of: state) : view.response(state)
    }

    /// Whether a browser asks.
    static func wantsPage(_ request: HTTPRequest) -> Bool {
        request.fields["accept"]?.contains("text/html") == true
    }

    /// Whether a program asks for JSON.
    static func wantsJSON(_ request: HTTPRequest) -> Bool {
        let accept = request.fields["accept"] ?? ""
        return accept.contains("application/json") && !accept.contains("text/html")
    }

    /// A sign-in link is used by the app, which gets all that the link carries.
    private static func redirect(_ link: ActionLink, to url: String) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            fields: [
                "Location": ContinueURL.appending(link.query.without("continueUrl"), to: url),
                "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
            ]
        )
    }

    /// The state in English, for programs: under `pending`, `success` or `error`.
    private func document(of state: ActionState) -> HTTPResponse {
        var content = JSONObject()
        switch state {
        case .question, .openInApp: content["pending"] = .string(text(of: state))
        case .newPassword(_, let entry) where entry.complaint == nil: content["pending"] = .string(text(of: state))
        case .done, .alreadyDone, .sent: content["success"] = .string(text(of: state))
        default: content["error"] = .string(text(of: state))
        }
        return HTTPResponse(
            status: state.status,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(["authEmulator": .object(content)], isPretty: true))
        )
    }

    private func text(of state: ActionState) -> String {
        if case .newPassword(_, let entry) = state, let complaint = entry.complaint {
            return complaint.text(in: .english)
        }
        return view.speaking(.english).page(of: state).heading
    }
}
