import HearthAdmin
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@testable import hearth

@Suite("hearth users")
struct UserActionTests {
    private let backend: TestBackend

    init() async throws {
        backend = try await TestBackend()
    }

    private func run(_ words: String...) async throws -> [String] {
        let options = try Options(words, of: "users", valued: UserAction.valued, switches: UserAction.switches)
        let admin = AdminAuth.emulator(project: backend.project, transport: backend.transport)
        var lines: [String] = []
        try await UserAction(options).perform(admin, isJSON: options.has("json")) { lines.append($0) }
        return lines
    }

    @Test func `creates, lists and deletes`() async throws {
        let made = try await run(
            "create",
            "--uid",
            "u1",
            "--email",
            "ada@example.com",
            "--password=secret1",
            "--verified",
            "--claims",
            #"{"role":"editor"}"#,
            "--json"
        )
        let document = try JSON.parse(Array(try #require(made.first).utf8))
        #expect(document["uid"] == "u1")
        #expect(document["emailVerified"] == true)
        #expect(document["customClaims"] == ["role": "editor"])
        _ = try await run("create", "--uid", "u2", "--disabled")
        let list = try await run("list")
        #expect(list.count == 3 && list[0].hasPrefix("USER "))
        #expect(list[1].hasPrefix("u1 ") && list[1].contains("ada@example.com") && list[1].hasSuffix("verified"))
        #expect(list[2].hasSuffix("disabled"))
        #expect(try await run("list", "--limit", "1").count == 2)
        #expect(try await run("list", "--json").count == 2)
        #expect(try await run("delete", "--email", "ADA@example.com") == ["Deleted user u1, ada@example.com."])
        #expect(try await run("delete", "u2") == ["Deleted user u2."])
        #expect(try await run("list") == ["Project demo-test has no users."])
        #expect(try await run("list", "--json").isEmpty)
    }

    @Test func `says in a sentence whom it created`() async throws {
        let made = try await run("create", "--uid", "u1", "--email", "ada@example.com")
        #expect(made == ["Created user u1, ada@example.com."])
        #expect(try await run("create", "--uid", "u2") == ["Created user u2."])
    }

    @Test func `prints no control character of a stranger's`() async throws {
        _ = try await run("create", "--uid", "a\u{202E}b\u{2066}")
        let list = try await run("list")
        #expect(list.last?.hasPrefix("a\u{FFFD}b\u{FFFD}") == true)
    }

    @Test(
        arguments: [
            [], ["clear"], ["list", "more"], ["list", "--limit", "0"], ["create", "--claims", "[]"],
            ["create", "--phone", "none"], ["delete"], ["delete", "u", "--email", "a@b.co"], ["list", "--odd"],
            ["create", "--email"],
        ]
    )
    func `refuses words that make no sense`(_ words: [String]) {
        #expect(throws: UsageError.self) {
            try UserAction(Options(words, of: "users", valued: UserAction.valued, switches: UserAction.switches))
        }
    }
}
