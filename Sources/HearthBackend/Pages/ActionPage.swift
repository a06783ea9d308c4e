internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// `/emulator/action`: where the links in mails lead.
///
/// Opening the page changes nothing, because mail scanners and previews open links too: it shows what the code is
/// for, and a button. The button's `POST` uses the code. A program that asks for JSON gets the outcome as JSON. Only the
/// emulator acts on a link that a program fetches, see ``FetchedLink``.
struct ActionPage: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let codes: CodeIssuer
    let resetPassword: ResetPasswordEndpoint
    let updateAccount: UpdateAccountEndpoint
    /// The hosts that the page may lead back to; see ``knowingHosts(of:)``.
    private var hosts: [String] = []

    init(
        configuration: BackendConfiguration,
        policy: Policy,
        store: Store,
        codes: CodeIssuer,
        resetPassword: ResetPasswordEndpoint,
        updateAccount: UpdateAccountEndpoint
    ) {
        self.configuration = configuration
        self.policy = policy
        self.store = store
        self.codes = codes
        self.resetPassword = resetPassword
        self.updateAccount = updateAccount
    }

    /// The page with the hosts that the project of a call has authorized.
    func knowingHosts(of call: Call) async -> ActionPage {
        var page = self
        page.hosts = (try? await store.authorizedDomains(configuration, in: call)) ?? []
        return page
    }

    /// What a link carries.
    private struct Link {
        let mode: String
        let code: Secret<String>
        let continueURL: String?
        let newPassword: Secret<String>?
        let query: FormParameters

        init?(_ parameters: FormParameters) {
            guard let mode = parameters["mode"], let code = parameters["oobCode"], !code.isEmpty else { return nil }
            self.mode = mode
            self.code = Secret(code)
            continueURL = parameters["continueUrl"]
            newPassword = parameters["newPassword"].map { Secret($0) }
            query = parameters
        }
    }

    /// Shows what a code is for, without using it.
    func show(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        if policy.usesFetchedLinks, request.method == .get, !wantsPage(request), !isPrefetch(request) {
            let fetched = FetchedLink(
                store: store,
                codes: codes,
                resetPassword: resetPassword,
                updateAccount: updateAccount
            )
            return await fetched.answer(request, in: call)
        }
        guard let link = Link(request.query) else { return incomplete(request) }
        do throws(APIError) {
            let (code, policy) = try await read(link, in: call)
            if link.mode == "signIn" { return signIn(link, request) }
            return form(link, code, request, policy, complaint: nil)
        } catch {
            return refusal(error, request)
        }
    }

    /// Uses a code.
    func submit(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        // The link is in the query and the password in the form: in a query it would be kept by logs.
        var parameters = FormParameters()
        for parameter in request.query.all where parameter.name != "newPassword" {
            parameters.append(parameter.name, parameter.value)
        }
        for parameter in FormParameters(decoding: String(decoding: request.body, as: UTF8.self)).all
        where parameter.name == "newPassword" {
            parameters.append(parameter.name, parameter.value)
        }
        guard let link = Link(parameters) else { return incomplete(request) }
        do throws(APIError) {
            let (code, policy) = try await read(link, in: call)
            if link.mode == "signIn" { return signIn(link, request) }
            if link.mode == "resetPassword" {
                let password = link.newPassword ?? ""
                if let refusal = PasswordRule.refusal(of: password, policy) {
                    let complaint = "Please choose another password. \(refusal.detail ?? "")"
                    return form(link, code, request, policy, complaint: complaint)
                }
                _ = try await resetPassword.respond(
                    to: ResetPassword.Request {
                        $0.oobCode = link.code
                        $0.newPassword = password
                    },
                    in: call
                )
            } else {
                _ = try await updateAccount.respond(to: UpdateAccount.Request { $0.oobCode = link.code }, in: call)
            }
            return success(link, code, request)
        } catch {
            return refusal(error, request)
        }
    }

    /// What a link's code is for, and what a new password has to be.
    private func read(_ link: Link, in call: Call) async throws(APIError) -> (Code, PasswordPolicy) {
        let (code, policy) = try await store.read(call) { tx in
            (try codes.inspect(link.code, tx), try store.projects.passwordPolicy(tx))
        }
        guard CodeIssuer.mode(of: code.type) == link.mode else { throw APIError(.invalidOOBCode) }
        return (code, policy)
    }

    // MARK: Pages

    private func form(
        _ link: Link,
        _ code: Code,
        _ request: HTTPRequest,
        _ policy: PasswordPolicy,
        complaint: String?
    ) -> HTTPResponse {
        let words = ActionWords(mode: link.mode, email: code.email.text, newEmail: code.newEmail?.text)
        if wantsJSON(request) {
            return outcome(
                status: complaint == nil ? 200 : 400,
                key: complaint == nil ? "pending" : "error",
                words: complaint ?? words.explanation
            )
        }
        var query = FormParameters()
        for parameter in link.query.all where parameter.name != "newPassword" {
            query.append(parameter.name, parameter.value)
        }
        let field = link.mode == "resetPassword" ? passwordField(of: code, policy, complaint) : ""
        return Page.response(
            title: words.question,
            body: """
                <p class="soft">\(words.explanation)</p>
                <form method="post" action="/emulator/action?\(query.encoded)">
                \(field)
                <button type="submit">\(words.button)</button>
                </form>
                """,
            status: complaint == nil ? 200 : 400
        )
    }

    /// The hidden address tells a password manager whose password this is.
    private func passwordField(of code: Code, _ policy: PasswordPolicy, _ complaint: String?) -> HTML {
        let state: HTML = complaint == nil ? "" : " aria-invalid=\"true\""
        let note: HTML =
            complaint.map { "<p id=\"note\" class=\"bad\" role=\"alert\">\($0)</p>" }
            ?? "<p id=\"note\" class=\"soft\">At least \(String(policy.minimumLength)) characters.</p>"
        return """
            <input type="text" autocomplete="username" value="\(code.email.text)" readonly hidden>
            <label for="newPassword">New password</label>
            <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required \
            minlength="\(String(policy.minimumLength))" aria-describedby="note"\(state) autofocus>
            \(note)
            """
    }

    private func success(_ link: Link, _ code: Code, _ request: HTTPRequest) -> HTTPResponse {
        let words = ActionWords(mode: link.mode, email: code.email.text, newEmail: code.newEmail?.text)
        if wantsJSON(request) { return outcome(status: 200, key: "success", words: words.done) }
        return Page.response(
            title: words.done,
            body: "<p class=\"soft\">\(words.next)</p>\n\(continueButton(link))"
        )
    }

    private func continueButton(_ link: Link) -> HTML {
        guard let url = link.continueURL, isAllowed(url) else { return "" }
        return "<a class=\"button\" href=\"\(url)\" rel=\"noreferrer\">Continue</a>"
    }

    /// A sign-in link is used by the app, which gets all that the link carries.
    private func signIn(_ link: Link, _ request: HTTPRequest) -> HTTPResponse {
        guard let url = link.continueURL, isAllowed(url) else {
            return Page.response(
                title: "Open this link in the app",
                body: "<p class=\"soft\">The app that asked for this link signs you in with it.</p>"
            )
        }
        var query = FormParameters()
        for parameter in link.query.all where parameter.name != "continueUrl" {
            query.append(parameter.name, parameter.value)
        }
        return HTTPResponse(
            status: 303,
            fields: [
                "Location": ContinueURL.appending(query, to: url), "Referrer-Policy": "no-referrer",
                "Cache-Control": "no-store",
            ]
        )
    }

    private func isAllowed(_ url: String) -> Bool {
        // What becomes a link in the page must be a web address, whatever is checked.
        Redirect.parse(url) != nil && ContinueURL.isAllowed(url, policy, hosts: hosts)
    }

    private func incomplete(_ request: HTTPRequest) -> HTTPResponse {
        refusal(APIError(.missingOOBCode), request)
    }

    private func refusal(_ error: APIError, _ request: HTTPRequest) -> HTTPResponse {
        let words =
            error.code == .expiredOOBCode
            ? "This link has expired. Please ask for a new one."
            : error.httpStatus >= 500
                ? "Something went wrong here. Please try again in a moment."
                : "This link does not work: it was used already, or a part of it is missing. Please ask for a new one."
        if wantsJSON(request) { return outcome(status: error.httpStatus, key: "error", words: words) }
        return Page.response(
            title: "This link cannot be used",
            body: "<p class=\"soft\">\(words)</p>",
            status: error.httpStatus
        )
    }

    // MARK: JSON

    private func wantsPage(_ request: HTTPRequest) -> Bool {
        request.fields["accept"]?.contains("text/html") == true
    }

    /// Whether a browser fetches the page before anyone asks for it.
    private func isPrefetch(_ request: HTTPRequest) -> Bool {
        ["sec-purpose", "purpose", "x-moz"].contains { request.fields[$0]?.contains("prefetch") == true }
    }

    private func wantsJSON(_ request: HTTPRequest) -> Bool {
        let accept = request.fields["accept"] ?? ""
        return accept.contains("application/json") && !accept.contains("text/html")
    }

    private func outcome(status: Int, key: String, words: String) -> HTTPResponse {
        var content = JSONObject()
        content[key] = .string(words)
        let document: JSONValue = ["authEmulator": .object(content)]
        return HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(document, isPretty: true))
        )
    }
}
