import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct SettingsDoorTests {
    typealias World = AdministrationWorld

    private static let base = "api/identitytoolkit.googleapis.com/v2/projects/shop"
    private static let config = "\(base)/config"
    private static let provider = "\(base)/defaultSupportedIdpConfigs"

    private static func name(_ text: String) -> JSONObject { ["publicName": .string(text)] }

    /// Reads the configuration's tag.
    private static func tag(_ world: World, _ browser: World.Browser) async throws -> String {
        try #require(await world.send(.get, config, as: browser).fields["etag"])
    }

    private static func update(
        _ world: World,
        _ body: JSONObject,
        mask: String = "publicName",
        expecting tag: String?,
        as browser: World.Browser
    ) async -> HTTPResponse {
        var browser = browser
        if let tag { browser.fields["If-Match"] = tag }
        return await world.send(.patch, "\(config)?updateMask=\(mask)", body, as: browser)
    }

    @Test func `a setting that another changed meanwhile is not overwritten unseen`() async throws {
        let world = try await World()
        let (ada, bea) = (
            try await world.enroll("ada@example.com", as: .owner), try await world.enroll("bea@example.com", as: .owner)
        )
        let tag = try await Self.tag(world, ada.browser)
        #expect(try await Self.tag(world, bea.browser) == tag)
        let first = await Self.update(world, Self.name("Hers"), expecting: tag, as: bea.browser)
        #expect(first.status == 200)
        let second = await Self.update(world, Self.name("His"), expecting: tag, as: ada.browser)
        #expect(second.status == 412)
        #expect(try World.document(second)["error"]?.object?["status"]?.string == "CHANGED_MEANWHILE")
        let present = try World.document(await world.send(.get, Self.config, as: ada.browser))
        #expect(present["publicName"]?.string == "Hers")
        // The tag of an answer to a write is that of the next read.
        #expect(try await Self.tag(world, ada.browser) == first.fields["etag"])
        let third = await Self.update(world, Self.name("His"), expecting: first.fields["etag"], as: ada.browser)
        #expect(third.status == 200)
    }

    @Test func `of many writes at once that expect the same, one is done`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let tag = try await Self.tag(world, ada.browser)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await Self.update(world, Self.name("Name \(number)"), expecting: tag, as: ada.browser).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412, 412, 412])
    }

    @Test func `a provider's secret is stored, never shown, and kept by an update of something else`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let secret = "planted-secret-of-a-provider"
        let created = await world.send(
            .post,
            Self.provider,
            ["idpId": "github.com", "clientId": "hub", "clientSecret": .string(secret), "enabled": true],
            as: ada.browser
        )
        #expect(created.status == 200)
        let one = "\(Self.provider)/github.com"
        let read = try World.document(await world.send(.get, one, as: ada.browser))
        #expect(read["clientSecret"] == Redaction.hidden)
        let list = await world.send(.get, Self.provider, as: ada.browser)
        let updated = await world.send(.patch, "\(one)?updateMask=clientId", ["clientId": "other"], as: ada.browser)
        #expect(updated.status == 200)
        // What stands for the secret is no secret: it would replace the real one.
        let mark = await world.send(
            .patch,
            "\(one)?updateMask=clientSecret",
            ["clientSecret": Redaction.hidden],
            as: ada.browser
        )
        #expect(mark.status == 400)
        let audit = await world.send(.get, "audit", as: ada.browser)
        for answer in [created, list, updated, audit] {
            #expect(!String(decoding: answer.bytes, as: UTF8.self).contains(secret))
        }
        let stored = await world.backend.handle(
            HTTPRequest(
                .get,
                target: "/\(one.dropFirst(4))",
                fields: ["Authorization": "Bearer \(World.operatorToken)"]
            )
        )
        let document = try World.document(stored)
        #expect(document["clientSecret"]?.string == secret && document["clientId"]?.string == "other")
    }

    @Test func `the audit names the setting, the paths, and what stood there before`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        for name in ["First", "Second"] {
            _ = await Self.update(world, Self.name(name), expecting: nil, as: ada.browser)
        }
        let page = try World.document(await world.send(.get, "audit", as: ada.browser))
        let line = try #require(page["lines"]?.array?.first?.object)
        #expect(line["action"]?.string == "UpdateProjectConfig" && line["target"]?.string == "shop/config")
        let detail = try #require(line["detail"]?.object)
        #expect(detail["updateMask"]?.string == "publicName" && detail["publicName"]?.string == "Second")
        #expect(detail["before"]?.object?["publicName"]?.string == "First")
    }

    @Test func `roles that read settings write none, and codes of numbers for tests are hidden from all`() async throws
    {
        let world = try await World()
        let owner = try await world.enroll("ada@example.com", as: .owner)
        let numbers: JSONObject = ["testPhoneNumbers": ["+15555550100": "123456"]]
        let body: JSONObject = ["signIn": .object(["phoneNumber": .object(numbers)])]
        let mask = "signIn.phoneNumber.testPhoneNumbers"
        #expect(await Self.update(world, body, mask: mask, expecting: nil, as: owner.browser).status == 200)
        for role in AdministratorRole.allCases where role != .owner {
            let person = try await world.enroll("\(role)@example.com", as: role)
            #expect(await world.send(.get, "settings", as: person.browser).status == 200)
            let read = await world.send(.get, Self.config, as: person.browser)
            let text = String(decoding: read.bytes, as: UTF8.self)
            #expect(read.status == 200 && text.contains("+15555550100") && !text.contains("123456"))
            #expect(await Self.update(world, Self.name("No"), expecting: nil, as: person.browser).status == 403)
        }
    }

    private static let numbersMask = "signIn.phoneNumber.testPhoneNumbers"

    private static func numbers(_ numbers: JSONObject) -> JSONObject {
        ["signIn": .object(["phoneNumber": .object(["testPhoneNumbers": .object(numbers)])])]
    }

    /// What is stored, as the project's servers read it.
    private static func storedNumbers(_ world: World) async throws -> JSONObject? {
        let response = await world.backend.handle(
            HTTPRequest(
                .get,
                target: "/\(config.dropFirst(4))",
                fields: ["Authorization": "Bearer \(World.operatorToken)"]
            )
        )
        let signIn = try World.document(response)["signIn"]
        return signIn?["phoneNumber"]?["testPhoneNumbers"]?.object
    }

    @Test func `a number for tests keeps its hidden code while others are added, changed and removed`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        func write(_ numbers: JSONObject, expecting tag: String? = nil) async -> HTTPResponse {
            let body = Self.numbers(numbers)
            return await Self.update(world, body, mask: Self.numbersMask, expecting: tag, as: ada.browser)
        }
        #expect(await write(["+15555550100": "123456", "+15555550101": "222222"]).status == 200)
        let tag = try await Self.tag(world, ada.browser)
        let hidden = Redaction.hidden
        let second = await write(["+15555550100": hidden, "+15555550102": "333333"], expecting: tag)
        let answer = String(decoding: second.bytes, as: UTF8.self)
        #expect(second.status == 200 && !answer.contains("123456"), "\(answer)")
        #expect(try await Self.storedNumbers(world) == ["+15555550100": "123456", "+15555550102": "333333"])
        // Of a number that has no code there is none to keep, and a number that is none is refused by the service.
        let unknown = await write(["+15555550199": hidden])
        #expect(unknown.status == 400)
        let words = try World.document(unknown)["error"]?["message"]?.string
        #expect(words == "INVALID_TESTING_PHONE_NUMBER : +15555550199 has no code yet: type one.")
        for wrong: JSONObject in [["5550100": "123456"], ["+15555550100": "12345"], ["+15555550100": "12345x"]] {
            let refused = await write(wrong)
            let message = try World.document(refused)["error"]?["message"]?.string
            #expect(refused.status == 400 && message?.hasPrefix("INVALID_TESTING_PHONE_NUMBER") == true)
        }
        // The page that came too late writes nothing, and does not learn whether a code is still there.
        #expect(await write(["+15555550101": hidden], expecting: tag).status == 412)
        #expect(try await Self.storedNumbers(world) == ["+15555550100": "123456", "+15555550102": "333333"])
        let audit = await world.send(.get, "audit", as: ada.browser)
        let log = String(decoding: audit.bytes, as: UTF8.self)
        #expect(log.contains("+15555550102"))
        for code in ["123456", "222222", "333333"] { #expect(!log.contains(code)) }
    }

    @Test func `a tenant's provider is written, read and audited at the tenant`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let base = "api/identitytoolkit.googleapis.com/v2/projects/shop"
        let tenant: JSONObject = ["displayName": "staff"]
        let made = try World.document(await world.send(.post, "\(base)/tenants", tenant, as: ada.browser))
        let id = try #require(made["name"]?.string?.split(separator: "/").last)
        let provider: JSONObject = [
            "oauthIdpConfigId": "oidc.staff", "clientId": "c", "issuer": "https://login.example.com",
            "clientSecret": "planted-secret",
        ]
        let place = "\(base)/tenants/\(id)/oauthIdpConfigs"
        #expect(await world.send(.post, place, provider, as: ada.browser).status == 200)
        let read = await world.send(.get, "\(place)/oidc.staff", as: ada.browser)
        #expect(read.status == 200 && read.fields["etag"] != nil)
        #expect(!String(decoding: read.bytes, as: UTF8.self).contains("planted-secret"))
        #expect(await world.send(.get, "\(base)/oauthIdpConfigs/oidc.staff", as: ada.browser).status == 404)
        let audit = try World.document(await world.send(.get, "audit", as: ada.browser))
        let line = audit["lines"]?.array?.first?.object
        #expect(line?["target"]?.string == "shop/tenants/\(id)/oauthIdpConfigs")
    }

    @Test func `a provider that cannot be tried is refused in the words that an app gets`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        let unknown = await world.send(
            .post,
            "providers:try",
            ["project": "shop", "provider": "oidc.none"],
            as: ada.browser
        )
        #expect(unknown.status == 400)
        #expect(try World.document(unknown)["error"]?["message"]?.string?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        #expect(await world.send(.post, "providers:try", ["project": "shop"], as: ada.browser).status == 400)
    }

    @Test func `what the start decided and the keys are told without a secret`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        await world.backend.prepare()
        let answer = await world.send(.get, "settings", as: ada.browser)
        let page = try World.document(answer)
        #expect(page["fixed"]?.object?["publicURL"]?.string == "https://shop.example")
        let key = try #require(page["keys"]?.array?.first?.object)
        #expect(key["purpose"]?.string == "idToken" && key["signs"]?.bool == true)
        #expect(key["createdAt"]?.integer == world.clock.withLock { $0.milliseconds })
        #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("PRIVATE"))
    }

    @Test func `the emulator's console hides secrets and refuses an update that comes too late`() async throws {
        let world = try await FlowWorld()
        func send(_ method: HTTPMethod, _ path: String, _ body: JSONObject?, tag: String?) async -> HTTPResponse {
            let target = "/console/v1/api/identitytoolkit.googleapis.com/v2/projects/demo-shop/\(path)"
            var request = HTTPRequest(method, target: target)
            request.fields = ["Host": "localhost:9099", "X-Hearth-Console": "1", "Content-Type": "application/json"]
            request.fields["If-Match"] = tag
            if let body { request.body = JSON.serialize(.object(body)) }
            return await world.console.answer(request) { _ in HTTPResponse(status: 500) }
        }
        let tag = try #require(await send(.get, "config", nil, tag: nil).fields["etag"])
        #expect(await send(.patch, "config?updateMask=publicName", Self.name("One"), tag: tag).status == 200)
        #expect(await send(.patch, "config?updateMask=publicName", Self.name("Two"), tag: tag).status == 412)
        let body: JSONObject = ["idpId": "google.com", "clientId": "id", "clientSecret": "planted"]
        let made = await send(.post, "defaultSupportedIdpConfigs", body, tag: nil)
        #expect(made.status == 200 && !String(decoding: made.bytes, as: UTF8.self).contains("planted"))
        await world.backend.close()
    }
}

