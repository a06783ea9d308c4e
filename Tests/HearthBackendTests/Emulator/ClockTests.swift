import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("The emulator's clock")
struct ClockTests {
    private static let path = "/emulator/v1/projects/demo-test/clock"

    @Test func `runs with the clock behind it until it is moved`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let start = backend.clock.now
        let moved = try await client.send(.patch, Self.path, ["advanceSeconds": 3600])
        #expect(moved["offset"]?.double == 3600)
        #expect(moved["now"] == .string(CivilTime(start + .hours(1)).rfc3339))
        backend.clock.advance(by: .seconds(60))
        #expect(try await client.send(.get, Self.path)["now"] == .string(CivilTime(start + .seconds(3660)).rfc3339))
        let user = try await client.signUpGuest()
        #expect(try claims(of: user.idToken)["iat"] == .integer((start + .seconds(3660)).seconds))
    }

    @Test func `stands still when it is frozen, and goes on from there`() async throws {
        let source = ManualClock(UnixTime(seconds: 1000))
        let clock = EmulatorClock { source.now }
        clock.stop(true)
        source.advance(by: .seconds(50))
        #expect(clock.now() == UnixTime(seconds: 1000) && clock.state.isStopped)
        #expect(clock.advance(by: .seconds(5)))
        #expect(clock.now() == UnixTime(seconds: 1005))
        clock.stop(false)
        source.advance(by: .seconds(1))
        #expect(clock.now() == UnixTime(seconds: 1006))
        #expect(clock.state.offset == .seconds(-45))
    }

    @Test func `goes to a moment, and to a distance from the real one`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.patch, Self.path, ["now": "2030-01-02T03:04:05Z", "frozen": true])
        #expect(answer["now"] == "2030-01-02T03:04:05.000Z" && answer["frozen"] == true)
        let back = try await client.send(.patch, Self.path, ["offset": 0, "frozen": false])
        #expect(back["frozen"] == false && back["offset"]?.double == 0)
    }

    @Test func `a code ends when the clock has passed its time`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        _ = try await client.send(.patch, Self.path, ["advanceSeconds": 3601])
        let check: JSONValue = ["oobCode": .string(code)]
        #expect(try await client.user("accounts:resetPassword", check).error == "EXPIRED_OOB_CODE")
    }

    @Test(
        arguments: [
            ["now": "yesterday"], ["now": "1969-12-31T23:59:59Z"], ["advanceSeconds": 1e300],
            ["advanceSeconds": 300_000_000_000], ["offset": -3_000_000_000],
        ] as [JSONValue]
    )
    func `refuses a moment that no token can hold`(_ body: JSONValue) async throws {
        let client = TestClient(try await TestBackend())
        let before = try await client.send(.get, Self.path).document
        #expect(try await client.send(.patch, Self.path, body).status == 400)
        #expect(try await client.send(.get, Self.path).document == before)
    }
}
