internal import HearthCore
internal import HearthHTTP

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
        var call = call
        if let project = configuration.projects.first(where: { $0.rawValue == request.query["apiKey"] }) {
            call.scope = Scope(project: project, tenant: call.scope.tenant)
        }
        let settings = try? await store.settings(for: call)
        let language = PageLanguage(
            link: WidgetRequest.language(request.query),
            accepted: request.fields["accept-language"]
        )
        let frame = PageFrame(language: language, settings, configuration, in: call)
        let widget: WidgetRequest
        do throws(WidgetRequest.Refusal) {
            // A page of this very server is no stranger's.
            let own = Redirect.parse(call.baseURL)?.host
            let hosts = (settings?.authorizedDomains(configuration) ?? []) + (own.map { [$0] } ?? [])
            widget = try WidgetRequest(request.query, hosts: policy.checksContinueURLs ? hosts : nil)
        } catch {
            return refusal(error.words, frame)
        }
        call.scope.tenant = widget.tenant.flatMap(TenantID.init)
        let accounts = try? await store.read(call) { tx in
            try store.accounts.list(provider: ProviderID(stored: widget.providerID), limit: Self.maximumAccounts, tx)
        }
        return WidgetView(frame: frame, widget: widget, accounts: accounts ?? []).response
    }

    /// What is wrong is told to the app's developer, in English.
    private func refusal(_ words: String, _ frame: PageFrame) -> HTTPResponse {
        Page(
            frame: frame,
            tone: .fail,
            icon: .stop,
            heading: frame.words.stoppedTitle,
            title: WidgetView.title,
            body: "<p lang=\"en\" dir=\"ltr\">\(words)</p>",
            status: 400
        )
        .response()
    }
}
