internal import HearthHTTP

/// A page for people: one column, light and dark, nothing from elsewhere, and no script but the page's own.
struct Page: Sendable {
    /// What a page looks like before it is read.
    enum Tone: String, Sendable {
        /// It asks for something.
        case ask
        /// What was asked for is done.
        case good
        /// It tells what happens next.
        case note
        /// It did not work, and there is something to do about it.
        case warn
        /// It did not work.
        case fail
        /// It stands for an identity provider.
        case provider
    }

    let frame: PageFrame
    let tone: Tone
    var icon: PageIcon?
    let heading: String
    /// What the browser names the page; the heading and the app's name unless set.
    var title: String?
    let body: HTML
    var script: PageScript?
    var status = 200

    func response() -> HTTPResponse {
        HTTPResponse(status: status, fields: fields, body: .bytes(Array(document.text.utf8)))
    }

    private var document: HTML {
        """
        <!doctype html>
        <html lang="\(frame.language.rawValue)" dir="\(frame.language.direction)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>\(title ?? "\(heading) · \(frame.appName)")</title>
        <style>\(HTML(stringLiteral: PageStyle.text))</style>
        </head>
        <body>
        \(header)
        <main class="card \(tone.rawValue)">
        \(badge)<h1>\(PageFrame.unbroken(heading[...]))</h1>
        \(body)
        </main>
        \(script?.element ?? "")
        </body>
        </html>

        """
    }

    /// The app's name and its domain: by them a reader knows whose page it is.
    private var header: HTML {
        let initial = frame.appName.prefix(1).uppercased()
        let band: HTML = frame.isEmulator ? "<div class=\"band\"></div>\n" : ""
        let mode: HTML = frame.isEmulator ? "<span class=\"mode\">\(frame.words.emulator)</span>\n" : ""
        return """
            \(band)<header class="brand">
            <span class="tile" aria-hidden="true">\(initial)</span>
            <p><span class="name"><bdi>\(frame.appName)</bdi></span> <span class="soft small"><bdi dir="ltr">\(frame.domain)</bdi>\
            </span></p>
            \(mode)</header>
            """
    }

    private var badge: HTML {
        icon.map { "<div class=\"badge\">\($0.element)</div>\n" } ?? ""
    }

    /// The fields of every page: it may load nothing, be framed by no page, and tells no page where the reader was.
    private var fields: HTTPFields {
        let scripts = script.map { "script-src \($0.source); " } ?? ""
        return [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Language": frame.language.rawValue,
            "Content-Security-Policy":
                "default-src 'none'; style-src \(PageStyle.source); \(scripts)form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        ]
    }
}
