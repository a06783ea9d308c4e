package import HearthCore
internal import HearthWire

extension Backend {
    /// The page on which a provider signs users in, as an app is led there that begins at this server's own page.
    ///
    /// The provider's answer goes to that page, which expects none in a browser that began elsewhere.
    ///
    /// - Parameters:
    ///   - provider: Its name, for example `oidc.staff`.
    ///   - project: The project whose users would sign in.
    ///   - tenant: Their tenant; `nil` for the project's own users.
    /// - Returns: The address.
    /// - Throws: ``BackendError`` if the provider is not configured, is off, or does not answer.
    package func signInPage(
        of provider: String,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> String {
        guard let origin = configuration.publicURL, let id = ProviderID(rawValue: provider.lowercased()) else {
            throw BackendError(
                .configuration,
                "The server has no public URL, or the provider no name such as google.com."
            )
        }
        let page = AuthorizationPage(
            providerID: id,
            returnURL: origin + SignInHandler.path,
            scope: nil,
            extras: [:]
        )
        let call = inspection(of: Scope(project: project, tenant: tenant))
        do throws(APIError) {
            return try await inspected.authorizations.begin(page, session: nil, in: call).url
        } catch {
            // That the service is busy would be an app's word for it.
            let words = "The provider cannot be asked: the log of the server says why."
            throw BackendError(.configuration, error.httpStatus < 500 ? error.message : words)
        }
    }
}
