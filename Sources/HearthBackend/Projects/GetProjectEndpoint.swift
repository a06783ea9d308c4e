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

    func respond(to request: GetProject.Request, in call: Call) async throws(APIError) -> GetProject.Response {
        let domains = try await store.authorizedDomains(configuration, in: call)
        return GetProject.Response {
            $0.projectId = ProjectNumber.value
            $0.authorizedDomains = domains
        }
    }
}
