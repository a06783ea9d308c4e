import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct AccountUndoTests {
    private static let base = "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts"

    private static func keep(_ world: FlowWorld) async throws -> String {
        let answer = try await world.write("accounts:keep", ["project": "demo-shop", "user": "ada"])
        return try #require(try JSON.parse(answer.bytes)["undo"]?.string)
    }

    private static func delete(_ world: FlowWorld) async throws {
        try await world.administer("\(base):delete", ["localId": "ada"])
    }

    private static func everything(_ world: FlowWorld) async throws -> JSONValue {
        let services = ServiceReader(handle: { await world.backend.handle($0) })
        return try await services.ask(.post, "\(base):lookup", ["localId": ["ada"]])
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `a deleted account comes back with its password, its factors, its session and its code`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let world = try await FlowWorld(profile: profile)
        try await world.add([
            "localId": "ada", "email": "ada@example.com", "emailVerified": true, "rawPassword": "correct horse 42",
        ])
        let session = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        let token = try #require(session["refreshToken"]?.string)
        let factor: JSONValue = ["mfaEnrollmentId": "ada-phone", "phoneInfo": "+15555550100"]
        try await world.administer("\(Self.base):update", ["localId": "ada", "mfa": ["enrollments": [factor]]])
        try await world.app(
            "v1/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        )
        let code = try await world.newestCode()
        let before = try await Self.everything(world)
        let sessions = try await world.read("users/ada/sessions?project=demo-shop").bytes
        let undo = try await Self.keep(world)
        try await Self.delete(world)
        #expect(try await Self.everything(world)["users"] == nil)
        #expect(try await world.write("accounts:restore", ["undo": .string(undo)]).status == 200)
        #expect(try await Self.everything(world) == before)
        #expect(try await world.read("users/ada/sessions?project=demo-shop").bytes == sessions)
        let form: FormParameters = ["grant_type": "refresh_token", "refresh_token": token]
        let refreshed = await world.backend.handle(
            HTTPRequest(
                .post,
                target: "/securetoken.googleapis.com/v1/token?key=k",
                fields: ["Host": "localhost:9099", "Content-Type": "application/x-www-form-urlencoded"],
                body: Array(form.encoded.utf8)
            )
        )
        #expect(refreshed.status == 200)
        let signedIn = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        #expect(signedIn["mfaPendingCredential"] != nil)
        let reset = try await world.app(
            "v1/accounts:resetPassword",
            ["oobCode": .string(code), "newPassword": "another horse 43"]
        )
        #expect(reset["email"]?.string == "ada@example.com")
        await world.backend.close()
    }

    @Test func `the second tap, and an account that exists again, change nothing`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        let undo = try await Self.keep(world)
        // It was not deleted at all.
        #expect(try await world.write("accounts:restore", ["undo": .string(undo)]).status == 409)
        try await Self.delete(world)
        #expect(try await world.write("accounts:restore", ["undo": .string(undo)]).status == 200)
        #expect(try await world.write("accounts:restore", ["undo": .string(undo)]).status == 410)
        await world.backend.close()
    }

    @Test func `an address that another account has taken since keeps the account away, whole`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        let undo = try await Self.keep(world)
        try await Self.delete(world)
        try await world.add(["localId": "eve", "email": "ada@example.com"])
        #expect(try await world.write("accounts:restore", ["undo": .string(undo)]).status == 409)
        #expect(try await Self.everything(world)["users"] == nil)
        await world.backend.close()
    }

    private static func bulk(_ world: FlowWorld, _ body: JSONObject) async throws -> JSONValue {
        var body = body
        body["project"] = "demo-shop"
        return try JSON.parse(try await world.write("users:bulk", body).bytes)
    }

    private static func undo(_ world: FlowWorld, _ kept: [JSONValue]) async throws -> [JSONValue] {
        let ids = kept.compactMap { $0["undo"] }
        let answer = try await world.write("accounts:restore", ["undo": .array(ids)])
        return try #require(try JSON.parse(answer.bytes)["failed"]?.array)
    }

    @Test func `fifty deleted accounts come back at once, and those that cannot are named`() async throws {
        let world = try await FlowWorld()
        let ids = (10..<60).map { "u\($0)" }
        for id in ids { try await world.add(["localId": .string(id), "email": .string("\(id)@example.com")]) }
        let names: JSONValue = .array(ids.map(JSONValue.string) + ["missing"])
        #expect(try await Self.bulk(world, ["act": "delete", "ids": names, "undo": true])["error"] != nil)
        let services = ServiceReader(handle: { await world.backend.handle($0) })
        let all: JSONObject = ["localId": .array(ids.map(JSONValue.string))]
        let before = try await services.ask(.post, "\(Self.base):lookup", all)
        let deletion: JSONObject = ["act": "delete", "ids": .array(ids.map(JSONValue.string)), "undo": true]
        let answer = try await Self.bulk(world, deletion)
        #expect(answer["done"]?.integer == 50)
        let kept = try #require(answer["kept"]?.array)
        #expect(kept.compactMap { $0["localId"]?.string } == ids)
        #expect(try await services.ask(.post, "\(Self.base):lookup", all)["users"] == nil)
        // One address is taken by the time that all are put back.
        try await world.add(["localId": "eve", "email": "u12@example.com"])
        let failed = try await Self.undo(world, kept)
        #expect(failed.compactMap { $0["undo"]?.string } == [kept[2]["undo"]?.string])
        #expect(failed.first?["gone"]?.bool == false)
        try await world.administer("\(Self.base):delete", ["localId": "eve"])
        #expect(try await Self.undo(world, [kept[2]]).isEmpty)
        #expect(try await services.ask(.post, "\(Self.base):lookup", all) == before)
        // What is back already is gone from what was kept.
        #expect(try await Self.undo(world, kept).allSatisfy { $0["gone"]?.bool == true })
        await world.backend.close()
    }

    @Test func `a change names those whose state it has changed, and an undo of what cannot be undone is refused`()
        async throws
    {
        let world = try await FlowWorld()
        for id in ["one", "two", "three"] {
            try await world.add(["localId": .string(id), "disabled": .bool(id == "two")])
        }
        let ids: JSONValue = ["one", "missing", "two", "three"]
        let disabled = try await Self.bulk(world, ["act": "disable", "ids": ids, "undo": true])
        #expect(disabled["done"]?.integer == 3)
        #expect(disabled["changed"] == ["one", "three"])
        let enabled = try await Self.bulk(
            world,
            ["act": "enable", "search": ["state": ["disabled"]], "undo": true]
        )
        #expect(Set(enabled["changed"]?.array?.compactMap(\.string) ?? []) == ["one", "two", "three"])
        #expect(try await Self.bulk(world, ["act": "disable", "ids": ["one"]])["changed"] == nil)
        for body in [
            ["act": "signOut", "ids": ["one"], "undo": true], ["act": "delete", "search": [:], "undo": true],
        ] as [JSONObject] {
            #expect(try await Self.bulk(world, body)["error"]?["code"]?.integer == 400)
        }
        #expect(try await world.write("accounts:restore", ["undo": ["one", 1]]).status == 400)
        #expect(try await world.write("accounts:restore", ["undo": []]).status == 400)
        await world.backend.close()
    }

    @Test func `what was never kept cannot be put back`() async throws {
        let world = try await FlowWorld()
        #expect(try await world.write("accounts:keep", ["project": "demo-shop", "user": "ada"]).status == 404)
        #expect(try await world.write("accounts:restore", ["undo": "none"]).status == 410)
        await world.backend.close()
    }
}
