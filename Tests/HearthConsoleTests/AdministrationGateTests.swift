import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct AdministrationGateTests {
    typealias World = AdministrationWorld

    private static let lookup = "api/identitytoolkit.googleapis.com/v1/projects/shop/accounts:lookup"
    private static let update = "api/identitytoolkit.googleapis.com/v1/projects/shop/accounts:update"
    private static let documents = "api/v1/projects/shop/databases/(default)/documents"

    @Test func `no bearer token opens a call, neither the emulator's nor the operator's`() async throws {
        let world = try await World()
        for token in ["owner", World.operatorToken] {
            var browser = World.Browser()
            browser.fields["Authorization"] = "Bearer \(token)"
            let calls: [(HTTPMethod, String)] = [
                (.get, "console"), (.post, Self.lookup), (.post, "users:search"), (.get, "audit"),
                (.get, "administrators"), (.post, "administrators"), (.get, "log"), (.get, "live"),
                (.post, "app/identitytoolkit.googleapis.com/v1/accounts:signUp"), (.post, "session:confirm"),
            ]
            for (method, path) in calls {
                #expect(await world.send(method, path, [:], as: browser).status == 401, "\(path)")
            }
        }
        #expect(world.reached.withLock { $0.isEmpty })
    }

    @Test func `a write needs the console's origin, its host and the token of its session`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let eve = try await world.enroll("eve@example.com", as: .viewer)
        await world.addUser("u1", email: "user@example.com")
        func status(_ change: (inout World.Browser) -> Void) async -> Int {
            var browser = ada.browser
            change(&browser)
            return await world.send(.post, Self.update, ["localId": "u1", "disableUser": true], as: browser).status
        }
        #expect(await status { $0.token = "1" } == 403)
        #expect(await status { $0.token = eve.browser.token } == 403)
        #expect(await status { $0.fields["Origin"] = "https://evil.example" } == 403)
        #expect(await status { $0.fields["Origin"] = "null" } == 403)
        #expect(await status { $0.fields["Origin"] = "http://admin.example.com" } == 403)
        #expect(await status { $0.fields["Sec-Fetch-Site"] = "same-site" } == 403)
        #expect(await status { $0.fields["Sec-Fetch-Site"] = "cross-site" } == 403)
        #expect(await status { $0.fields["Host"] = "evil.example" } == 421)
        #expect(await status { $0.fields["Host"] = "admin.example.com:8080" } == 421)
        #expect(await status { $0.fields["Content-Type"] = "application/x-www-form-urlencoded" } == 400)
        #expect(await status { $0.cookie = nil } == 401)
        #expect(await status { $0.cookie = "\(ada.browser.cookie ?? ""); \(ConsoleSession.cookie)=x" } == 401)
        #expect(world.reached.withLock { $0.isEmpty })
        #expect(await status { $0.fields["Sec-Fetch-Site"] = "same-origin" } == 200)
    }

    @Test func `every answer is locked against script, frames and caches of others`() async throws {
        let world = try await World()
        for (path, status) in [("/console", 200), ("/console/v1/console", 401), ("/healthz", 404), ("/", 302)] {
            let fields: HTTPFields = ["Host": "admin.example.com", "X-Hearth-Console": "1"]
            let answer = await world.console.answer(HTTPRequest(.get, target: path, fields: fields))
            #expect(answer.status == status, "\(path)")
            #expect(answer.fields["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(answer.fields["strict-transport-security"] != nil)
            #expect(answer.fields["cache-control"] == "no-store")
            #expect(answer.fields["access-control-allow-origin"] == nil)
        }
    }

    @Test func `a caller without a cookie may not send a large body`() async throws {
        let world = try await World()
        var fields: HTTPFields = ["Host": "admin.example.com", "X-Hearth-Console": "1", "Origin": World.origin]
        let head = HTTPRequestHead(.post, target: "/console/v1/session", fields: fields)
        guard case .accept(let limit) = world.console.admission(of: head) else {
            Issue.record("a sign-in is not admitted")
            return
        }
        #expect((limit ?? .max) <= 8192)
        fields["Origin"] = "https://evil.example"
        guard case .refuse = world.console.admission(of: HTTPRequestHead(.post, target: head.target, fields: fields))
        else {
            Issue.record("another origin's body would be read")
            return
        }
    }

    /// What each role may do, as the design of the console has it.
    @Test(arguments: [
        (AdministratorRole.viewer, "search by sort settings"),
        (.support, "search by sort find disable mail settings factor"),
        (.developer, "search by sort find read settings"),
        (.owner, "search by sort find disable mail settings factor edit delete read write invite change rotate"),
    ]) func `a role may do what it is for, and is refused everything else`(
        role: AdministratorRole,
        allowed: String
    ) async throws {
        let world = try await World()
        let person = try await world.enroll("ada@example.com", as: role)
        await world.addUser("u1", email: "user@example.com")
        let base = "api/identitytoolkit.googleapis.com"
        let calls: [(String, HTTPMethod, String, JSONObject?)] = [
            ("search", .post, "users:search", ["project": "shop"]),
            ("by", .post, Self.lookup, ["localId": .array(["u1"])]),
            ("sort", .post, "users:search", ["project": "shop", "order": "signedIn"]),
            ("find", .post, "users:search", ["project": "shop", "text": "us"]),
            ("find", .post, Self.lookup, ["email": .array(["user@example.com"])]),
            ("find", .post, "users:search", ["project": "shop", "order": "email"]),
            ("disable", .post, Self.update, ["localId": "u1", "disableUser": true]),
            (
                "mail", .post, "\(base)/v1/projects/shop/accounts:sendOobCode",
                ["requestType": "PASSWORD_RESET", "email": "user@example.com"]
            ),
            ("settings", .get, "\(base)/v2/projects/shop/config", nil),
            ("factor", .post, "users/u1/factors:remove", ["project": "shop", "id": "none"]),
            ("edit", .post, Self.update, ["localId": "u1", "password": "another pass phrase 7"]),
            ("edit", .post, Self.update, ["localId": "u1", "customAttributes": "{\"role\":\"root\"}"]),
            ("edit", .post, Self.update, ["localId": "u1", "custom_attributes": "{\"role\":\"root\"}"]),
            ("edit", .post, Self.update, ["localId": "u1", "mfa": .object(["enrollments": .array([])])]),
            ("read", .get, "\(Self.documents)/notes/one", nil),
            ("read", .post, "\(Self.documents):runQuery", ["structuredQuery": .object([:])]),
            ("write", .patch, "\(Self.documents)/notes/one", ["fields": .object([:])]),
            ("read", .get, "api/analytics/v1/counts", nil),
            ("change", .post, "api/crash/v1/issues/x", ["state": "closed"]),
            ("invite", .post, "administrators", ["email": "eve@example.com", "role": "viewer"]),
            ("invite", .get, "administrators", nil),
            ("delete", .post, "\(base)/v1/projects/shop/accounts:delete", ["localId": "u1"]),
            ("settings", .post, "providers:try", ["project": "shop", "provider": "google.com"]),
            ("rotate", .post, "keys:rotate", ["purpose": "idToken"]),
            ("rotate", .post, "keys:withdraw", ["key": "none"]),
        ]
        for (name, method, path, body) in calls {
            let status = await world.send(method, path, body, as: person.browser).status
            #expect((status != 403) == allowed.split(separator: " ").contains(name[...]), "\(role) \(path): \(status)")
        }
    }

    @Test func `what the console does not name is refused to the owner too`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let paths = [
            "api/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
            "api/identitytoolkit.googleapis.com/v1/projects/shop:createSessionCookie",
            "api/v1/projects/-/serviceAccounts/x@y:signBlob", "api/v1/projects/shop/serviceAccounts",
            "api/emulator/v1/projects/shop/clock", "\(Self.documents):commit", "\(Self.documents):listen",
            "api/v1/projects/shop/databases/(default)/../../../documents", "api//v1/projects", "api/healthz",
        ]
        for path in paths {
            #expect(await world.send(.post, path, [:], as: ada.browser).status == 403, "\(path)")
        }
        #expect(world.reached.withLock { $0.isEmpty })
    }

    @Test func `a viewer sees masked addresses, and no answer holds a hash or a code`() async throws {
        let world = try await World()
        let viewer = try await world.enroll("vera@example.com", as: .viewer)
        let owner = try await world.enroll("ada@example.com", as: .owner)
        await world.addUser("u1", email: "user@example.com")
        let masked = await world.send(.post, "users:search", ["project": "shop"], as: viewer.browser)
        #expect(String(decoding: masked.bytes, as: UTF8.self).contains("u…@example.com"))
        #expect(!String(decoding: masked.bytes, as: UTF8.self).contains("user@"))
        let base = "api/identitytoolkit.googleapis.com/v1/projects/shop/accounts"
        let mail: JSONObject = ["requestType": "PASSWORD_RESET", "email": "user@example.com", "returnOobLink": true]
        let calls: [(String, JSONObject)] = [
            ("users:search", ["project": "shop"]), (Self.lookup, ["localId": .array(["u1"])]),
            ("\(base):sendOobCode", mail),
        ]
        for (path, body) in calls {
            let answer = await world.send(.post, path, body, as: owner.browser)
            #expect(answer.status == 200, "\(path)")
            let text = String(decoding: answer.bytes, as: UTF8.self)
            #expect(!text.contains("$argon2") && !text.contains("oobCode="), "\(text)")
            let hash = try World.document(answer)["users"]?.array?.first?.object?["passwordHash"]?.string
            #expect(hash == nil || hash == "‹hidden›")
        }
    }
}

