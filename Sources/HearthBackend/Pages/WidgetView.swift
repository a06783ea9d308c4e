internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Draws the page that stands for an identity provider.
struct WidgetView: Sendable {
    /// What browser tests look for.
    static let title = "Auth Emulator IDP Login Widget"

    let frame: PageFrame
    let widget: WidgetRequest
    let accounts: [Account]

    private var words: PageWords { frame.words }
    private var provider: String { ProviderTitle.of(widget.providerID) }

    var response: HTTPResponse {
        Page(
            frame: frame,
            tone: .provider,
            heading: frame.plain(words.widgetTitle, ["provider": provider]),
            title: Self.title,
            body: """
                <div id="widget" class="stretch"\(attributes)>
                <noscript><p class="bad">\(words.needsScript)</p></noscript>
                <p id="trouble" class="bad" role="alert" hidden></p>
                \(accountList)
                \(form)
                </div>
                """,
            script: WidgetScript.script
        )
        .response()
    }

    /// What the script needs, checked.
    private var attributes: HTML {
        """
        \(widget.attributes) data-email-missing="\(words.emailMissing)" \
        data-email-without-at="\(words.emailWithoutAt)" data-opener-gone="\(words.openerGone)"
        """
    }

    private var accountList: HTML {
        var items: HTML = ""
        for account in accounts {
            for info in account.providers ?? [] where info.providerId == widget.providerID {
                items = "\(items)\(item(info))"
            }
        }
        let isQuiet: HTML = accounts.isEmpty ? "" : " class=\"quiet\""
        let help = frame.fill(accounts.isEmpty ? words.widgetEmpty : words.widgetChoice, ["provider": provider])
        return """
            <div id="accounts-list" class="stretch">
            <p class="soft js-accounts-help-text">\(help)</p>
            <ul class="accounts">
            \(items)<li id="add-account-button" class="js-new-account"><button type="button"\(isQuiet)>\
            \(words.addAccount)</button></li>
            </ul>
            </div>
            """
    }

    private func item(_ info: ProviderUserInfo) -> HTML {
        let initial = (info.displayName ?? info.email ?? "?").prefix(1).uppercased()
        return """
            <li class="js-reuse-account" data-claims="\(Self.claims(of: info))"><button type="button" class="account">\
            <span class="tile" aria-hidden="true">\(initial)</span><span><bdi>\(info.displayName ?? words.noName)</bdi>\
            </span><span class="soft small"><bdi>\(info.email ?? words.noEmail)</bdi></span></button></li>

            """
    }

    /// The claims with which an account is signed in to again.
    private static func claims(of info: ProviderUserInfo) -> String {
        var claims = JSONObject()
        claims["sub"] = .string(info.rawId ?? "")
        claims["iss"] = ""
        claims["aud"] = ""
        claims["exp"] = 0
        claims["iat"] = 0
        claims["name"] = info.displayName.map { .string($0) }
        claims["screen_name"] = info.screenName.map { .string($0) }
        claims["email"] = info.email.map { .string($0) }
        claims["email_verified"] = true
        claims["picture"] = info.photoUrl.map { .string($0) }
        return String(decoding: JSON.serialize(.object(claims)), as: UTF8.self)
    }

    /// The identifiers are those of the official emulator's page.
    private var form: HTML {
        let verified = frame.fill(words.emailVerified, ["provider": provider])
        return """
            <div id="add-user" class="stretch" hidden>
            <button type="button" id="autogen-button" class="quiet">\(words.fillIn)</button>
            <form id="main-form" novalidate>
            <div class="field"><label for="email-input">\(words.email)</label>
            <input id="email-input" type="email" autocomplete="off" aria-describedby="email-error">
            <p id="email-error" class="bad" role="alert" hidden></p></div>
            <label class="check"><input id="email-verified-input" type="checkbox" checked> <span>\(verified)</span></label>
            <div class="pair">
            \(optionalField("display-name-input", words.name))
            \(optionalField("screen-name-input", words.screenName))
            </div>
            \(optionalField("profile-photo-input", words.picture))
            <div class="row">
            <button type="button" id="back-button" class="quiet">\(words.back)</button>
            <button type="submit" id="sign-in" disabled>\(frame.fill(words.widgetTitle, ["provider": provider]))</button>
            </div>
            </form>
            </div>
            """
    }

    private func optionalField(_ id: String, _ label: String) -> HTML {
        """
        <div class="field"><label for="\(id)">\(label) <span class="optional">(\(words.optional))</span></label>
        <input id="\(id)" type="text" autocomplete="off"></div>
        """
    }
}
