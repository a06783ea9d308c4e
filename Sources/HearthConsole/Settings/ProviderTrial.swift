internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The call `providers:try` of a server for real users: begins a sign-in with a provider as an app would, so that an
/// administrator sees whether the provider knows this server.
///
/// No account comes of it: what the provider answers goes to the page for apps, which expects no answer in that browser.
struct ProviderTrial: Sendable {
    private let scope: UserScope
    private let provider: String

    /// Reads a call, `{"project": …, "tenant": …, "provider": "oidc.staff"}`.
    init(_ body: JSONObject) throws(ConsoleRefusal) {
        scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        guard let provider = body["provider"]?.string, !provider.isEmpty else {
            throw ConsoleRefusal(400, "The 'provider' is missing, for example google.com.")
        }
        self.provider = provider
    }

    /// The provider's page as `{"authUri": …}`.
    ///
    /// - Throws: ``ConsoleRefusal`` if there is none, with the words that an app gets.
    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        do throws(BackendError) {
            let page = try await backend.signInPage(of: provider, project: scope.project, tenant: scope.tenant)
            return ["authUri": .string(page)]
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}
