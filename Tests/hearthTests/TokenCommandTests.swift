import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@testable import hearth

@Suite("hearth token")
struct TokenCommandTests {
    private let backend: TestBackend
    private let token: String
    private let verifier: TokenVerifier

    init() async throws {
        let backend = try await TestBackend()
        self.backend = backend
        let request = HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            body: Array(#"{"email":"ada@example.com","password":"secret1"}"#.utf8)
        )
        token = try #require(try JSON.parse(try await backend.transport.send(request).bytes)["idToken"]?.string)
        verifier = try .hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport,
            now: { backend.clock.now }
        )
    }

    @Test func `shows what a token says, its times in words, and that nothing was verified`() throws {
        let now = backend.clock.now + .minutes(5)
        let text = try TokenCommand.inspect(token, isJSON: false, now: now)
        #expect(text.contains("alg  RS256"))
        #expect(text.contains("ada@example.com"))
        #expect(text.contains("Z, 5 minutes ago"))
        #expect(text.contains("Z, in 55 minutes"))
        #expect(text.contains("Nothing was verified"))
        #expect(!text.contains("It says that it has expired"))
        let late = try TokenCommand.inspect(token, isJSON: false, now: now + .hours(1))
        #expect(late.contains("It says that it has expired"))
        let document = try JSON.parse(Array(try TokenCommand.inspect(token, isJSON: true, now: now).utf8))
        #expect(document["verified"] == false)
        #expect(document["claims"]?["email"] == "ada@example.com")
    }

    @Test func `does not look into what is no token`() {
        let failure = #expect(throws: CommandFailure.self) {
            try TokenCommand.inspect("x.y.z", isJSON: false, now: backend.clock.now)
        }
        #expect(failure?.status == 1)
    }

    @Test func `says who is believed`() async throws {
        var lines: [String] = []
        try await TokenCommand.verify(token, verifier, isJSON: false, now: backend.clock.now) { lines.append($0) }
        let text = lines.joined()
        #expect(text.hasPrefix("believed: issued for the project demo-test"))
        #expect(text.contains("ada@example.com, not verified"))
        #expect(text.contains("by        password"))
    }

    @Test(arguments: [false, true])
    func `says why not, and ends with status 1`(_ isJSON: Bool) async throws {
        backend.clock.advance(by: .hours(1))
        var lines: [String] = []
        let failure = await #expect(throws: CommandFailure.self) {
            try await TokenCommand.verify(token, verifier, isJSON: isJSON, now: backend.clock.now) { lines.append($0) }
        }
        #expect(failure?.status == 1)
        #expect(failure?.reason == "refused: The token has expired. Fetch a fresh one.")
        #expect(lines.count == (isJSON ? 1 : 0))
        if isJSON { #expect(try JSON.parse(Array(lines[0].utf8))["reason"] == "expired") }
    }

    @Test(
        arguments: [
            [], ["--project", "no project"], ["--project", "p", "--keys", "https://k", "--backend", "https://b"],
        ]
    )
    func `needs a project and one place of keys`(_ words: [String]) {
        #expect(throws: UsageError.self) {
            try VerifierChoice(Options(words, of: "token", valued: ["project", "keys", "backend"]))
        }
    }
}

@Suite("Moments in words")
struct TimeWordsTests {
    @Test(
        arguments: [
            (0, "1970-01-12T13:46:40Z, now"), (1, "1970-01-12T13:46:41Z, in 1 second"),
            (-59, "1970-01-12T13:45:41Z, 59 seconds ago"), (60, "1970-01-12T13:47:40Z, in 1 minute"),
            (-7199, "1970-01-12T11:46:41Z, 1 hour ago"), (172_800, "1970-01-14T13:46:40Z, in 2 days"),
        ] as [(Int64, String)]
    )
    func `say how far it is`(_ distance: Int64, _ words: String) {
        let now = UnixTime(seconds: 1_000_000)
        #expect(TimeWords.text(now + .seconds(distance), now: now) == words)
    }
}

@Suite("hearth bench raw")
struct RawBenchTests {
    @Test func `measures every piece of work`() async throws {
        let rates = try await RawBench(duration: .milliseconds(1)).rates()
        #expect(
            rates.names == [
                "rs256SignsPerSecond", "rs256VerifiesPerSecond", "developmentHashesPerSecond",
                "argon2idHashesPerSecond", "tokenVerificationsPerSecond",
            ]
        )
        #expect(rates.members.allSatisfy { ($0.value.double ?? 0) > 0 })
    }
}
