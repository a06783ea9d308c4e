import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthConsole

/// Two servers for real users on one store, at one time that is set by hand.
struct TwoServers {
    static let published = "/.well-known/jwks.json"
    static let publishedForCookies = "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"

    let folder = TemporaryFolder()
    let clock: Locked<UnixTime>
    let first: Backend
    let second: Backend

    init() async throws {
        let folder = folder
        let clock = Locked(UnixTime(seconds: 1_700_000_000))
        self.clock = clock
        func server() async throws -> Backend {
            var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "shop")))
            configuration.profile = .strict
            configuration.isEmulator = false
            configuration.administratorToken = Secret(AdministrationWorld.operatorToken)
            configuration.publicURL = "https://shop.example"
            configuration.hashesCheaply = true
            configuration.storage = .sqlite(path: folder.file("shop.db"))
            return try await Backend(configuration, environment: BackendEnvironment(now: { clock.withLock { $0 } }))
        }
        first = try await server()
        second = try await server()
        _ = try await Self.send(
            first,
            "v1/projects/shop/accounts",
            ["localId": "ada", "email": "ada@example.com", "password": .string(AdministrationWorld.password)],
            isOperator: true
        )
    }

    func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }

    static func send(
        _ server: Backend,
        _ operation: String,
        _ body: JSONObject,
        isOperator: Bool = false
    ) async throws -> (status: Int, document: JSONObject) {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if isOperator { fields["Authorization"] = "Bearer \(AdministrationWorld.operatorToken)" }
        let target = "/identitytoolkit.googleapis.com/\(operation)" + (isOperator ? "" : "?key=any")
        let request = HTTPRequest(.post, target: target, fields: fields, body: JSON.serialize(.object(body)))
        let response = await server.handle(request)
        return (response.status, try #require(try JSON.parse(response.bytes).object))
    }

    /// Signs in, and says by which key the token was signed.
    static func signIn(_ server: Backend) async throws -> (token: String, key: String) {
        let answer = try await send(
            server,
            "v1/accounts:signInWithPassword",
            [
                "email": "ada@example.com", "password": .string(AdministrationWorld.password),
                "returnSecureToken": true,
            ]
        )
        let token = try #require(answer.document["idToken"]?.string, "\(answer)")
        return (token, try key(of: token))
    }

    /// The key that signed a token, by the token's own word.
    static func key(of token: String) throws -> String {
        let head = try #require(token.split(separator: ".").first.flatMap { Base64.decode($0.utf8) })
        return try #require(try JSON.parse(head).object?["kid"]?.string)
    }

    /// Whether a server takes a token for a user's.
    static func accepts(_ token: String, _ server: Backend) async throws -> Bool {
        try await send(server, "v1/accounts:lookup", ["idToken": .string(token)]).status == 200
    }

    /// The identifiers of the keys that a server publishes.
    static func keys(_ server: Backend, at path: String = published) async throws -> Set<String> {
        let response = await server.handle(HTTPRequest(.get, target: path))
        let set = try #require(try JSON.parse(response.bytes).object?["keys"]?.array, "\(response.status)")
        return Set(set.compactMap { $0["kid"]?.string })
    }

    func close() async {
        await first.close()
        await second.close()
    }
}

@Suite struct SigningKeyRotationTests {
    private static let purpose = "idToken"

    @Test func `the next key is published by every server before any server signs with it`() async throws {
        let servers = try await TwoServers()
        let present = try await TwoServers.signIn(servers.first).key
        #expect(try await TwoServers.signIn(servers.second).key == present)
        servers.pass(.minutes(1))
        let next = try await servers.first.rotateSigningKey(Self.purpose).id
        #expect(next != present)
        #expect(try await TwoServers.keys(servers.first) == [present, next])
        servers.pass(.minutes(5))
        #expect(try await TwoServers.keys(servers.second) == [present, next])
        // Verifiers keep a key set for six hours, and may have read it from the second server five minutes late.
        servers.pass(.minutes(6 * 60 + 4))
        let old = try await TwoServers.signIn(servers.first)
        #expect(old.key == present)
        #expect(try await TwoServers.signIn(servers.second).key == present)
        servers.pass(.minutes(1))
        for server in [servers.first, servers.second] {
            #expect(try await TwoServers.signIn(server).key == next)
            #expect(try await TwoServers.accepts(old.token, server))
        }
        await servers.close()
    }

    @Test func `a key signs from its moment on, also between two looks at the store`() async throws {
        let servers = try await TwoServers()
        let present = try await TwoServers.signIn(servers.first).key
        servers.pass(.minutes(1))
        let next = try await servers.first.rotateSigningKey(Self.purpose).id
        servers.pass(.minutes(6 * 60 + 10) - .seconds(2))
        #expect(try await TwoServers.signIn(servers.first).key == present)
        servers.pass(.milliseconds(1999))
        #expect(try await TwoServers.signIn(servers.first).key == present)
        servers.pass(.milliseconds(1))
        #expect(try await TwoServers.signIn(servers.first).key == next)
        // A clock that is set back finds what held then.
        servers.pass(.milliseconds(-1))
        #expect(try await TwoServers.signIn(servers.first).key == present)
        await servers.close()
    }

