import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Operations that are not offered", .inProcessAndLiveInLongRuns)
struct UnofferedEndpointTests {
    private static let old = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    @Test(
        arguments: [
            "/v1/accounts:signInWithGameCenter", old + "/signInWithGameCenter", "/v1/accounts:issueSamlResponse",
            old + "/signOutUser",
        ]
    )
    func `are refused in words, never as an unknown path`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, path + "?key=k", [:])
        #expect(answer.status == 501 && answer["error"]?["status"] == "NOT_IMPLEMENTED")
        #expect(answer.error?.contains(" ") == true)
    }

    @Test func `the old form of the configuration names the new one`() async throws {
        let client = TestClient(try await TestBackend())
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.post, Self.old + "/setProjectConfig", [:], owner)
        #expect(answer.status == 501 && answer.error?.contains("/v2/projects/{project}/config") == true)
    }

    @Test(arguments: ["/v1/accounts:verifyIosClient", old + "/verifyClient"])
    func `an iOS app is told to show a reCAPTCHA`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.post, path + "?key=k", [:]).error == "MISSING_APP_CREDENTIAL")
        let answer = try await client.send(.post, path + "?key=k", ["appToken": "0f", "isSandbox": true])
        #expect(answer.error?.hasPrefix("INVALID_APP_CREDENTIAL : ") == true)
    }

    @Test func `a tenant has the project's administrators`() async throws {
        let client = TestClient(try await TestBackend())
        let tenant = "/v2/projects/demo-test/tenants/\(try await client.makeTenant())"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let policy = try await client.send(.post, tenant + ":getIamPolicy", [:], owner)
        #expect(policy["bindings"] == [] && policy["etag"]?.string?.isEmpty == false)
        let rights: JSONValue = ["identitytoolkit.tenants.get"]
        let tested = try await client.send(.post, tenant + ":testIamPermissions", ["permissions": rights], owner)
        #expect(tested["permissions"] == rights)
        #expect(try await client.send(.post, tenant + ":setIamPolicy", [:], owner).status == 501)
    }

    @Test func `accounts are found by the address that they had first`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("first@example.com")
        _ = try await client.update(user, ["email": "second@example.com"])
        let found = try await client.admin("accounts:lookup", ["initialEmail": ["first@example.com"]])
        #expect(found["users"]?.array?.first?["localId"] == .string(user.uid))
        #expect(try await client.admin("accounts:lookup", ["initialEmail": ["second@example.com"]])["users"] == nil)
    }
}
