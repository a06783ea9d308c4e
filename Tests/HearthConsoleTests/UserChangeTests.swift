import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

/// What administrators of a server for real users may do to many users, and what the audit says of it.
@Suite struct UserChangeTests {
    typealias World = AdministrationWorld

    private static func users(_ world: World, _ count: Int) async {
        for number in 0..<count { await world.addUser("u\(number)", email: "user\(number)@example.com") }
    }

    private static func lookUp(_ world: World, _ browser: World.Browser, _ id: String) async throws -> JSONObject? {
        let path = "api/identitytoolkit.googleapis.com/v1/projects/shop/accounts:lookup"
        let answer = await world.send(.post, path, ["localId": .array([.string(id)])], as: browser)
        return try World.document(answer)["users"]?.array?.first?.object
    }

    private static func lines(_ world: World, _ browser: World.Browser) async throws -> [JSONObject] {
        try World.document(await world.send(.get, "audit", as: browser))["lines"]?.array?.compactMap(\.object) ?? []
    }

    @Test(arguments: [
        (AdministratorRole.viewer, "filter"), (.support, "filter disable text"), (.developer, "filter"),
        (.owner, "filter disable text delete export check"),
    ]) func `a role may change, write and take in many users as it may one`(
        role: AdministratorRole,
        allowed: String
    ) async throws {
        let world = try await World()
        let person = try await world.enroll("ada@example.com", as: role)
        await Self.users(world, 1)
        let ids: JSONValue = ["u0"]
        let calls: [(String, String, JSONObject)] = [
            ("filter", "users:search", ["state": ["unverified"], "with": ["password"]]),
            ("disable", "users:bulk", ["act": "disable", "ids": ids]),
            ("disable", "users:bulk", ["act": "signOut", "search": ["state": ["disabled"]]]),
            ("text", "users:bulk", ["act": "enable", "search": ["text": "user"]]),
            ("export", "users:export", ["format": "json"]),
            ("export", "users:export", ["format": "csv", "hashes": true]),
            ("check", "users:check", ["users": [["localId": "u9"]]]),
            ("delete", "users:bulk", ["act": "delete", "ids": ids]),
        ]
        for (name, path, body) in calls {
            var body = body
            body["project"] = "shop"
            let status = await world.send(.post, path, body, as: person.browser).status
            #expect((status != 403) == allowed.split(separator: " ").contains(name[...]), "\(role) \(path): \(status)")
            // An old proof is enough to look, and for nothing else.
            world.pass(.minutes(6))
            let later = await world.send(.post, path, body, as: person.browser).status
            #expect((later != 403) == (name == "filter"), "\(role) \(path) later: \(later)")
            world.pass(.minutes(-6))
        }
    }

