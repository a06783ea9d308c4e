internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP

/// A page for people: one column, light and dark, nothing from elsewhere, and no script but the page's own.
enum Page {
    /// Puts a page together: its title is also its heading, unless it has one.
    static func response(
        title: String,
        heading: String? = nil,
        body: HTML,
        script: PageScript? = nil,
        status: Int = 200
    ) -> HTTPResponse {
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>\(title)</title>
            <style>\(HTML(stringLiteral: style))</style>
            </head>
            <body>
            <main>
            <h1>\(heading ?? title)</h1>
            \(body)
            </main>
            \(script?.element ?? "")
            </body>
            </html>

            """
        return HTTPResponse(status: status, fields: fields(script), body: .bytes(Array(page.text.utf8)))
    }

    /// The fields of every page: it may load nothing, be framed by no one, and tell no one where the user was.
    private static func fields(_ script: PageScript?) -> HTTPFields {
        let scripts = script.map { "script-src \($0.source); " } ?? ""
        return [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy":
                "default-src 'none'; style-src 'sha256-\(styleDigest)'; \(scripts)form-action 'self'; "
                + "base-uri 'none'; frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        ]
    }

    private static let styleDigest = Base64.encode(Digest.sha256.hash(Array(style.utf8)), .standard)

    private static let style = """
        :root { color-scheme: light dark; --ink: #1d1b19; --soft: #5f5a54; --paper: #faf8f5; --card: #fff; \
        --line: #ddd6cc; --accent: #b5431b; --on-accent: #fff; --bad: #a3180f; }
        @media (prefers-color-scheme: dark) { :root { --ink: #f1ede7; --soft: #b3aba1; --paper: #171513; \
        --card: #211e1b; --line: #3b3631; --accent: #ff9466; --on-accent: #241109; --bad: #ff9d94; } }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; \
        background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        main { width: 100%; max-width: 26rem; padding: clamp(1.25rem, 6vw, 2rem); background: var(--card); \
        border: 1px solid var(--line); border-radius: 1rem; }
        h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; }
        p { margin: 0 0 1rem; overflow-wrap: anywhere; }
        main > p:last-child { margin: 0; }
        .soft { color: var(--soft); }
        .bad { color: var(--bad); }
        label { display: block; margin: 0 0 .375rem; font-weight: 600; }
        input { width: 100%; margin: 0 0 1rem; padding: .75rem; font: inherit; color: inherit; \
        background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
        input + p { margin-top: -.5rem; }
        [aria-invalid="true"] { border-color: var(--bad); }
        [hidden] { display: none !important; }
        button, .button { display: inline-block; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600; \
        text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 0; \
        border-radius: .5rem; cursor: pointer; }
        .quiet { color: var(--ink); background: none; border: 1px solid var(--soft); }
        .accounts { list-style: none; margin: 0; padding: 0; }
        .accounts li + li { margin-top: .5rem; }
        .account { display: grid; grid-template-columns: auto 1fr; column-gap: .75rem; align-items: center; \
        text-align: left; font-weight: 400; color: var(--ink); background: var(--paper); \
        border: 1px solid var(--line); }
        .account:hover { border-color: var(--accent); }
        .account span { min-width: 0; overflow-wrap: anywhere; }
        .account .mark { grid-row: span 2; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; \
        border-radius: 50%; font-weight: 600; color: var(--on-accent); background: var(--accent); }
        .check { display: flex; gap: .5rem; align-items: center; margin: 0 0 1rem; font-weight: 400; }
        .check input { width: auto; margin: 0; accent-color: var(--accent); }
        .optional { font-weight: 400; color: var(--soft); }
        .row { display: grid; grid-template-columns: auto 1fr; gap: .75rem; margin-top: .5rem; }
        #autogen-button { margin: 0 0 1rem; }
        button:disabled { opacity: .55; cursor: default; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        """
}
