internal import HearthCore
internal import HearthHTTP

/// The page into which the console's modules draw; every address of the console answers with it.
struct ShellPage: Sendable {
    let assets: Assets

    /// The modules that every page needs, asked for together with the page.
    private static let modules = [
        "index.js", "lib/signal.js", "lib/html.js", "lib/each.js", "lib/text.js", "lib/call.js", "lib/route.js",
        "lib/keys.js", "lib/live.js", "parts/shell.js", "parts/basics.js",
    ]

    func response() -> HTTPResponse {
        let folder = "/console/-/\(assets.digest)"
        let preloads = Self.modules.map { "<link rel=\"modulepreload\" href=\"\(folder)/\($0)\">" }.joined(
            separator: "\n"
        )
        let page = """
            <!doctype html>
            <html lang="en" dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <title>Hearth</title>
            <link rel="icon" href="\(folder)/mark.svg" type="image/svg+xml">
            <link rel="stylesheet" href="\(folder)/app.css">
            \(preloads)
            <script type="module" src="\(folder)/index.js"></script>
            </head>
            <body data-folder="\(folder)" data-digest="\(assets.digest)">
            <div id="app"></div>
            <noscript><p class="plain">The console needs JavaScript. Without it there are <code>hearth users</code>,
            <code>hearth login</code> and <code>hearth firestore</code>.</p></noscript>
            </body>
            </html>

            """
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(Array(page.utf8))
        )
    }

    /// What every answer of the console says about who may use it, and for what.
    static let policy: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
                + "trusted-types hearth"
        ),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)"),
    ]
}
