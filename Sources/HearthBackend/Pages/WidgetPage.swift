internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// `/emulator/auth/handler`: stands for the page of an identity provider while an app is developed.
///
/// Anyone who uses it chooses who they are.
///
/// The names of its elements are those of the official emulator's page, which browser tests look for; so is its
/// title.
struct WidgetPage: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store

    /// As many accounts as a list is of use for.
    private static let maximumAccounts = 100

    func show(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        let domains = (try? await store.authorizedDomains(configuration, in: call)) ?? []
        let widget: WidgetRequest
        do throws(WidgetRequest.Refusal) {
            // A page of this very server is no stranger's.
            let own = Redirect.parse(call.baseURL)?.host
            let hosts = domains + (own.map { [$0] } ?? [])
            widget = try WidgetRequest(request.query, hosts: policy.checksContinueURLs ? hosts : nil)
        } catch {
            return refusal(error.words)
        }
        var call = call
        call.scope = Scope(
            project: configuration.projects.first { $0.rawValue == widget.apiKey } ?? call.scope.project,
            tenant: widget.tenant.flatMap(TenantID.init)
        )
        let accounts = try? await store.read(call) { tx in
            try store.accounts.list(provider: ProviderID(stored: widget.providerID), limit: Self.maximumAccounts, tx)
        }
        return page(widget, accounts ?? [])
    }

    private func page(_ widget: WidgetRequest, _ accounts: [Account]) -> HTTPResponse {
        let provider = ProviderTitle.of(widget.providerID)
        return Page.response(
            title: "Auth Emulator IDP Login Widget",
            heading: "Sign in with \(provider)",
            body: """
                <div id="widget"\(attributes(of: widget))>
                <p id="trouble" class="bad" role="alert" hidden></p>
                \(Self.accountList(accounts, widget.providerID, provider))
                \(Self.form(provider))
                </div>
                """,
            script: WidgetScript.script
        )
    }

    /// What the script needs, checked.
    private func attributes(of widget: WidgetRequest) -> HTML {
        let (kind, target): (String, String) =
            switch widget.return {
            case .popup: ("popup", "")
            case .page(let url): ("page", url)
            case .address(let url): ("address", url)
            case .appleApp(let link): ("apple", link)
            case .androidApp(let package): ("android", package)
            }
        return """
             data-api-key="\(widget.apiKey)" data-app-name="\(widget.appName)" data-provider="\(widget.providerID)" \
            data-auth-type="\(widget.authType)" data-event-id="\(widget.eventID)" data-tenant="\(widget.tenant ?? "")" \
            data-return="\(kind)" data-target="\(target)"
            """
    }

    private static func accountList(_ accounts: [Account], _ providerID: String, _ provider: String) -> HTML {
        var items: HTML = ""
        for account in accounts {
            for info in account.providers ?? [] where info.providerId == providerID {
                items = "\(items)\(item(info))"
            }
        }
        let words =
            accounts.isEmpty
            ? "This page stands for \(provider) while you develop. No account has used it yet."
            : "This page stands for \(provider) while you develop. Who do you want to be?"
        return """
            <div id="accounts-list">
            <p class="soft js-accounts-help-text">\(words)</p>
            <ul class="accounts">
            \(items)
            <li id="add-account-button" class="js-new-account"><button type="button" class="quiet">Add new account\
            </button></li>
            </ul>
            </div>
            """
    }

    private static func item(_ info: ProviderUserInfo) -> HTML {
        let name = info.displayName ?? "No name"
        let mark = (info.displayName ?? info.email ?? "?").prefix(1).uppercased()
        return """
            <li class="js-reuse-account" data-claims="\(claims(of: info))"><button type="button" class="account">\
            <span class="mark" aria-hidden="true">\(mark)</span><span>\(name)</span>\
            <span class="soft">\(info.email ?? "No address")</span></button></li>

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

    private static func form(_ provider: String) -> HTML {
        """
        <div id="add-user" hidden>
        <button type="button" id="autogen-button" class="quiet">Make somebody up</button>
        <form id="main-form" novalidate>
        <label for="email-input">E-mail</label>
        <input id="email-input" type="email" autocomplete="off" aria-describedby="email-error">
        <p id="email-error" class="bad" role="alert" hidden></p>
        <label class="check"><input id="email-verified-input" type="checkbox" checked> \(provider) has verified the \
        address</label>
        <label for="display-name-input">Name <span class="optional">(optional)</span></label>
        <input id="display-name-input" type="text" autocomplete="off">
        <label for="screen-name-input">Screen name <span class="optional">(optional)</span></label>
        <input id="screen-name-input" type="text" autocomplete="off">
        <label for="profile-photo-input">Picture URL <span class="optional">(optional)</span></label>
        <input id="profile-photo-input" type="text" autocomplete="off">
        <div class="row">
        <button type="button" id="back-button" class="quiet">Back</button>
        <button type="submit" id="sign-in" disabled>Sign in with \(provider)</button>
        </div>
        </form>
        </div>
        """
    }

    private func refusal(_ words: String) -> HTTPResponse {
        Page.response(
            title: "Auth Emulator IDP Login Widget",
            heading: "This sign-in cannot go on",
            body: "<p class=\"soft\">\(words)</p>",
            status: 400
        )
    }
}