    @Test func `two calls at once, and a call whose answer was lost, make one key`() async throws {
        let servers = try await TwoServers()
        _ = try await TwoServers.signIn(servers.first)
        async let one = servers.first.rotateSigningKey(Self.purpose)
        async let other = servers.second.rotateSigningKey(Self.purpose)
        let made = try await (one, other)
        #expect(made.0 == made.1)
        servers.pass(.hours(1))
        #expect(try await servers.second.rotateSigningKey(Self.purpose) == made.0)
        #expect(try await TwoServers.keys(servers.first).count == 2)
        await servers.close()
    }

    @Test func `a key verifies until what it signed has expired, and is forgotten then`() async throws {
        let servers = try await TwoServers()
        let made = try await servers.first.rotateSigningKey("sessionCookie")
        let before = try await TwoServers.keys(servers.first, at: TwoServers.publishedForCookies).subtracting([made.id])
        let old = try #require(before.first)
        servers.pass(.minutes(6 * 60 + 9))
        // The last cookie of the old key, for as long as there are cookies.
        let token = try await TwoServers.signIn(servers.second).token
        let answer = try await TwoServers.send(
            servers.second,
            "v1/projects/shop:createSessionCookie",
            ["idToken": .string(token), "validDuration": "1209600"],
            isOperator: true
        )
        #expect(try TwoServers.key(of: #require(answer.document["sessionCookie"]?.string)) == old)
        servers.pass(.hours(14 * 24))
        #expect(try await TwoServers.keys(servers.second, at: TwoServers.publishedForCookies) == [old, made.id])
        let facts = try await servers.second.signingKeyFacts().filter { $0.purpose == "sessionCookie" }
        #expect(facts.map(\.id) == [made.id, old] && facts.map(\.signs) == [true, false])
        servers.pass(.minutes(62))
        #expect(try await TwoServers.keys(servers.second, at: TwoServers.publishedForCookies) == [made.id])
        // The next rotation takes it out of the store.
        let third = try await servers.second.rotateSigningKey("sessionCookie")
        let kept = try await servers.first.signingKeyFacts().filter { $0.purpose == "sessionCookie" }
        #expect(kept.map(\.id) == [third.id, made.id])
        #expect(kept.first?.signsFrom == third.createdAt + .minutes(6 * 60 + 10))
        await servers.close()
    }

    @Test func `what signs requests to SAML providers, and what is no purpose, is not replaced`() async throws {
        let servers = try await TwoServers()
        for purpose in ["samlRequest", "", "id_token"] {
            await #expect(throws: BackendError.self) { try await servers.first.rotateSigningKey(purpose) }
        }
        await servers.close()
    }
}

@Suite struct KeyCallTests {
    typealias World = AdministrationWorld

    @Test func `an owner with a fresh proof makes the next key, which the audit tells`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await world.backend.prepare()
        world.pass(.minutes(1))
        let answer = await world.send(.post, "keys:rotate", ["purpose": "idToken"], as: ada.browser)
        let next = try World.document(answer)
        let now = world.clock.withLock { $0 }
        #expect(next["signs"]?.bool == false)
        #expect(next["signsFrom"]?.integer == (now + .minutes(6 * 60 + 10)).milliseconds)
        #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("PRIVATE"))
        let listed = try World.document(await world.send(.get, "settings", as: ada.browser))["keys"]?.array
        #expect(listed?.map { $0["id"] == next["id"] } == [true, false])
        #expect(listed?.map { $0["signs"]?.bool } == [false, true])
        let wrong = await world.send(.post, "keys:rotate", ["purpose": "samlRequest"], as: ada.browser)
        #expect(wrong.status == 400)
        let audit = try World.document(await world.send(.get, "audit", as: ada.browser))["lines"]?.array
        let lines = audit?.prefix(2).map { [$0["action"], $0["target"]].map { $0?.string } }
        #expect(lines == [["RotateSigningKey", "keys/samlRequest"], ["RotateSigningKey", "keys/idToken"]])
        #expect(audit?.prefix(2).map { $0["status"]?.integer } == [400, 200])
        world.pass(.minutes(6))
        let late = await world.send(.post, "keys:rotate", ["purpose": "idToken"], as: ada.browser)
        #expect(try World.document(late)["error"]?.object?["status"]?.string == "RECENT_PROOF_REQUIRED")
        #expect(try await world.backend.signingKeyFacts().count == 2)
    }
}