@Suite struct AuditTests {
    typealias World = AdministrationWorld

    private static let update = "api/identitytoolkit.googleapis.com/v1/projects/shop/accounts:update"

    private static func lines(_ world: World, _ browser: World.Browser) async throws -> [JSONObject] {
        let page = try World.document(await world.send(.get, "audit", as: browser))
        return try #require(page["lines"]?.array).compactMap(\.object)
    }

    @Test func `every write is kept with who, what, when and its answer, without secrets`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await world.addUser("u1", email: "user@example.com")
        let change: JSONObject = ["localId": "u1", "displayName": "Una", "password": "another pass phrase 7"]
        #expect(await world.send(.post, Self.update, change, as: ada.browser).status == 200)
        let lines = try await Self.lines(world, ada.browser)
        #expect(lines.map { $0["action"]?.string } == ["UpdateAccount", "AcceptInvitation", "InviteAdministrator"])
        let line = try #require(lines.first)
        #expect(line["email"]?.string == "ada@example.com")
        #expect(line["target"]?.string == "shop/u1")
        #expect(line["status"]?.integer == 200)
        #expect(line["at"]?.integer == world.clock.withLock { $0.milliseconds })
        #expect(line["source"]?.string == "192.0.2.7")
        #expect(line["detail"]?.object?["displayName"]?.string == "Una")
        #expect(line["detail"]?.object?["password"]?.string == "‹hidden›")
    }

    @Test func `a change whose line cannot be written does not happen`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await world.addUser("u1", email: "user@example.com")
        try await world.store.write { db in
            try db.execute(
                """
                CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END
                """
            )
        }
        let change: JSONObject = ["localId": "u1", "disableUser": true]
        #expect(await world.send(.post, Self.update, change, as: ada.browser).status == 500)
        #expect(
            await world.send(.post, "administrators", ["email": "e@example.com", "role": "viewer"], as: ada.browser)
                .status == 500
        )
        #expect(world.reached.withLock { $0.isEmpty })
        #expect(try await world.store.list().count == 1)
    }

    @Test(arguments: [
        "UPDATE audit SET target = 'shop/u2' WHERE number = 2", "DELETE FROM audit WHERE number = 2",
        "UPDATE audit SET email = 'eve@example.com' WHERE number = 1",
    ]) func `a line that is changed or removed in the file shows`(_ statement: String) async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        _ = try await world.enroll("grace@example.com", as: .viewer)
        let before = try World.document(await world.send(.get, "audit", as: ada.browser))
        #expect(before["intact"]?.bool == true)
        try await world.store.write { db in try db.execute(SQL(stringLiteral: statement)) }
        let after = try World.document(await world.send(.get, "audit", as: ada.browser))
        #expect(after["intact"]?.bool == false)
    }

    @Test func `administrators who are no owners see their own lines alone`() async throws {
        let world = try await World()
        _ = try await world.enroll("ada@example.com", as: .owner)
        let grace = try await world.enroll("grace@example.com", as: .support)
        #expect(try await Self.lines(world, grace.browser).map { $0["email"]?.string } == ["grace@example.com"])
    }

    @Test func `a refused sign-in leaves a line, which names administrators alone, until guesses have to wait`()
        async throws
    {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        _ = try await world.signIn(ada, password: "something else 42")
        for _ in 0..<14 {
            _ = await world.send(.post, "session", ["email": "eve@example.com", "password": "something else 42"])
        }
        let lines = try await Self.lines(world, ada.browser).filter { $0["status"]?.integer == 401 }
        #expect(lines.last?["email"]?.string == "ada@example.com")
        #expect(lines.dropLast().allSatisfy { $0["email"]?.string == "unknown address" })
        // Ten wrong passwords of one client for one address are compared.
        #expect(lines.count == 11)
    }
}
