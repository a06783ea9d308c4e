import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("projects")
struct GetProjectEndpointTests {
    @Test(
        arguments: [
            "/identitytoolkit.googleapis.com/v1/projects", "/v1/projects",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig",
        ]
    )
    func `tells the number and the domains`(_ path: String) async throws {
        let client = TestClient(try await TestBackend { $0.authorizedDomains = ["shop.example"] })
        let answer = try await client.send(.get, path + "?key=k")
        #expect(answer.document == ["projectId": "12345", "authorizedDomains": ["shop.example"]])
        #expect(try await client.send(.get, path).status == 403)
    }
}
