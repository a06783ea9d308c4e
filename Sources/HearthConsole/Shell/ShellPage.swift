internal import HearthCore
internal import HearthHTTP

/// The page into which the console's modules draw; every address of the console answers with it.
///
/// It asks for everything that the page of the address needs before it can be drawn, all of it at once. In an emulator it
/// shows the empty frame until then.
struct ShellPage: Sendable {
    let assets: Assets
    /// The project that the frame names; `nil` where a sign-in may come before the frame.
    var project: String?

    /// The answer to a request for an address of the console.
    func response(to head: HTTPRequestHead) -> HTTPResponse {
        let folder = "/console/-/\(assets.digest)"
        let modules = assets.modules(neededBy: ["index.js", "pages/\(Self.pageName(of: head)).js"])
        let preloads = modules.map { "<link rel=\"modulepreload\" href=\"\(folder)/\($0)\">" }.joined(
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
            <script type="module" async src="\(folder)/first.js"></script>
            \(preloads)
            <script type="module" src="\(folder)/index.js"></script>
            </head>
            <body data-folder="\(folder)" data-digest="\(assets.digest)">
            <noscript><p class="plain">The console needs JavaScript. Without it there are <code>hearth users</code>,
            <code>hearth login</code> and <code>hearth firestore</code>.</p></noscript>
            <div id="app">\(project.map(Self.frame) ?? "")</div>
            </body>
            </html>

            """
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(Array(page.utf8))
        )
    }

    /// The page of an address, as the modules name it: `users` for `/console/users/alice`.
    private static func pageName(of head: HTTPRequestHead) -> Substring {
        let segment = head.path.split(separator: "/").dropFirst().first
        return segment ?? "overview"
    }

    /// The frame before the modules draw it: what stands at the same place in it, in every language.
    private static func frame(_ project: String) -> String {
        """
        <div class="contents" aria-hidden="true"><div class="band emulator"></div><div class="shell">\
        <div class="rail"><div class="brand"><svg viewBox="0 0 28 28"></svg><span>Hearth</span></div></div>\
        <div class="top"><div class="bar"><div class="place"><b class="cut">\(escaped(project))</b></div></div></div>\
        </div></div>
        """
    }

    /// A text as HTML shows it.
    private static func escaped(_ text: String) -> String {
        // By scalars: `<` with a combining sign behind it is another character to Swift, and a tag to a browser.
        text.unicodeScalars.reduce(into: "") { page, scalar in
            switch scalar {
            case "&": page += "&amp;"
            case "<": page += "&lt;"
            case ">": page += "&gt;"
            default: page.unicodeScalars.append(scalar)
            }
        }
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
