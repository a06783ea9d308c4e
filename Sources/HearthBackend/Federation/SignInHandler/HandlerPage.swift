internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The page of ``SignInHandler``: almost empty, because the browser is on its way to somewhere else.
enum HandlerPage {
    /// What the page's script is told.
    struct Content: Sendable {
        /// Where the outcome goes; `nil` on the way back, when the browser knows it.
        var asked: WidgetRequest?
        /// The provider's page.
        var url = ""
        var state = ""
        var session = ""
        /// Why there is no provider's page.
        var error: APIError?
        /// What the user reads where nothing goes on.
        var words: String?

        init() {}

        init(_ asked: WidgetRequest) { self.asked = asked }

        init(words: String) { self.words = words }
    }

    static func response(_ content: Content, status: Int = 200) -> HTTPResponse {
        let isDone = content.words != nil
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>Signing in</title>
            </head>
            <body\(attributes(of: content))>
            <main>
            <p id="words" role="status">\(content.words ?? "Signing in…")</p>
            <noscript><p>Signing in needs JavaScript. Turn it on and try again.</p></noscript>
            </main>
            \(isDone ? "" : HandlerScript.script.element)
            </body>
            </html>

            """
        return HTTPResponse(status: status, fields: fields, body: .bytes(Array(page.text.utf8)))
    }

    private static func attributes(of content: Content) -> HTML {
        guard let asked = content.asked else { return "" }
        return """
            \(asked.attributes) data-url="\(content.url)" data-state="\(content.state)" \
            data-session="\(content.session)" data-error="\(content.error.map(error) ?? "")"
            """
    }

    /// An error as the clients read it, in JSON.
    private static func error(_ error: APIError) -> String {
        let name = error.code.rawValue.lowercased().replacing("_", with: "-")
        let document: JSONValue = ["code": .string("auth/\(name)"), "message": .string(error.message)]
        return String(decoding: JSON.serialize(document), as: UTF8.self)
    }

    private static let fields: HTTPFields = [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy":
            "default-src 'none'; script-src \(HandlerScript.script.source); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    ]
}
