import HearthHTTP
import HearthTesting
import Testing

@Suite("CORS", .inProcessAndLive)
struct CORSTests {
    @Test func `a preflight allows the origin and the fields that it names`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(
            .options,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp",
            nil,
            [
                "Origin": "https://shop.example", "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type,x-client-version",
                "Access-Control-Request-Private-Network": "true",
            ]
        )
        #expect(answer.status == 204)
        #expect(answer.bytes.isEmpty)
        #expect(answer.fields["access-control-allow-origin"] == "https://shop.example")
        #expect(answer.fields["access-control-allow-headers"] == "content-type,x-client-version")
        #expect(answer.fields["access-control-allow-methods"]?.contains("POST") == true)
        #expect(answer.fields["access-control-allow-private-network"] == "true")
        #expect(answer.fields["access-control-allow-credentials"] == nil)
        #expect(answer.fields["vary"] == "Origin")
    }

    @Test func `a private network is allowed only when asked for`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.options, "/", nil, ["Origin": "https://shop.example"])
        #expect(answer.fields["access-control-allow-private-network"] == nil)
    }

    @Test(arguments: ["/healthz", "/nothing", "/v1/projects"])
    func `answers and refusals name the origin`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.get, path, nil, ["Origin": "https://shop.example"])
        #expect(answer.fields["access-control-allow-origin"] == "https://shop.example")
        #expect(try await client.send(.get, path).fields["access-control-allow-origin"] == nil)
    }
}
