import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("The guessing of passwords", .inProcessAndLive)
struct PasswordGuessTests {
    private static let stranger = "203.0.113.9"
    private static let owner = "198.51.100.7"
    private static let address = "ada@example.com"
    private static let wrong = "INVALID_LOGIN_CREDENTIALS"

    /// An account whose owner signed up at an address of the network.
    private static func bench() async throws -> (TestBackend, TestClient) {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.calling(from: owner).signUp(address)
        return (backend, client)
    }

    private static func isRefused(_ answer: TestClient.Answer) -> Bool {
        answer.error?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled")
            == true
    }

    @Test(arguments: [address, "unknown@example.com"])
    func `slows the guesser down, whether the address has an account or not`(_ email: String) async throws {
        let (backend, client) = try await Self.bench()
        let stranger = client.calling(from: Self.stranger)
        for _ in 0..<10 { #expect(try await stranger.signIn(email, "wrong1").error == Self.wrong) }
        #expect(Self.isRefused(try await stranger.signIn(email, "wrong1")))
        // The right password is refused too: a guesser must not learn that it was right.
        #expect(Self.isRefused(try await stranger.signIn(email)))
        backend.clock.advance(by: .seconds(30))
        #expect(try await stranger.signIn(email, "wrong1").error == Self.wrong)
        #expect(Self.isRefused(try await stranger.signIn(email, "wrong1")))
        backend.clock.advance(by: .seconds(30))
        #expect(Self.isRefused(try await stranger.signIn(email, "wrong1")))
        backend.clock.advance(by: .seconds(30))
        #expect(try await stranger.signIn(email, "wrong1").error == Self.wrong)
    }

    @Test func `does not slow the owner down`() async throws {
        let (_, client) = try await Self.bench()
        for _ in 0..<20 { _ = try await client.calling(from: Self.stranger).signIn(Self.address, "wrong1") }
        #expect(try await client.calling(from: Self.owner).signIn(Self.address).status == 200)
        #expect(try await client.calling(from: "192.0.2.50").signIn(Self.address).status == 200)
    }

    @Test func `by many clients makes an owner at a new address wait, and no other`() async throws {
        let (backend, client) = try await Self.bench()
        for index in 0..<50 {
            let guess = try await client.calling(from: "203.0.113.\(index)").signIn(Self.address, "wrong1")
            #expect(guess.error == Self.wrong)
        }
        #expect(Self.isRefused(try await client.calling(from: "203.0.113.99").signIn(Self.address, "wrong1")))
        #expect(try await client.calling(from: Self.owner).signIn(Self.address).status == 200)
        let elsewhere = client.calling(from: "192.0.2.50")
        #expect(Self.isRefused(try await elsewhere.signIn(Self.address)))
        backend.clock.advance(by: .seconds(30))
        #expect(try await elsewhere.signIn(Self.address).status == 200)
    }

    @Test func `is forgotten when the owner resets the password`() async throws {
        let (_, client) = try await Self.bench()
        for index in 0..<50 { _ = try await client.calling(from: "203.0.113.\(index)").signIn(Self.address, "wrong1") }
        let elsewhere = client.calling(from: "192.0.2.50")
        #expect(Self.isRefused(try await elsewhere.signIn(Self.address)))
        let code = try await client.code("PASSWORD_RESET", ["email": .string(Self.address)])
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "another secret"]
        #expect(try await elsewhere.user("accounts:resetPassword", reset).status == 200)
        #expect(try await elsewhere.signIn(Self.address, "another secret").status == 200)
    }

    @Test func `of many accounts makes the client wait, but not those who are at home there`() async throws {
        let (_, client) = try await Self.bench()
        let guesser = client.calling(from: Self.owner)
        for index in 0..<200 {
            #expect(try await guesser.signIn("user\(index)@example.com", "wrong1").error == Self.wrong)
        }
        #expect(Self.isRefused(try await guesser.signIn("another@example.com", "wrong1")))
        #expect(try await client.calling(from: Self.owner).signIn(Self.address).status == 200)
    }

    @Test func `is no faster all at once`() async throws {
        let (_, client) = try await Self.bench()
        let stranger = client.calling(from: Self.stranger)
        let answers = try await atOnce(60) { try await stranger.signIn(Self.address, "wrong1") }
        #expect(answers.count { $0.error == Self.wrong } <= 10)
        #expect(answers.allSatisfy { $0.error == Self.wrong || Self.isRefused($0) })
    }

    @Test func `is forgotten by the right password, and after an hour`() async throws {
        let (backend, client) = try await Self.bench()
        let owner = client.calling(from: Self.owner)
        for _ in 0..<3 {
            for _ in 0..<9 { #expect(try await owner.signIn(Self.address, "wrong1").error == Self.wrong) }
            #expect(try await owner.signIn(Self.address).status == 200)
        }
        let stranger = client.calling(from: Self.stranger)
        for _ in 0..<10 { _ = try await stranger.signIn(Self.address, "wrong1") }
        backend.clock.advance(by: .hours(1) + .seconds(1))
        for _ in 0..<10 { #expect(try await stranger.signIn(Self.address, "wrong1").error == Self.wrong) }
    }

    @Test func `is not counted in lenient, as the official emulator counts nothing`() async throws {
        let client = TestClient(try await TestBackend()).calling(from: Self.stranger)
        _ = try await client.signUp(Self.address)
        for _ in 0..<30 { #expect(try await client.signIn(Self.address, "wrong1").error == "INVALID_PASSWORD") }
        #expect(try await client.signIn(Self.address).status == 200)
    }
}
