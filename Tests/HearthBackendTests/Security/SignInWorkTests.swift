import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The work of a sign-in")
struct SignInWorkTests {
    /// How many statements of a sign-in begin so.
    private static func count(_ prefix: String, in statements: [String]) -> Int {
        statements.count { $0.hasPrefix(prefix) }
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `reads the project's settings once, and writes the account once`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let work = Locked<[String]>([])
        var probe = BackendProbe()
        probe.worked = { text in work.withLock { $0.append(text) } }
        let backend = try await TestBackend(probe: probe) { $0.profile = profile }
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(1))
        work.withLock { $0 = [] }
        #expect(try await client.signIn("ada@example.com").status == 200)
        let statements = work.withLock { $0 }
        #expect(Self.count("SELECT * FROM projects", in: statements) == 1)
        #expect(Self.count("UPDATE accounts", in: statements) == 1)
        #expect(Self.count("INSERT INTO accounts", in: statements) == 0)
        #expect(Self.count("INSERT INTO sessions", in: statements) == 1)
        // Before the password is compared, and again in the transaction that signs in.
        #expect(Self.count("SELECT * FROM accounts", in: statements) == 2)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `a sign-up writes its account once, with the sign-in and the token in it`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let work = Locked<[String]>([])
        var probe = BackendProbe()
        probe.worked = { text in work.withLock { $0.append(text) } }
        let backend = try await TestBackend(probe: probe) { $0.profile = profile }
        let client = TestClient(backend)
        work.withLock { $0 = [] }
        let user = try await client.signUp("ada@example.com")
        let statements = work.withLock { $0 }
        #expect(Self.count("INSERT INTO accounts", in: statements) == 1)
        #expect(Self.count("UPDATE accounts", in: statements) == 0)
        guard profile == .lenient else { return }
        let account = try await client.account(.string(user.uid))
        #expect(account["lastLoginAt"]?.string == "\(backend.clock.now.milliseconds)")
        #expect(account["lastRefreshAt"]?.string == CivilTime(backend.clock.now).rfc3339)
    }

    @Test func `an account that an administrator makes has no token yet`() async throws {
        let client = TestClient(try await TestBackend())
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts"
        let body: JSONValue = ["email": "ada@example.com", "password": "secret12"]
        let made = try await client.send(.post, path, body, ["Authorization": "Bearer owner"])
        let account = try await client.account(.string(try #require(made["localId"]?.string)))
        #expect(account["lastRefreshAt"] == nil)
    }

    @Test func `notes the sign-in and the token, a refresh the token alone`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(10))
        let user = try TestUser(try await client.signIn("ada@example.com"))
        let signedIn = backend.clock.now
        backend.clock.advance(by: .minutes(10))
        #expect(try await client.refresh(user.refreshToken).status == 200)
        let account = try await client.account(.string(user.uid))
        #expect(account["lastLoginAt"]?.string == "\(signedIn.milliseconds)")
        #expect(account["lastRefreshAt"]?.string == CivilTime(backend.clock.now).rfc3339)
    }

    @Test func `takes the settings anew with every call`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        #expect(try await client.signIn("ada@example.com", "wrong1").error == "INVALID_PASSWORD")
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        let path = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
        #expect(try await client.send(.patch, path, privacy, ["Authorization": "Bearer owner"]).status == 200)
        #expect(try await client.signIn("ada@example.com", "wrong1").error == "INVALID_LOGIN_CREDENTIALS")
    }
}
