import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("projects", .inProcessAndLiveInLongRuns)
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

    @Test func `tells an administrator which sign-in methods are on, and no secret`() async throws {
        let (_, client) = try await TestClient.strict()
        let path = "defaultSupportedIdpConfigs?idpId=github.com"
        _ = try await client.configs(.post, path, ["enabled": true, "clientId": "gh", "clientSecret": "s3cret"])
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.get, "/v1/projects", nil, owner)
        #expect(answer["allowPasswordUser"] == true && answer["enableAnonymousUser"] == true)
        #expect(answer["idpConfig"] == [["provider": "github.com", "enabled": true, "clientId": "gh"]])
        #expect(!answer.text.contains("s3cret"))
        #expect(try await client.send(.get, "/v1/projects?key=k")["idpConfig"] == nil)
    }
}
