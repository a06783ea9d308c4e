import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthServer
import HearthTransport
import Testing

@Suite("hearth serve, live", .serialized, .timeLimit(.minutes(5)))
struct ServeCommandTests {
    @Test(arguments: [["--help"], ["serve", "--help"], ["serve", "-h"], ["--version"]])
    func `explains itself on standard output`(_ words: [String]) async throws {
        let outcome = try await HearthProcess.run(words)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("hearth"))
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        arguments: [
            ["serve", "--nonsense"], ["serve", "--port"], ["serve", "--port", "x"], ["serve", "--port", "70000"],
            ["serve", "--profile", "x"], ["serve", "--storage", "x"], ["serve", "--storage", "sqlite:"],
            ["serve", "--project", "a b"], ["serve", "--single-project", "x"], ["serve", "extra"], ["nonsense"],
            ["serve", "--passkey-origin", "https://shop.example"],
        ]
    )
    func `ends with 64 and one line if it cannot understand`(_ words: [String]) async throws {
        let outcome = try await HearthProcess.run(words, environment: ["HOME": "/nonexistent"])
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("hearth: "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(
        arguments: [
            (["--storage", "sqlite:/dev/null/hearth.db"], [:], "/dev/null"),
            (["--storage", "memory", "--host", "0.0.0.0"], [:], "--allow-remote-emulator"),
            (["--storage", "memory", "--host", "nowhere"], [:], "--host nowhere"),
            (["--storage", "memory", "--production"], [:], "HEARTH_ADMIN_TOKEN"),
            (
                ["--storage", "memory", "--production", "--public-url", "https://auth.example"],
                ["HEARTH_ADMIN_TOKEN": "short"], "32 bytes"
            ),
            (
                ["--storage", "memory", "--production"],
                ["HEARTH_ADMIN_TOKEN": "0123456789abcdef0123456789abcdef"], "--public-url"
            ),
            (["--storage", "memory", "--profile", "strict", "--token-signing", "none"], [:], "--token-signing none"),
            (["--storage", "memory", "--passkey-domain", "https://shop.example"], [:], "not a domain"),
            (
                ["--storage", "memory", "--passkey-domain", "shop.example", "--passkey-origin", "shop.example"], [:],
                "shop.example is not an origin"
            ),
        ] as [([String], [String: String], String)]
    )
    func `ends with one line if it cannot serve`(
        _ options: [String],
        _ environment: [String: String],
        _ words: String
    ) async throws {
        let outcome = try await HearthProcess.run(["serve", "--port", "0"] + options, environment: environment)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("hearth: "))
        #expect(outcome.errors.contains(words))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `says that the port is in use`() async throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: "127.0.0.1", port: 0)) { _ in
            HTTPResponse(status: 204)
        }
        let port = try server.bind().port
        let outcome = try await HearthProcess.run(["serve", "--storage", "memory", "--port", "\(port)"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("127.0.0.1:\(port) is in use"))
    }

    @Test func `makes passkeys for the domain that it was given`() async throws {
        let options = ["--profile", "strict", "--passkey-domain", "shop.example"]
        let process = try HearthProcess(["serve", "--port", "0", "--storage", "memory"] + options)
        let client = TestClient(SystemTransport(), origin: try #require(await process.address()))
        #expect(try await client.requestOptions().relyingPartyID == "shop.example")
        process.terminate()
        #expect(await process.end() == 0)
    }

    @Test func `SIGTERM ends it in order, and keeps what was stored`() async throws {
        let folder = try TestFolder()
        let options = ["serve", "--port", "0", "--storage", "sqlite:\(folder.path)/hearth.db"]
        let first = try HearthProcess(options)
        let client = TestClient(SystemTransport(), origin: try #require(await first.address()))
        let user = try await client.signUp("ada@example.com")
        first.terminate()
        #expect(await first.end() == 0)
        let second = try HearthProcess(options)
        let again = TestClient(SystemTransport(), origin: try #require(await second.address()))
        #expect(try await again.signIn("ada@example.com")["localId"] == .string(user.uid))
        // The key survives, and with it every token that it signed.
        #expect(try await again.lookUp(user).status == 200)
        #expect(try await again.refresh(user.refreshToken).status == 200)
        second.terminate()
        #expect(await second.end() == 0)
    }

    @Test func `kill -9 amid a thousand sign-ups loses nothing that was acknowledged`() async throws {
        let folder = try TestFolder()
        let options = ["serve", "--port", "0", "--storage", "sqlite:\(folder.path)/hearth.db"]
        let first = try HearthProcess(options)
        let client = TestClient(SystemTransport(), origin: try #require(await first.address()))
        let (arrivals, arrived) = AsyncStream.makeStream(of: TestUser.self)
        let signUps = Task { await Self.signUp(1000, client) { arrived.yield($0) } }
        var acknowledged: [TestUser] = []
        for await user in arrivals {
            acknowledged.append(user)
            if acknowledged.count == 300 { break }
        }
        first.killAtOnce()
        let all = await signUps.value
        arrived.finish()
        #expect(await first.end() != 0)
        #expect(all.count >= 300)
        #expect(all.count < 1000)

        let second = try HearthProcess(options)
        let again = TestClient(SystemTransport(), origin: try #require(await second.address()))
        let list = try await again.admin("accounts:batchGet?maxResults=-1", method: .get, project: "demo-hearth")
        let stored = Set((list["users"]?.array ?? []).compactMap { $0["localId"]?.string })
        #expect(Set(all.map(\.uid)).isSubset(of: stored))
        for user in all.suffix(20) { #expect(try await again.refresh(user.refreshToken).status == 200) }
        second.terminate()
        #expect(await second.end() == 0)
    }

    /// Signs up so many users, eight at a time, until someone is not answered.
    private static func signUp(
        _ count: Int,
        _ client: TestClient,
        _ acknowledge: @escaping @Sendable (TestUser) -> Void
    ) async -> [TestUser] {
        await withTaskGroup(of: [TestUser].self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var users: [TestUser] = []
                    for index in stride(from: worker, to: count, by: 8) {
                        guard let user = try? await client.signUp("user-\(index)@example.com") else { break }
                        users.append(user)
                        acknowledge(user)
                    }
                    return users
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}