    @Test func `a batch changes the users that it names, tells which it could not, and is one line of the audit`()
        async throws
    {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 3)
        let body: JSONObject = ["project": "shop", "act": "disable", "ids": ["u0", "missing", "u2"]]
        let answer = try World.document(await world.send(.post, "users:bulk", body, as: ada.browser))
        #expect(answer["done"]?.integer == 2)
        #expect(answer["failed"]?.array?.compactMap { $0.object?["localId"]?.string } == ["missing"])
        #expect(answer["next"] == nil)
        #expect(try await Self.lookUp(world, ada.browser, "u0")?["disabled"]?.bool == true)
        #expect(try await Self.lookUp(world, ada.browser, "u1")?["disabled"]?.bool != true)
        let line = try #require(try await Self.lines(world, ada.browser).first)
        #expect(line["action"]?.string == "DisableUsers" && line["target"]?.string == "shop/3 users")
        #expect(line["detail"]?.object?["localIds"]?.array == ["u0", "missing", "u2"])
        #expect(line["status"]?.integer == 207)
    }

    @Test func `all that a search finds are changed batch by batch, and no other`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 230)
        _ = await world.send(
            .post,
            "users:bulk",
            ["project": "shop", "act": "disable", "ids": ["u7", "u8"]],
            as: ada.browser
        )
        var body: JSONObject = ["project": "shop", "act": "delete", "search": ["state": ["enabled"]]]
        var done: [Int64] = []
        repeat {
            let answer = try World.document(await world.send(.post, "users:bulk", body, as: ada.browser))
            done.append(answer["done"]?.integer ?? 0)
            body["after"] = answer["next"]
        } while body["after"] != nil && done.count < 20
        #expect(done == [100, 100, 28])
        let left = try World.document(await world.send(.post, "users:search", ["project": "shop"], as: ada.browser))
        #expect(left["users"]?.array?.compactMap { $0.object?["localId"]?.string }.sorted() == ["u7", "u8"])
        let lines = try await Self.lines(world, ada.browser).filter { $0["action"]?.string == "DeleteUsers" }
        #expect(lines.map { $0["target"]?.string } == ["shop/28 users", "shop/100 users", "shop/100 users"])
    }

    @Test func `a change of states says what takes it back, and a deletion cannot be taken back`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 2)
        let disabling: JSONObject = ["project": "shop", "act": "disable", "ids": ["u0", "u1"], "undo": true]
        let first = try World.document(await world.send(.post, "users:bulk", disabling, as: ada.browser))
        #expect(first["changed"] == ["u0", "u1"])
        let second = try World.document(await world.send(.post, "users:bulk", disabling, as: ada.browser))
        #expect(second["done"]?.integer == 2 && second["changed"] == [])
        let deletion: JSONObject = ["project": "shop", "act": "delete", "ids": ["u0"], "undo": true]
        #expect(await world.send(.post, "users:bulk", deletion, as: ada.browser).status == 400)
        #expect(try await Self.lookUp(world, ada.browser, "u0") != nil)
    }

    @Test func `signing many out ends their sessions`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .support)
        await Self.users(world, 1)
        let signIn = await world.backend.handle(
            HTTPRequest(
                .post,
                target: "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
                fields: ["Content-Type": "application/json"],
                body: Array(
                    #"{"email":"user0@example.com","password":"\#(World.password)","returnSecureToken":true}"#.utf8
                )
            )
        )
        #expect(signIn.status == 200)
        func sessions() async throws -> Int? {
            try World.document(await world.send(.get, "users/u0/sessions?project=shop", as: ada.browser))["sessions"]?
                .array?.count
        }
        #expect(try await sessions() == 1)
        let body: JSONObject = ["project": "shop", "act": "signOut", "search": ["with": ["password"]]]
        // The name of a method is no part of an address.
        #expect(await world.send(.post, "users:bulk", body, as: ada.browser).status == 200)
        #expect(try await sessions() == 0)
    }

    @Test(
        arguments: [
            ["act": "promote", "ids": ["u0"]], ["act": "disable"], ["act": "disable", "ids": []],
            ["act": "disable", "ids": [1]], ["act": "delete", "search": ["state": ["enable"]]],
            ["act": "delete", "search": ["with": ["pasword"]]],
            ["act": "delete", "search": ["created": ["2026-01-01", nil]]],
            ["act": "delete", "search": ["created": [1]]], ["act": "delete", "search": ["claim": ""]],
            ["act": "delete", "search": ["claim": 1]], ["act": "delete", "search": ["state": "disabled"]],
            ["act": "delete", "search": ["order": "size"]],
        ] as [JSONValue]
    ) func `a change that is not understood changes no user`(body: JSONValue) async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 1)
        var body = try #require(body.object)
        body["project"] = "shop"
        #expect(await world.send(.post, "users:bulk", body, as: ada.browser).status == 400)
        #expect(try await Self.lookUp(world, ada.browser, "u0") != nil)
    }

    @Test func `a file of users holds hashes only when they are asked for, and is in the audit`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 201)
        for hasHashes in [false, true] {
            let body: JSONObject = ["project": "shop", "format": "json", "hashes": .bool(hasHashes)]
            let response = await world.send(.post, "users:export", body, as: ada.browser)
            let file = try #require(try JSON.parse(try await response.collected().bytes, maximumValues: 100_000).object)
            let users = file["users"]?.array?.compactMap(\.object) ?? []
            #expect(users.count == 201)
            #expect(users.first?["localId"]?.string == "u0" && users.first?["email"]?.string == "user0@example.com")
            #expect(users.allSatisfy { ($0["passwordHash"] != nil) == hasHashes })
        }
        let line = try #require(try await Self.lines(world, ada.browser).first)
        #expect(line["action"]?.string == "ExportUsers" && line["detail"]?.object?["hashes"]?.bool == true)
    }

    @Test func `the code of an authenticator app is no call of a server for real users`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        await Self.users(world, 1)
        let path = "users/u0/totp?project=shop&factor=one"
        #expect(await world.send(.get, path, as: ada.browser).status == 404)
        let project = try #require(ProjectID(rawValue: "shop"))
        let factor = try #require(FactorID(rawValue: "one"))
        let user = try #require(UserID(rawValue: "u0"))
        await #expect(throws: BackendError.self) {
            try await world.backend.currentCode(of: factor, of: user, project: project, tenant: nil)
        }
    }
}

