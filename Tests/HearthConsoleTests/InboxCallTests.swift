import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct InboxCallTests {
    private static func messages(_ world: FlowWorld) async throws -> [JSONValue] {
        try #require(try JSON.parse(try await world.read("inbox?project=demo-shop").bytes)["messages"]?.array)
    }

    private static func states(_ world: FlowWorld) async throws -> [String] {
        try await messages(world).compactMap { $0["state"]?.string }
    }

    /// Asks for something to be done with the newest message.
    private static func act(_ verb: String, on index: Int = 0, _ world: FlowWorld) async throws -> Int {
        let id = try #require(try await messages(world)[index]["id"]?.string)
        return try await world.write("inbox/\(id):\(verb)", ["project": "demo-shop"]).status
    }

    private static func mail(_ type: String, _ world: FlowWorld) async throws {
        try await world.app("v1/accounts:sendOobCode", ["requestType": .string(type), "email": "ada@example.com"])
    }

    private static func reset(_ code: String, _ world: FlowWorld) async throws -> JSONValue {
        try await world.app(
            "v1/accounts:resetPassword",
            ["oobCode": .string(code), "newPassword": "another horse 43"]
        )
    }

    @Test func `a mailed code waits until it is used, and says when`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        #expect(try await Self.states(world) == ["waiting"])
        _ = try await Self.reset(try await world.newestCode(), world)
        let message = try #require(try await Self.messages(world).first)
        #expect(message["state"]?.string == "used")
        #expect(message["usedAt"]?.integer == world.clock.withLock { $0.milliseconds })
        await world.backend.close()
    }

    @Test func `a code that was looked at and refused still waits`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        let refused = try await world.app(
            "v1/accounts:resetPassword",
            ["oobCode": .string(try await world.newestCode()), "newPassword": "short"]
        )
        #expect(refused["error"] != nil)
        #expect(try await Self.states(world) == ["waiting"])
        await world.backend.close()
    }

    @Test func `where codes expire, the server's clock decides`() async throws {
        let world = try await FlowWorld(profile: .strict)
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        let end = try #require(try await Self.messages(world).first?["expiresAt"]?.integer)
        world.clock.withLock { $0 = UnixTime(milliseconds: end - 1) }
        #expect(try await Self.states(world) == ["waiting"])
        world.clock.withLock { $0 = UnixTime(milliseconds: end) }
        #expect(try await Self.states(world) == ["expired"])
        await world.backend.close()
    }

    @Test func `in strict the codes beside the one that was used are replaced`() async throws {
        let world = try await FlowWorld(profile: .strict)
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        try await Self.mail("PASSWORD_RESET", world)
        _ = try await Self.reset(try await world.newestCode(), world)
        #expect(try await Self.states(world) == ["used", "replaced"])
        await world.backend.close()
    }

    @Test func `the code of an account that was deleted is no longer valid`() async throws {
        let world = try await FlowWorld(profile: .strict)
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        try await world.administer(
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:delete",
            ["localId": "ada"]
        )
        #expect(try await Self.states(world) == ["void"])
        await world.backend.close()
    }

    @Test(arguments: [BackendConfiguration.Profile.lenient, .strict])
    func `a code that is made to expire is refused as one whose time is over`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let world = try await FlowWorld(profile: profile)
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        #expect(try await Self.act("expire", world) == 200)
        #expect(try await Self.states(world) == ["expired"])
        let answer = try await Self.reset(try await world.newestCode(), world)
        #expect(answer["error"]?["message"]?.string == "EXPIRED_OOB_CODE")
        // The second tap after a lost answer changes nothing, and says so.
        #expect(try await Self.act("expire", world) == 409)
        await world.backend.close()
    }

    @Test func `a texted code waits, expires when it is made to, and its session is over`() async throws {
        let world = try await FlowWorld()
        let sent = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(try await Self.states(world) == ["waiting"])
        #expect(try await Self.act("expire", world) == 200)
        #expect(try await Self.states(world) == ["expired"])
        let answer = try await world.app(
            "v1/accounts:signInWithPhoneNumber",
            ["sessionInfo": sent["sessionInfo"] ?? .null, "code": .string(try await world.newestCode())]
        )
        #expect(answer["error"]?["message"]?.string?.hasPrefix("SESSION_EXPIRED") == true)
        await world.backend.close()
    }

    @Test func `a texted code that signed a user in was used`() async throws {
        let world = try await FlowWorld()
        let sent = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        _ = try await world.app(
            "v1/accounts:signInWithPhoneNumber",
            ["sessionInfo": sent["sessionInfo"] ?? .null, "code": .string(try await world.newestCode())]
        )
        #expect(try await Self.states(world) == ["used"])
        #expect(try await Self.act("repeat", world) == 409)
        await world.backend.close()
    }

    @Test func `a code that waits is sent again as it is`() async throws {
        let world = try await FlowWorld()
        _ = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(try await Self.act("repeat", world) == 200)
        let messages = try await Self.messages(world)
        #expect(messages.count == 2)
        #expect(messages[0]["code"] == messages[1]["code"])
        #expect(messages.map { $0["state"]?.string } == ["waiting", "waiting"])
        await world.backend.close()
    }

    @Test func `in place of a code that has expired another one is mailed, once`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        #expect(try await Self.act("expire", world) == 200)
        #expect(try await Self.messages(world)[0]["repeats"]?.string == "new")
        #expect(try await Self.act("repeat", world) == 200)
        let messages = try await Self.messages(world)
        #expect(messages.map { $0["state"]?.string } == ["waiting", "replaced"])
        #expect(messages[0]["code"] != messages[1]["code"])
        // The link leads where the first one led.
        let hosts = messages.compactMap { $0["link"]?.string?.prefix { $0 != "?" } }
        #expect(hosts.count == 2 && hosts[0] == hosts[1])
        #expect(try await Self.act("repeat", on: 1, world) == 409)
        let answer = try await Self.reset(try await world.newestCode(), world)
        #expect(answer["email"]?.string == "ada@example.com")
        await world.backend.close()
    }

    @Test func `a message of another project, and one that is gone, cannot be reached`() async throws {
        let world = try await FlowWorld()
        _ = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        let id = try #require(try await Self.messages(world)[0]["id"]?.string)
        #expect(try await world.write("inbox/\(id):expire", ["project": "demo-other"]).status == 410)
        #expect(try await world.write("inbox/none:expire", ["project": "demo-shop"]).status == 410)
        #expect(try await world.write("inbox/\(id):bake", ["project": "demo-shop"]).status == 400)
        #expect(try await world.write("inbox/\(id):expire", [:]).status == 400)
        #expect(try await Self.states(world) == ["waiting"])
        await world.backend.close()
    }

    @Test func `a link is drawn as a QR code, and a text message has none`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        try await Self.mail("PASSWORD_RESET", world)
        _ = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        let messages = try await Self.messages(world)
        let (text, mail) = (messages[0]["id"]?.string ?? "", messages[1]["id"]?.string ?? "")
        #expect(try await world.read("inbox/\(text):qr?project=demo-shop").status == 409)
        let picture = try JSON.parse(try await world.read("inbox/\(mail):qr?project=demo-shop").bytes)
        // The world's stand-in for the drawing shows which text was drawn.
        #expect(picture["rows"]?.array?.first == messages[1]["link"])
        await world.backend.close()
    }
}
