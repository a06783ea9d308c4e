import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Who may call", .inProcessAndLive)
struct GateTests {
    private static let required = """
        Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other \
        valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.
        """
    private static let invalid = """
        Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid \
        authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.
        """
    private static let secret = "0123456789abcdef0123456789abcdef"

    @Test(arguments: ["", "?key=", "?other=1"])
    func `users need a key`(_ query: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, "/v1/accounts:signUp\(query)", [:])
        #expect(answer.status == 403)
        #expect(answer.error == "The request is missing a valid API key.")
        #expect(answer["error"]?["status"] == "PERMISSION_DENIED")
        #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "forbidden")
    }

    @Test func `any key will do, in the query or in a field`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.post, "/v1/accounts:signUp?key=x", [:]).status == 200)
        let answer = try await client.send(.post, "/v1/accounts:signUp", [:], ["X-Goog-Api-Key": "x"])
        #expect(answer.status == 200)
    }

    @Test(arguments: [[:], ["Authorization": "Basic b3duZXI6"]] as [[String: String]])
    func `administrators need a credential`(_ fields: [String: String]) async throws {
        let client = TestClient(try await TestBackend())
        var head = HTTPFields()
        for field in fields { head.append(field.key, field.value) }
        let answer = try await client.send(.post, "/v1/projects/demo-test/accounts?key=k", [:], head)
        #expect(answer.status == 401)
        #expect(answer.error == Self.required)
        #expect(answer["error"]?["status"] == "UNAUTHENTICATED")
        let item = answer["error"]?["errors"]?.array?.first
        #expect(item?["reason"] == "required")
        #expect(item?["location"] == "Authorization")
        #expect(item?["locationType"] == "header")
    }

    @Test(arguments: ["Bearer owner", "bearer OWNER", "BEARER owner", "Bearer ya29.anything"])
    func `the emulator's own credentials are accepted`(_ credential: String) async throws {
        let client = TestClient(try await TestBackend())
        let fields: HTTPFields = ["Authorization": credential]
        #expect(try await client.send(.post, "/v1/projects/demo-test/accounts", [:], fields).status == 200)
    }

    @Test(arguments: ["Bearer x", "Bearer owner2", "Bearer ya30.x", "Bearer  owner"])
    func `any other bearer is refused, even where a key would do`(_ credential: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(
            .post,
            "/v1/accounts:signUp?key=k",
            [:],
            ["Authorization": credential]
        )
        #expect(answer.status == 401)
        #expect(answer.error == Self.invalid)
        #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "authError")
    }

    @Test func `a credential does no harm where anyone may call`() async throws {
        let client = TestClient(try await TestBackend())
        let fields: HTTPFields = ["Authorization": "Bearer another-server's"]
        for path in ["/", "/healthz", "/readyz", "/.well-known/jwks.json"] {
            #expect(try await client.send(.get, path, nil, fields).status == 200)
        }
    }

    @Test func `production has neither owner nor the emulator's controls`() async throws {
        let (_, client) = try await TestClient.strict {
            $0.isEmulator = false
            $0.administratorToken = Secret(Self.secret)
        }
        for credential in ["owner", "ya29.x", "wrong-wrong-wrong-wrong-wrong-wrong", ""] {
            let answer = try await client.send(
                .post,
                "/v1/projects/demo-test/accounts:lookup",
                [:],
                ["Authorization": "Bearer \(credential)"]
            )
            #expect(answer.status == 401)
        }
        let right: HTTPFields = ["Authorization": "Bearer \(Self.secret)"]
        #expect(try await client.send(.post, "/v1/projects/demo-test/accounts:lookup", [:], right).status == 200)
        let controls: [(HTTPMethod, String)] = [
            (.delete, "accounts"), (.delete, "tenants/t/accounts"), (.get, "config"), (.patch, "config"),
            (.get, "oobCodes"), (.get, "tenants/t/oobCodes"), (.get, "verificationCodes"),
        ]
        for (method, end) in controls {
            #expect(try await client.send(method, "/emulator/v1/projects/demo-test/\(end)", nil, right).status == 404)
        }
    }

    @Test func `production keeps no code to read`() async throws {
        let (backend, client) = try await TestClient.strict { $0.isEmulator = false }
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
        let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")
        #expect(mail.link.hasPrefix("https://hearth.example/emulator/action?"))
    }

    @Test(arguments: [BackendConfiguration.SingleProject.off, .warn])
    func `a foreign project has accounts of its own`(_ mode: BackendConfiguration.SingleProject) async throws {
        let client = TestClient(try await TestBackend { $0.singleProject = mode })
        #expect(try await client.admin("accounts", ["localId": "ada"], project: "other").status == 200)
        #expect(try await client.admin("accounts:lookup", ["localId": ["ada"]])["users"] == nil)
        let found = try await client.admin("accounts:lookup", ["localId": ["ada"]], project: "other")
        #expect(found["users"]?.array?.count == 1)
    }

    @Test func `a foreign project is refused when asked so`() async throws {
        let client = TestClient(try await TestBackend { $0.singleProject = .error })
        let answer = try await client.admin("accounts", [:], project: "other")
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix("Multiple projectIds are not recommended in single project mode.") == true)
        #expect(try await client.admin("accounts", [:]).status == 200)
    }

    @Test func `a key that is a project's name means that project`() async throws {
        let other = try #require(ProjectID(rawValue: "demo-other"))
        let client = TestClient(try await TestBackend { $0.projects.append(other) })
        var theirs = client
        theirs.key = "demo-other"
        let user = try await theirs.signUp("ada@example.com")
        #expect(try claims(of: user.idToken)["aud"] == "demo-other")
        #expect(try await client.signIn("ada@example.com").error == "EMAIL_NOT_FOUND")
    }
}

/// In process alone: over a socket the HTTP engine refuses what is no host.
@Suite("Where a mailed link leads")
struct LinkHostTests {
    @Test(arguments: [("auth.test:8080", "auth.test:8080"), ("x/<script>", "localhost")])
    func `to the host that was asked, unless that is none`(_ host: String, _ expected: String) async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        let answer = try await client.send(.post, "/v1/accounts:sendOobCode?key=k", body, ["Host": host])
        #expect(answer.status == 200)
        let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")
        #expect(mail.link.hasPrefix("http://\(expected)/emulator/action?"))
    }
}
