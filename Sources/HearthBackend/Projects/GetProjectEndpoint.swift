internal import HearthWire

/// The project's number: numbers are Google's to give, so there is one for all, the emulator's.
enum ProjectNumber {
    static let value = "12345"
}

/// Tells a client what it may know of its project.
struct GetProjectEndpoint: Endpoint {
    typealias Op = GetProject

    let configuration: BackendConfiguration
    let store: Store
    let sealer: Sealer

    func respond(to request: GetProject.Request, in call: Call) async throws(APIError) -> GetProject.Response {
        try call.refuseTenant()
        let domains = try await store.authorizedDomains(configuration, in: call)
        var response = GetProject.Response {
            $0.projectId = ProjectNumber.value
            $0.authorizedDomains = domains
        }
        // The official emulator tells administrators no more than it tells users.
        guard call.isPrivileged, !configuration.policy.believesEveryProvider else { return response }
        let (methods, providers) = try await store.read(call) { tx in
            (
                try store.projects.settings(of: tx.scope.project, tx).methods(configuration),
                try store.providerConfigs.list(
                    DefaultSupportedIDPConfig.self,
                    after: "",
                    limit: DefaultSupportedIDP.all.count,
                    sealer,
                    tx
                )
            )
        }
        response.allowPasswordUser = methods.allowPasswordSignup
        response.enableAnonymousUser = methods.enableAnonymousUser
        response.idpConfig = providers.map { found in
            GetProject.Provider {
                $0.provider = found.id
                $0.enabled = found.config.enabled
                $0.clientId = found.config.clientId
            }
        }
        return response
    }
}