/// Files of users, and what an emulator's console shows of one.
@Suite struct UserFileTests {
    @Test(arguments: [
        ("plain", "plain"), ("=1+1", "'=1+1"), ("+15555550100", "'+15555550100"), ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"), ("\rx", "\"'\rx\""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("", ""), ("a=b", "a=b"),
    ]) func `no cell begins a formula, and every cell is one cell`(text: String, cell: String) {
        #expect(UserCSV.cell(text) == cell)
    }

    private static func emulator() async throws -> (Console, Backend) {
        var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "demo")))
        configuration.storage = .memory
        let backend = try await Backend(configuration)
        let console = Console(.init(version: "1", projects: ["demo"], profile: "lenient"))
        console.attach(backend) { await backend.handle($0) }
        return (console, backend)
    }

    private static func ask(
        _ console: Console,
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONObject? = nil
    ) async -> HTTPResponse {
        let request = HTTPRequest(
            method,
            target: "/console/v1/\(path)",
            fields: ["Host": "localhost:9099", "X-Hearth-Console": "1", "Content-Type": "application/json"],
            body: body.map { JSON.serialize(.object($0)) } ?? []
        )
        return await console.answer(request) { _ in HTTPResponse(status: 500) }
    }

    private static let accounts = "api/identitytoolkit.googleapis.com/v1/projects/demo"

    @Test func `what an export wrote, an import takes, with passwords and providers`() async throws {
        let (console, backend) = try await Self.emulator()
        let user: JSONObject = [
            "localId": "ada", "email": "ada@example.com", "emailVerified": true, "displayName": "=cmd|'/c calc'",
            "rawPassword": "secret12", "phoneNumber": "+15555550100", "customAttributes": "{\"role\":\"admin\"}",
            "createdAt": "1600000000000", "lastLoginAt": "1600000001000",
            "providerUserInfo": [["providerId": "oidc.staff", "rawId": "s1", "email": "ada@staff.example"]],
        ]
        let create: JSONObject = ["users": [.object(user)]]
        #expect(await Self.ask(console, .post, "\(Self.accounts)/accounts:batchCreate", create).status == 200)
        let body: JSONObject = ["project": "demo", "format": "json", "hashes": true]
        let file = try await (await Self.ask(console, .post, "users:export", body)).collected().bytes
        var exported = try #require(try JSON.parse(file).object?["users"]?.array?.first?.object)
        #expect(exported["lastSignedInAt"]?.string == "1600000001000")
        #expect(exported["providerUserInfo"]?.array?.count == 1)
        let csv = try await (await Self.ask(console, .post, "users:export", ["project": "demo", "format": "csv"]))
            .collected().bytes
        let text = String(decoding: csv, as: UTF8.self)
        #expect(text.hasPrefix("localId,email,emailVerified,displayName,"))
        #expect(text.contains(",'=cmd|'/c calc',") && text.contains(",'+15555550100,"))
        // The same user at another place.
        let (other, second) = try await Self.emulator()
        exported["lastLoginAt"] = exported["lastSignedInAt"]
        exported["lastSignedInAt"] = nil
        let again: JSONObject = ["users": [.object(exported)]]
        #expect(await Self.ask(other, .post, "\(Self.accounts)/accounts:batchCreate", again).status == 200)
        let signIn: JSONObject = ["email": "ada@example.com", "password": "secret12", "returnSecureToken": true]
        let path = "app/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k"
        #expect(await Self.ask(other, .post, path, signIn).status == 200)
        await backend.close()
        await second.close()
    }

    @Test func `a check of an import finds what the import refuses, and stores nothing`() async throws {
        let (console, backend) = try await Self.emulator()
        let first: JSONObject = ["users": [["localId": "ada", "email": "ada@example.com"]]]
        #expect(await Self.ask(console, .post, "\(Self.accounts)/accounts:batchCreate", first).status == 200)
        let users: JSONValue = [
            ["localId": "new", "email": "new@example.com"], ["localId": "ada", "email": "other@example.com"],
            ["localId": "two", "email": "NEW@example.com"], ["localId": "odd", "phoneNumber": "12"],
            ["localId": "claims", "customAttributes": "{\"sub\":1}"],
        ]
        var body: JSONObject = ["project": "demo", "users": users]
        let answer = try JSON.parse(await Self.ask(console, .post, "users:check", body).bytes).object
        let refused = answer?["error"]?.array?.compactMap { $0.object?["index"]?.integer }
        #expect(refused == [1, 2, 3, 4])
        let search = try JSON.parse(await Self.ask(console, .post, "users:search", ["project": "demo"]).bytes).object
        #expect(search?["total"]?.integer == 1)
        // The import itself says the same, and takes the rest.
        let real = await Self.ask(console, .post, "\(Self.accounts)/accounts:batchCreate", ["users": users])
        #expect(try JSON.parse(real.bytes).object?["error"] == answer?["error"])
        body["users"] = .array([])
        #expect(await Self.ask(console, .post, "users:check", body).status == 400)
        await backend.close()
    }

    @Test func `shows the code of an authenticator app by the clock of the tests, until it is used`() async throws {
        let (console, backend) = try await Self.emulator()
        let post = { (path: String, body: JSONObject) async throws -> JSONObject in
            try #require(try JSON.parse(await Self.ask(console, .post, path, body).bytes).object)
        }
        let user: JSONObject = [
            "localId": "ada", "email": "ada@example.com", "emailVerified": true, "password": "secret12",
        ]
        _ = try await post("\(Self.accounts)/accounts", user)
        let signIn: JSONObject = ["email": "ada@example.com", "password": "secret12", "returnSecureToken": true]
        let app = "app/identitytoolkit.googleapis.com"
        let token = try #require(try await post("\(app)/v1/accounts:signInWithPassword?key=k", signIn)["idToken"])
        let mfa: JSONObject = [
            "mfa": ["state": "ENABLED", "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]]
        ]
        _ = await Self.ask(
            console,
            .patch,
            "api/identitytoolkit.googleapis.com/v2/projects/demo/config?updateMask=mfa",
            mfa
        )
        let started = try await post(
            "\(app)/v2/accounts/mfaEnrollment:start?key=k",
            ["idToken": token, "totpEnrollmentInfo": [:]]
        )
        let session = try #require(started["totpSessionInfo"]?.object, "\(started)")
        let secret = try #require(session["sharedSecretKey"]?.string.flatMap { Base32.decode($0) })
        // A clock that stands still, so that no code ends while the machine is busy.
        let clock = "api/emulator/v1/projects/demo/clock"
        _ = await Self.ask(console, .patch, clock, ["frozen": true])
        let now = backend.presentTime
        let code = TOTP(key: Secret(secret)).code(at: TOTP.step(at: now)).reveal()
        let finished = try await post(
            "\(app)/v2/accounts/mfaEnrollment:finalize?key=k",
            [
                "idToken": token,
                "totpVerificationInfo": [
                    "sessionInfo": session["sessionInfo"] ?? .null, "verificationCode": .string(code),
                ],
            ]
        )
        #expect(finished["idToken"] != nil, "\(finished)")
        let found = try await post("\(Self.accounts)/accounts:lookup", ["localId": ["ada"]])
        let factor = try #require(
            found["users"]?.array?.first?.object?["mfaInfo"]?.array?.first?.object?["mfaEnrollmentId"]?.string
        )
        // An hour ahead.
        _ = await Self.ask(console, .patch, clock, ["advanceSeconds": 3600, "frozen": true])
        let then = backend.presentTime
        let path = "users/ada/totp?project=demo&factor=\(factor)"
        let shown = try #require(try JSON.parse(await Self.ask(console, .get, path).bytes).object)
        #expect(shown["code"]?.string == TOTP(key: Secret(secret)).code(at: TOTP.step(at: then)).reveal())
        #expect(shown["seconds"]?.integer == 30 - then.seconds % 30)
        #expect(shown["used"]?.bool == false)
        #expect(await Self.ask(console, .get, "users/ada/totp?project=demo&factor=other").status == 404)
        #expect(await Self.ask(console, .get, "users/bob/totp?project=demo&factor=\(factor)").status == 404)
        await backend.close()
    }
}
