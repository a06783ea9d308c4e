import HearthHTTP
import HearthJSON

extension TestClient {
    /// Calls an operation on configurations of providers, as an administrator: `oauthIdpConfigs/oidc.staff`.
    func configs(
        _ method: HTTPMethod,
        _ end: String,
        _ body: JSONValue? = nil,
        tenant: String? = nil,
        prefix: String = "v2"
    ) async throws -> Answer {
        let place = tenant.map { "/tenants/\($0)" } ?? ""
        let path = "/identitytoolkit.googleapis.com/\(prefix)/projects/demo-test\(place)/\(end)"
        return try await send(method, path, body, ["Authorization": "Bearer owner"])
    }
}
