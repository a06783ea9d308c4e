import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Limits against guessing and flooding", .inProcessAndLive)
struct SourceLimitTests {
    private static let number = "+15555550100"
    private static let stranger = "203.0.113.9"
    private static let owner = "198.51.100.7"

    private static func text(_ client: TestClient, from peer: String, to number: String = number) async throws
        -> String?
    {
        let body: JSONValue = ["phoneNumber": .string(number)]
        return try await client.calling(from: peer).user("accounts:sendVerificationCode", body).error
    }

    @Test func `a stranger who asks for texts does not keep the owner from getting one`() async throws {
        let (_, client) = try await TestClient.strict()
        for _ in 0..<5 { #expect(try await Self.text(client, from: Self.stranger) == nil) }
        for _ in 0..<10 { #expect(try await Self.text(client, from: Self.stranger) == "TOO_MANY_ATTEMPTS_TRY_LATER") }
        #expect(try await Self.text(client, from: Self.owner) == nil)
    }

    @Test func `many strangers make the owner wait minutes, and not an hour`() async throws {
        let (backend, client) = try await TestClient.strict()
        for index in 0..<20 { _ = try await Self.text(client, from: "203.0.113.\(index)") }
        #expect(try await Self.text(client, from: Self.owner) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        backend.clock.advance(by: .minutes(5))
        #expect(try await Self.text(client, from: Self.owner) == nil)
    }

    @Test func `one client has twenty texts an hour, whatever the numbers`() async throws {
        let (backend, client) = try await TestClient.strict()
        for index in 10..<30 {
            #expect(try await Self.text(client, from: Self.stranger, to: "+155555501\(index)") == nil)
        }
        let one = "+15555550199"
        #expect(try await Self.text(client, from: Self.stranger, to: one) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await Self.text(client, from: Self.owner, to: one) == nil)
        backend.clock.advance(by: .hours(1))
        #expect(try await Self.text(client, from: Self.stranger, to: one) == nil)
    }

    @Test func `clients behind a trusted proxy are told apart`() async throws {
        let (_, client) = try await TestClient.strict {
            $0.trustedProxies = ["10.0.0.0/8"]
            $0.allowsProxiedEmulator = true
        }
        let body: JSONValue = ["phoneNumber": .string(Self.number)]
        func text(for source: String) async throws -> String? {
            let path = "/v1/accounts:sendVerificationCode?key=k"
            return try await client.calling(from: "10.0.0.1").send(.post, path, body, ["X-Forwarded-For": source]).error
        }
        for _ in 0..<5 { #expect(try await text(for: Self.stranger) == nil) }
        #expect(try await text(for: Self.stranger) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await text(for: Self.owner) == nil)
    }

    /// A user with an authenticator app, which was enrolled at the owner's address.
    private struct Bench {
        let backend: TestBackend
        let client: TestClient
        let app: AuthenticatorApp
        let factor: String

        init() async throws {
            (backend, client) = try await TestClient.strict()
            let verified = try await client.signUpVerified("ada@example.com")
            let (app, user) = try await client.calling(from: SourceLimitTests.owner)
                .enrollApp(verified, at: backend.clock)
            self.app = app
            factor = try await client.factors(of: user.uid)[0]
            backend.clock.advance(by: .seconds(30))
        }

        func signIn(_ code: String, from peer: String) async throws -> String? {
            let pending = try await client.signInWithLink("ada@example.com")
            let body: JSONValue = [
                "mfaPendingCredential": pending["mfaPendingCredential"] ?? .null, "mfaEnrollmentId": .string(factor),
                "totpVerificationInfo": ["verificationCode": .string(code)],
            ]
            return try await client.calling(from: peer).user2("accounts/mfaSignIn:finalize", body).error
        }
    }

    @Test func `wrong codes of an authenticator app make their client wait, and no one else`() async throws {
        let bench = try await Bench()
        for _ in 0..<5 { #expect(try await bench.signIn("12345", from: Self.stranger) == "INVALID_CODE") }
        #expect(try await bench.signIn("12345", from: Self.stranger) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        let code = bench.app.code(at: bench.backend.clock.now)
        #expect(try await bench.signIn(code, from: Self.stranger) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await bench.signIn(code, from: Self.owner) == nil)
    }

    @Test func `many guessers do not lock out the client from which the last right code came`() async throws {
        let bench = try await Bench()
        for index in 0..<10 { #expect(try await bench.signIn("12345", from: "203.0.113.\(index)") == "INVALID_CODE") }
        #expect(try await bench.signIn("12345", from: "203.0.113.99") == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await bench.signIn(bench.app.code(at: bench.backend.clock.now), from: Self.owner) == nil)
    }

    @Test func `an owner at a new address waits half a minute while others guess`() async throws {
        let bench = try await Bench()
        for index in 0..<10 { _ = try await bench.signIn("12345", from: "203.0.113.\(index)") }
        let elsewhere = "192.0.2.50"
        let code = bench.app.code(at: bench.backend.clock.now)
        #expect(try await bench.signIn(code, from: elsewhere) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        bench.backend.clock.advance(by: .seconds(30))
        #expect(try await bench.signIn(bench.app.code(at: bench.backend.clock.now), from: elsewhere) == nil)
    }

    @Test func `a right code that is sent again counts as no failure`() async throws {
        let bench = try await Bench()
        let code = bench.app.code(at: bench.backend.clock.now)
        #expect(try await bench.signIn(code, from: Self.owner) == nil)
        for _ in 0..<20 { #expect(try await bench.signIn(code, from: Self.owner) == "INVALID_CODE") }
        bench.backend.clock.advance(by: .seconds(30))
        #expect(try await bench.signIn(bench.app.code(at: bench.backend.clock.now), from: Self.owner) == nil)
    }

    @Test func `guessing on and on is never faster than four codes an hour`() async throws {
        let bench = try await Bench()
        var compared = 0
        for minute in 0..<600 {
            if try await bench.signIn("12345", from: "203.0.\(minute / 250).\(minute % 250)") == "INVALID_CODE" {
                compared += 1
            }
            bench.backend.clock.advance(by: .minutes(1))
        }
        // Ten are free, half a minute to eight minutes follow for the next 25; then there are four an hour.
        #expect((60...110).contains(compared), "\(compared)")
    }
}
