import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The emulator's privileges", .inProcessAndLive)
struct LocalClientTests {
    private static let clear = "/emulator/v1/projects/demo-test/accounts"
    private static let lookup = "/v1/projects/demo-test/accounts:batchGet"

    /// What a control and what an administrator's call answer.
    private static func statuses(_ client: TestClient, _ fields: HTTPFields) async throws -> [Int] {
        var owner = fields
        owner["Authorization"] = "Bearer owner"
        return [
            try await client.send(.get, "/emulator/v1/projects/demo-test/oobCodes", nil, fields).status,
            try await client.send(.delete, Self.clear, nil, fields).status,
            try await client.send(.get, Self.lookup, nil, owner).status,
        ]
    }

    @Test(
        arguments: [
            ["Forwarded": "for=203.0.113.9"], ["X-Forwarded-For": "203.0.113.9"], ["X-Forwarded-Host": "localhost"],
            ["x-forwarded-proto": "https"], ["X-Real-IP": "127.0.0.1"], ["Via": "1.1 proxy"],
        ],
        BackendConfiguration.Profile.allCases
    )
    func `are not for what a proxy passes on`(
        _ fields: [String: String],
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        var head = HTTPFields()
        for field in fields { head.append(field.key, field.value) }
        #expect(try await Self.statuses(client, head) == [403, 403, 403])
        let refusal = try await client.send(.delete, Self.clear, nil, head)
        #expect(refusal.error?.contains("came through a proxy") == true)
        #expect(try await client.send(.post, "/v1/accounts:signUp?key=k", [:], head).status == 200)
    }

    @Test func `are for what a proxy passes on if the configuration says so`() async throws {
        let client = TestClient(try await TestBackend { $0.allowsProxiedEmulator = true })
        #expect(try await Self.statuses(client, ["X-Forwarded-For": "203.0.113.9"]) == [200, 200, 200])
    }

    @Test(arguments: ["evil.example", "evil.example:9099", "localhost.evil.example", "127.0.0.1.evil.example:9099"])
    func `are not for a name that only leads here`(_ host: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await Self.statuses(client, ["Host": host]) == [403, 403, 403])
    }

    @Test(
        arguments: [
            "localhost:9099", "LOCALHOST", "app.localhost:9099", "127.0.0.1:9099", "127.1.2.3", "[::1]:9099",
            "10.0.2.2:9099",
            "192.168.1.5:9099", "hearth:9099", "host.docker.internal:9099",
        ]
    )
    func `are for this machine under each of its names`(_ host: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await Self.statuses(client, ["Host": host]) == [200, 200, 200])
    }

    @Test(arguments: [
        "https://evil.example", "http://localhost.evil.example", "null", "http://192.168.1.66", "file://",
    ])
    func `are not for a stranger's page`(_ origin: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await Self.statuses(client, ["Origin": origin]) == [403, 403, 403])
        for path in [Self.clear, "/emulator/openapi.json", "/emulator/auth/handler"] {
            let answer = try await client.send(.options, path, nil, ["Origin": origin])
            #expect(answer.fields["access-control-allow-origin"] == nil)
        }
        let page = try await client.send(.get, "/emulator/auth/handler?x=1", nil, ["Origin": origin])
        #expect(page.fields["access-control-allow-origin"] == nil)
    }

    @Test func `are not for a page that hides its origin`() async throws {
        let client = TestClient(try await TestBackend())
        // As a browser sends `fetch(url, {mode: 'no-cors'})` and `<img src>` of a page of another site.
        for mode in ["no-cors", "cors", "websocket"] {
            let fields: HTTPFields = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode]
            #expect(try await Self.statuses(client, fields) == [403, 403, 403])
        }
        let link: HTTPFields = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
        #expect(try await Self.statuses(client, link) == [200, 200, 200])
        let own: HTTPFields = [
            "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Origin": "http://127.0.0.1:3000",
        ]
        #expect(try await Self.statuses(client, own) == [200, 200, 200])
        let sameSite: HTTPFields = ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"]
        #expect(try await Self.statuses(client, sameSite) == [200, 200, 200])
    }

    @Test(arguments: ["http://localhost:3000", "https://127.0.0.1:4000", "http://[::1]:5173", "http://app.localhost"])
    func `are for the developer's own pages`(_ origin: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await Self.statuses(client, ["Origin": origin]) == [200, 200, 200])
        let answer = try await client.send(.get, "/emulator/v1/projects/demo-test/oobCodes", nil, ["Origin": origin])
        #expect(answer.fields["access-control-allow-origin"] == origin)
    }

    @Test func `are for the hosts that are authorized`() async throws {
        let client = TestClient(try await TestBackend { $0.authorizedDomains.append("dev.example") })
        let fields: HTTPFields = ["Host": "dev.example:9099", "Origin": "https://dev.example"]
        #expect(try await Self.statuses(client, fields) == [200, 200, 200])
    }

    @Test func `leave identity operations open to every page`() async throws {
        let client = TestClient(try await TestBackend())
        let fields: HTTPFields = ["Origin": "https://shop.example", "Host": "shop-backend.example"]
        let answer = try await client.send(.post, "/v1/accounts:signUp?key=k", [:], fields)
        #expect(answer.status == 200)
        #expect(answer.fields["access-control-allow-origin"] == "https://shop.example")
    }

    @Test func `a public page is not let into a private network by production`() async throws {
        let (_, client) = try await TestClient.strict { $0.isEmulator = false }
        let fields: HTTPFields = ["Origin": "https://shop.example", "Access-Control-Request-Private-Network": "true"]
        let answer = try await client.send(.options, "/v1/accounts:signUp", nil, fields)
        #expect(answer.status == 204)
        #expect(answer.fields["access-control-allow-private-network"] == nil)
    }

    @Test func `are named to the operator before the server starts`() throws {
        var configuration = try BackendConfiguration(project: #require(ProjectID(rawValue: "demo-test")))
        configuration.profile = .strict
        let notices = configuration.notices.joined()
        #expect(notices.contains("Bearer owner") && notices.contains("strict profile alone is no protection"))
        configuration.isEmulator = false
        #expect(configuration.notices.isEmpty)
    }
}
