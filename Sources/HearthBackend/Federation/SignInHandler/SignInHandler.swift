internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// `/__/auth/handler`: the page through which an app's window, or the app itself, signs a user in with a provider.
///
/// The official clients open it. It sends the browser to the provider, takes the provider's answer, and hands it to the
/// client, which alone can finish the sign-in: by the session whose name only the client's browser has.
struct SignInHandler: Sendable {
    /// Where the page is, and where providers send browsers back to.
    static let path = "/__/auth/handler"
    /// The largest answer that a provider may have a browser post, in bytes.
    static let maximumBody = 256 << 10

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let authorizations: Authorizations

    /// Begins where an app asks for a provider, and goes on where a provider answers.
    func show(_ request: HTTPRequest, in call: Call) async throws(APIError) -> HTTPResponse {
        guard request.query["apiKey"] != nil else { return HandlerPage.response(HandlerPage.Content()) }
        let domains = try await store.authorizedDomains(configuration, in: call)
        // A page of this very server is no stranger's.
        let hosts = domains + (Redirect.parse(call.baseURL).map { [$0.host] } ?? [])
        let asked: WidgetRequest
        do throws(WidgetRequest.Refusal) {
            asked = try WidgetRequest(request.query, hosts: hosts, anyPort: configuration.isEmulator)
        } catch {
            return HandlerPage.response(HandlerPage.Content(words: error.words), status: 400)
        }
        var call = call
        call.scope = Scope(
            project: configuration.projects.first { $0.rawValue == asked.apiKey } ?? call.scope.project,
            tenant: asked.tenant.flatMap(TenantID.init)
        )
        let digest = try Self.digest(request.query["sessionId"])
        var content = HandlerPage.Content(asked)
        do throws(APIError) {
            let page = try Self.page(asked.providerID, request.query, call)
            let begun = try await authorizations.begin(page, session: nil, knownBy: digest, in: call)
            content.url = begun.url
            content.state = begun.state
            // A client that sent a digest has the name already.
            content.session = digest == nil ? begun.session.reveal() : ""
        } catch {
            content.error = error
        }
        return HandlerPage.response(content)
    }

    /// Takes what a provider has the browser post, and goes on as if the browser had brought it in the address.
    func take(_ request: HTTPRequest, in call: Call) async throws(APIError) -> HTTPResponse {
        guard let form = try? request.form() else { throw .invalidArgument("The body is no form.") }
        guard let response = form["SAMLResponse"] else {
            // Behind the #, where no log of a server between sees it.
            return Self.redirect(to: "\(call.baseURL)\(Self.path)#\(form.encoded)")
        }
        let place = try await authorizations.saml.keep(response, state: form["RelayState"] ?? "", in: call)
        guard let place else {
            return HandlerPage.response(
                HandlerPage.Content(words: "No sign-in waits for this answer. Begin again in the app."),
                status: 400
            )
        }
        return Self.redirect(to: place)
    }

    private static func page(
        _ name: String,
        _ query: FormParameters,
        _ call: Call
    ) throws(APIError) -> AuthorizationPage {
        guard let providerID = ProviderID(rawValue: name) else { throw .unknownProvider }
        let scopes = query["scopes"].map { $0.split(separator: ",").joined(separator: " ") }
        let custom = query["customParameters"].flatMap { try? JSON.parse(Array($0.utf8)).object }
        var extras: [String: String] = [:]
        for member in custom?.members ?? [] {
            if let value = member.value.string { extras[MemberName.regular(member.name)] = value }
        }
        return AuthorizationPage(
            providerID: providerID,
            returnURL: call.baseURL + path,
            scope: scopes,
            extras: extras
        )
    }

    /// The SHA-256 that an app on a device sends in place of its session's name, in hexadecimal.
    private static func digest(_ text: String?) throws(APIError) -> [UInt8]? {
        guard let text, !text.isEmpty else { return nil }
        guard let digest = Hex.decode(text), digest.count == 32 else {
            throw .invalidArgument("The sessionId in the address is no SHA-256 in hexadecimal.")
        }
        return digest
    }

    private static func redirect(to url: String) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            fields: ["Location": url, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"]
        )
    }
}
