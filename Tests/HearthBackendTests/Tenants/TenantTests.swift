import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Tenants", .inProcessAndLive)
struct TenantTests {
    private static let path = "/v2/projects/demo-test/tenants"
    private static let owner: HTTPFields = ["Authorization": "Bearer owner"]

    private static func manage(
        _ client: TestClient,
        _ method: HTTPMethod,
        _ end: String = "",
        _ body: JSONValue? = nil
    ) async throws -> TestClient.Answer {
        try await client.send(method, path + end, body, owner)
    }

    /// Makes a tenant; returns its identifier.
    private static func make(_ client: TestClient, _ settings: JSONValue) async throws -> String {
        let answer = try await manage(client, .post, "", settings)
        return try #require(answer["tenantId"]?.string, "\(answer.error ?? "")")
    }

    @Test func `that no one made are refused in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        let body: JSONValue = ["email": "ada@example.com", "password": "secret1", "tenantId": "invented"]
        for operation in ["accounts:signUp", "accounts:signInWithPassword"] {
            let answer = try await client.user(operation, body)
            #expect(answer.status == 400)
            #expect(answer.error == "INVALID_TENANT_ID")
        }
        #expect(
            try await client.admin("tenants/invented/accounts:lookup", ["localId": ["a"]]).error == "TENANT_NOT_FOUND"
        )
        #expect(try await Self.manage(client, .get, "/invented").error == "TENANT_NOT_FOUND")
        #expect(try await Self.manage(client, .delete, "/invented").error == "TENANT_NOT_FOUND")
        #expect(try await Self.manage(client, .get)["tenants"] == [])
    }

    @Test func `that no one made are made in lenient, with everything allowed`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com", tenant: "named")
        let tenant = try await Self.manage(client, .get, "/named")
        #expect(tenant["name"] == "projects/demo-test/tenants/named")
        #expect(tenant["allowPasswordSignup"] == true && tenant["enableAnonymousUser"] == true)
        #expect(try await Self.manage(client, .delete, "/unknown").status == 200)
    }

    @Test func `have accounts of their own in strict, once made`() async throws {
        let (_, client) = try await TestClient.strict()
        let settings: JSONValue = ["displayName": "staff", "allowPasswordSignup": true]
        let id = try await Self.make(client, settings)
        #expect(id.hasPrefix("staff-") && id.utf8.count == "staff-".utf8.count + 5)
        let user = try await client.signUp("ada@example.com", tenant: id)
        #expect(try claims(of: user.idToken)["firebase"]?["tenant"]?.string == id)
        #expect(try await client.admin("accounts:lookup", ["localId": [.string(user.uid)]])["users"] == nil)
        let found = try await client.admin("tenants/\(id)/accounts:lookup", ["localId": [.string(user.uid)]])
        #expect(found["users"]?.array?.count == 1)
    }

    @Test func `are shown, listed page by page, changed and removed`() async throws {
        let (_, client) = try await TestClient.strict()
        var ids: [String] = []
        for name in ["alpha", "bravo", "charlie"] {
            ids.append(try await Self.make(client, ["displayName": .string(name)]))
        }
        let shown = try await Self.manage(client, .get, "/\(ids[0])")
        #expect(shown["displayName"] == "alpha")
        #expect(shown["allowPasswordSignup"] == false)
        #expect(shown["mfaConfig"]?["state"] == "DISABLED")
        let first = try await Self.manage(client, .get, "?pageSize=2")
        #expect(first["tenants"]?.array?.map { $0["tenantId"]?.text } == [ids[0], ids[1]])
        let rest = try await Self.manage(client, .get, "?pageSize=2&pageToken=\(first["nextPageToken"]?.text ?? "")")
        #expect(rest["tenants"]?.array?.map { $0["tenantId"]?.text } == [ids[2]])
        #expect(rest["nextPageToken"] == nil)
        let change: JSONValue = ["enableAnonymousUser": true, "displayName": "ignored-name"]
        let changed = try await Self.manage(client, .patch, "/\(ids[0])?updateMask=enableAnonymousUser", change)
        #expect(changed["enableAnonymousUser"] == true && changed["displayName"] == "alpha")
        #expect(try await Self.manage(client, .delete, "/\(ids[0])", [:]).document == [:])
        #expect(try await Self.manage(client, .get, "/\(ids[0])").error == "TENANT_NOT_FOUND")
    }

    @Test func `take their accounts and codes with them`() async throws {
        let (_, client) = try await TestClient.strict()
        let id = try await Self.make(client, ["displayName": "staff", "allowPasswordSignup": true])
        let user = try await client.signUp("ada@example.com", tenant: id)
        #expect(try await Self.manage(client, .delete, "/\(id)").status == 200)
        #expect(try await client.refresh(user.refreshToken).error?.hasPrefix("INVALID_REFRESH_TOKEN") == true)
        #expect(try await client.lookUp(user).status == 400)
    }

    @Test(
        arguments: [
            (
                "allowPasswordSignup", "accounts:signUp", ["email": "a@example.com", "password": "secret1"],
                "OPERATION_NOT_ALLOWED"
            ),
            (
                "allowPasswordSignup", "accounts:signInWithPassword",
                ["email": "a@example.com", "password": "secret1"], "PASSWORD_LOGIN_DISABLED"
            ),
            ("enableAnonymousUser", "accounts:signUp", [:], "ADMIN_ONLY_OPERATION"),
            (
                "enableEmailLinkSignin", "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"], "OPERATION_NOT_ALLOWED"
            ),
            (
                "enableEmailLinkSignin", "accounts:signInWithEmailLink", ["email": "a@example.com", "oobCode": "x"],
                "OPERATION_NOT_ALLOWED"
            ),
        ] as [(String, String, [String: JSONValue], String)]
    )
    func `allow what their settings say`(
        _ setting: String,
        _ operation: String,
        _ body: [String: JSONValue],
        _ refusal: String
    ) async throws {
        let (_, client) = try await TestClient.strict()
        let id = try await Self.make(client, ["displayName": "staff"])
        var body = body
        body["tenantId"] = .string(id)
        #expect(try await client.user(operation, JSONValue(body)).error == refusal)
        _ = try await Self.manage(client, .patch, "/\(id)?updateMask=\(setting)", [setting: true])
        #expect(try await client.user(operation, JSONValue(body)).error != refusal)
    }

    @Test func `that are closed refuse everything`() async throws {
        let (_, client) = try await TestClient.strict()
        let id = try await Self.make(
            client,
            ["displayName": "staff", "disableAuth": true, "allowPasswordSignup": true]
        )
        let body: JSONValue = ["email": "a@example.com", "password": "secret1", "tenantId": .string(id)]
        #expect(try await client.user("accounts:signUp", body).error == "PROJECT_DISABLED")
        #expect(try await client.admin("tenants/\(id)/accounts", [:]).error == "PROJECT_DISABLED")
        #expect(try await Self.manage(client, .get, "/\(id)").status == 200)
    }

    @Test func `that are closed end what was signed in before, also where a request does not name them`() async throws {
        let (_, client) = try await TestClient.strict()
        let id = try await client.makeTenant()
        let user = try await client.signUp("ada@example.com", tenant: id)
        let refresh: JSONValue = ["grantType": "refresh_token", "refreshToken": .string(user.refreshToken)]
        #expect(try await client.send(.post, "/v1/token?key=k", refresh).status == 200)
        #expect(
            try await Self.manage(client, .patch, "/\(id)?updateMask=disableAuth", ["disableAuth": true]).status == 200
        )
        #expect(try await client.send(.post, "/v1/token?key=k", refresh).error == "PROJECT_DISABLED")
        #expect(try await client.lookUp(user).error == "PROJECT_DISABLED")
        #expect(try await client.update(user, ["displayName": "Ada"]).error == "PROJECT_DISABLED")
        #expect(
            try await Self.manage(client, .patch, "/\(id)?updateMask=disableAuth", ["disableAuth": false]).status == 200
        )
        #expect(try await client.send(.post, "/v1/token?key=k", refresh).status == 200)
    }

    @Test(
        arguments: [
            ([:], "MISSING_DISPLAY_NAME"),
            (["displayName": "abc"], "INVALID_DISPLAY_NAME : 4 to 20 letters, digits and hyphens, a letter first"),
            (
                ["displayName": "staff", "mfaConfig": ["state": "PERHAPS"]],
                "INVALID_CONFIG : mfaConfig.state is DISABLED, ENABLED or MANDATORY"
            ),
        ] as [(JSONValue, String)]
    )
    func `are made with settings that make sense`(_ settings: JSONValue, _ refusal: String) async throws {
        let (_, client) = try await TestClient.strict()
        #expect(try await Self.manage(client, .post, "", settings).error == refusal)
    }

    @Test func `do not read the tokens of each other's users, even for an administrator`() async throws {
        for profile in BackendConfiguration.Profile.allCases {
            let client = TestClient(try await TestBackend { $0.profile = profile })
            let one = try await Self.make(client, ["displayName": "first", "allowPasswordSignup": true])
            let two = try await Self.make(client, ["displayName": "second", "allowPasswordSignup": true])
            let user = try await client.signUp("ada@example.com", tenant: one)
            let body: JSONValue = ["idToken": .string(user.idToken)]
            #expect(try await client.admin("tenants/\(two)/accounts:lookup", body).error == "TENANT_ID_MISMATCH")
            #expect(try await client.admin("tenants/\(one)/accounts:lookup", body).status == 200)
            let own: JSONValue = ["idToken": .string(user.idToken), "tenantId": .string(two)]
            #expect(try await client.user("accounts:lookup", own).error == "TENANT_ID_MISMATCH")
        }
    }
}
