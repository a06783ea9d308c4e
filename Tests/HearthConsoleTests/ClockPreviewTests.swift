import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct ClockPreviewTests {
    private static func previews(_ moves: [JSONValue], _ world: FlowWorld) async throws -> [JSONValue] {
        let answer = try await world.write("clock:preview", ["project": "demo-shop", "moves": .array(moves)])
        return try #require(try JSON.parse(answer.bytes)["previews"]?.array)
    }

    private static func world() async throws -> FlowWorld {
        let world = try await FlowWorld(profile: .strict)
        try await world.add(["localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42"])
        return world
    }

    @Test func `a move says how many codes and ID tokens it ends`() async throws {
        let world = try await Self.world()
        _ = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        try await world.app(
            "v1/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        )
        _ = try await world.app("v1/accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        // An ID token and a code for a new password last an hour, a texted code ten minutes.
        let table: [(seconds: Int64, mailed: Int64, texted: Int64, tokens: Int64)] = [
            (300, 0, 0, 0), (660, 0, 1, 0), (3600, 1, 1, 1), (86400, 1, 1, 1),
        ]
        let previews = try await Self.previews(table.map { ["advanceSeconds": .integer($0.seconds)] }, world)
        for (row, preview) in zip(table, previews) {
            #expect(preview["ending"]?["mailedCodes"]?.integer == row.mailed, "\(row)")
            #expect(preview["ending"]?["textedCodes"]?.integer == row.texted, "\(row)")
            #expect(preview["ending"]?["idTokens"]?.integer == row.tokens, "\(row)")
            #expect(preview["exact"]?.bool == true)
        }
        await world.backend.close()
    }

    @Test func `a preview moves nothing`() async throws {
        let world = try await Self.world()
        let before = try await world.read("api/emulator/v1/projects/demo-shop/clock").bytes
        _ = try await Self.previews([["advanceSeconds": 86400], ["now": "2030-01-01T00:00:00Z"]], world)
        #expect(try await world.read("api/emulator/v1/projects/demo-shop/clock").bytes == before)
        await world.backend.close()
    }

    @Test func `a move back says what is valid again, and what comes from the future`() async throws {
        let world = try await Self.world()
        try await world.app(
            "v1/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        )
        world.pass(.seconds(7200))
        _ = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        let preview = try #require(try await Self.previews([["advanceSeconds": -7200]], world).first)
        #expect(preview["returning"]?["mailedCodes"]?.integer == 1)
        #expect(preview["futureTokens"]?.integer == 1)
        #expect(preview["ending"]?["mailedCodes"] == nil)
        await world.backend.close()
    }

    @Test func `a code without an end is in no count, and another project's is in its own`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        try await world.app(
            "v1/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        )
        let preview = try #require(try await Self.previews([["advanceSeconds": 2_592_000]], world).first)
        #expect(preview["ending"]?["mailedCodes"]?.integer == 0)
        await world.backend.close()
    }

    @Test func `a move to a moment that the clock cannot show has no preview, and one that is none is refused`()
        async throws
    {
        let world = try await Self.world()
        let previews = try await Self.previews([["advanceSeconds": 900_000_000_000], ["offset": 0]], world)
        #expect(previews.first == .null && previews.last != .null)
        let bad: [JSONObject] = [
            ["project": "demo-shop"], ["project": "demo-shop", "moves": []],
            ["project": "demo-shop", "moves": [["advanceSeconds": 1e300]]],
            ["project": "demo-shop", "moves": [["now": "tomorrow"]]], ["moves": [["offset": 0]]],
            ["project": "demo-shop", "moves": .array(Array(repeating: ["offset": 0], count: 21))],
        ]
        for body in bad { #expect(try await world.write("clock:preview", body).status == 400, "\(body)") }
        await world.backend.close()
    }
}
