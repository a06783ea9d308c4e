import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthConsole

@Suite struct SigningKeyWithdrawalTests {
    private static func signer(_ server: Backend, _ purpose: String = "idToken") async throws -> String {
        try #require(try await server.signingKeyFacts().first { $0.purpose == purpose && $0.signs }).id
    }

    /// A refresh token that stands for a session, and what it is traded for.
    private static func refresh(_ token: String, _ server: Backend) async throws -> String {
        let answer = await server.handle(
            HTTPRequest(
                .post,
                target: "/securetoken.googleapis.com/v1/token?key=any",
                fields: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("grant_type=refresh_token&refresh_token=\(token)".utf8)
            )
        )
        return try #require(try JSON.parse(answer.bytes)["id_token"]?.string, "\(answer.status)")
    }

    @Test func `what a withdrawn key signed is refused at once, and the session goes on with another key`() async throws
    {
        let servers = try await TwoServers()
        let session = try await TwoServers.send(
            servers.first,
            "v1/accounts:signInWithPassword",
            [
                "email": "ada@example.com", "password": .string(AdministrationWorld.password),
                "returnSecureToken": true,
            ]
        ).document
        let token = try #require(session["idToken"]?.string)
        let leaked = try TwoServers.key(of: token)
        #expect(try await TwoServers.accepts(token, servers.first))
        let next = try #require(try await servers.first.withdrawSigningKey(leaked))
        #expect(next.id != leaked && next.signs)
        // No time has passed: the clock stands still.
        #expect(try await !TwoServers.accepts(token, servers.first))
        #expect(await servers.first.bearer(of: Secret(token)) == nil)
        #expect(try await TwoServers.keys(servers.first) == [next.id])
        let refused = try await TwoServers.send(
            servers.first,
            "v1/projects/shop:createSessionCookie",
            ["idToken": .string(token), "validDuration": "1209600"],
            isOperator: true
        )
        #expect(refused.document["error"]?["message"]?.string?.hasPrefix("INVALID_ID_TOKEN") == true)
        let fresh = try await Self.refresh(try #require(session["refreshToken"]?.string), servers.first)
        #expect(try TwoServers.key(of: fresh) == next.id)
        #expect(try await TwoServers.accepts(fresh, servers.first))
        await servers.close()
    }

    @Test func `another server of the store learns it within ten seconds`() async throws {
        let servers = try await TwoServers()
        let old = try await TwoServers.signIn(servers.second)
        #expect(try await TwoServers.accepts(old.token, servers.second))
        let next = try #require(try await servers.first.withdrawSigningKey(old.key)).id
        servers.pass(.seconds(10))
        #expect(try await !TwoServers.accepts(old.token, servers.second))
        #expect(try await TwoServers.keys(servers.second) == [next])
        let fresh = try await TwoServers.signIn(servers.second)
        #expect(fresh.key == next)
        for server in [servers.first, servers.second] { #expect(try await TwoServers.accepts(fresh.token, server)) }
        await servers.close()
    }

    @Test func `a key that waits goes with the one that signs, and one that verifies stays`() async throws {
        let servers = try await TwoServers()
        let first = try await TwoServers.signIn(servers.first)
        let second = try await servers.first.rotateSigningKey("idToken").id
        servers.pass(.hours(7))
        let token = try await TwoServers.signIn(servers.first)
        #expect(token.key == second)
        let waiting = try await servers.first.rotateSigningKey("idToken").id
        #expect(try await TwoServers.keys(servers.first) == [first.key, second, waiting])
        let next = try #require(try await servers.first.withdrawSigningKey(second)).id
        #expect(try await TwoServers.keys(servers.first) == [first.key, next])
        #expect(try await TwoServers.signIn(servers.first).key == next)
        // What is withdrawn beside the signer leaves the signer in its place.
        #expect(try await servers.first.withdrawSigningKey(first.key)?.id == next)
        #expect(try await TwoServers.keys(servers.first) == [next])
        // The one after it takes its usual time.
        let later = try await servers.first.rotateSigningKey("idToken")
        #expect(later.signsFrom == later.createdAt + .minutes(6 * 60 + 10))
        #expect(try await servers.first.withdrawSigningKey(later.id)?.id == next)
        await servers.close()
    }

    @Test func `two calls at once and the second tap make one key, and a made-up key changes nothing`() async throws {
        let servers = try await TwoServers()
        let leaked = try await TwoServers.signIn(servers.first).key
        async let one = servers.first.withdrawSigningKey(leaked)
        async let other = servers.second.withdrawSigningKey(leaked)
        let made = try await [one, other].compactMap { $0 }
        #expect(made.count == 1)
        #expect(try await servers.first.withdrawSigningKey(leaked) == nil)
        #expect(try await servers.first.withdrawSigningKey("none") == nil)
        #expect(try await Self.signer(servers.second) == made.first?.id)
        #expect(try await servers.first.signingKeyFacts().filter { $0.purpose == "idToken" }.count == 1)
        await servers.close()
    }

    @Test func `a clock that goes back lets no earlier key sign again`() async throws {
        let servers = try await TwoServers()
        let first = try await TwoServers.signIn(servers.first).key
        let second = try await servers.first.rotateSigningKey("idToken").id
        servers.pass(.hours(7))
        let next = try #require(try await servers.first.withdrawSigningKey(second)).id
        servers.pass(.hours(-2))
        #expect(try await TwoServers.signIn(servers.second).key == next)
        #expect(try await TwoServers.keys(servers.second) == [first, next])
        await servers.close()
    }

    @Test(arguments: ["sessionCookie", "samlRequest"])
    func `the keys of the other purposes are withdrawn alike`(_ purpose: String) async throws {
        let servers = try await TwoServers()
        if purpose == "sessionCookie" {
            _ = try await TwoServers.keys(servers.first, at: TwoServers.publishedForCookies)
        } else {
            let saml: JSONObject = [
                "enabled": true,
                "idpConfig": [
                    "idpEntityId": "https://login.example.com", "ssoUrl": "https://login.example.com/sso",
                    "signRequest": true, "idpCertificates": [],
                ],
                "spConfig": ["spEntityId": "shop"],
            ]
            _ = try await TwoServers.send(
                servers.first,
                "v2/projects/shop/inboundSamlConfigs?inboundSamlConfigId=saml.staff",
                saml,
                isOperator: true
            )
        }
        let leaked = try await Self.signer(servers.first, purpose)
        let next = try #require(try await servers.second.withdrawSigningKey(leaked))
        #expect(next.purpose == purpose && next.id != leaked)
        #expect(try await Self.signer(servers.first, purpose) == next.id)
        if purpose == "sessionCookie" {
            #expect(try await TwoServers.keys(servers.second, at: TwoServers.publishedForCookies) == [next.id])
        }
        await servers.close()
    }
}

@Suite struct KeyWithdrawalCallTests {
    typealias World = AdministrationWorld

    @Test func `an owner with a fresh proof withdraws a key, which the audit tells with its outcome`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await world.backend.prepare()
        let leaked = try #require(try await world.backend.signingKeyFacts().first { $0.purpose == "idToken" }).id
        let answer = await world.send(.post, "keys:withdraw", ["key": .string(leaked)], as: ada.browser)
        #expect(answer.status == 200)
        #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("PRIVATE"))
        let next = try World.document(answer)
        #expect(next["signs"]?.bool == true && next["id"]?.string != leaked)
        #expect(await world.send(.post, "keys:withdraw", ["key": .string(leaked)], as: ada.browser).status == 404)
        #expect(await world.send(.post, "keys:withdraw", [:], as: ada.browser).status == 400)
        let page = try World.document(await world.send(.get, "settings", as: ada.browser))
        let signers = page["keys"]?.array?.filter { $0["purpose"] == "idToken" }
        #expect(signers?.map { $0["id"]?.string } == [next["id"]?.string])
        let audit = try World.document(await world.send(.get, "audit", as: ada.browser))["lines"]?.array
        #expect(audit?.prefix(2).map { $0["action"]?.string } == ["WithdrawSigningKey", "WithdrawSigningKey"])
        #expect(audit?.prefix(2).map { $0["target"]?.string } == ["keys/\(leaked)", "keys/\(leaked)"])
        #expect(audit?.prefix(2).map { $0["status"]?.integer } == [404, 200])
        world.pass(.minutes(6))
        let id = try #require(next["id"])
        let late = await world.send(.post, "keys:withdraw", ["key": id], as: ada.browser)
        #expect(try World.document(late)["error"]?.object?["status"]?.string == "RECENT_PROOF_REQUIRED")
        #expect(try await world.backend.signingKeyFacts().first?.id == id.string)
    }

    @Test func `the pages are told how long verifiers keep the keys, as the published document says`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        let published = await world.backend.handle(HTTPRequest(.get, target: TwoServers.published))
        let kept = try World.document(await world.send(.get, "settings", as: ada.browser))["publishedKeySeconds"]?
            .integer
        #expect(published.fields["cache-control"]?.contains("max-age=\(try #require(kept)),") == true)
    }
}