@Suite struct OverviewCallTests {
    typealias World = AdministrationWorld

    @Test func `sign-ins and refusals are counted in their quarter of an hour`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        await world.addUser("u1", email: "user@example.com")
        func signIn(_ password: String) async -> Int {
            await world.backend.handle(
                HTTPRequest(
                    .post,
                    target: "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any",
                    fields: ["Content-Type": "application/json"],
                    body: Array(#"{"email":"user@example.com","password":"\#(password)"}"#.utf8)
                )
            ).status
        }
        #expect(await signIn("wrong pass phrase 7") == 400)
        world.pass(.minutes(15))
        for _ in 0..<2 { #expect(await signIn(World.password) == 200) }
        let page = try World.document(await world.send(.get, "overview", as: ada.browser))
        let quarters = try #require(page["quarters"]?.array).compactMap(\.object)
        #expect(quarters.count == 96)
        let newest = quarters.suffix(2).map { quarter in
            [quarter["signIns"], quarter["refusals"], quarter["newAccounts"]].map { $0?.integer }
        }
        #expect(newest == [[0, 1, 1], [2, 0, 0]])
        let starts = quarters.compactMap { $0["start"]?.integer }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 900_000 })
        let now = world.clock.withLock { $0.milliseconds }
        let last = try #require(starts.last)
        #expect(last <= now && now - last < 900_000 && last % 900_000 == 0)
    }

    @Test func `the overview warns of what a server for real users lacks`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        let page = try World.document(await world.send(.get, "overview", as: ada.browser))
        let warnings = page["warnings"]?.array?.compactMap(\.string)
        #expect(warnings == ["localDomain", "noMailer", "inMemory"])
        #expect(page["freeBytes"] == nil)
    }

    @Test func `a file's room is that of its disk, and no file has none`() throws {
        let space = try #require(DiskSpace(ofFile: #filePath))
        #expect(space.file > 1000 && space.free >= 0)
        #expect(DiskSpace(ofFile: "/nowhere/at/all.db") == nil)
    }
}
