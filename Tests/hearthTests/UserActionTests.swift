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
        #expect(list.count == 2)
        #expect(list[0].hasPrefix("u1 ") && list[0].contains("ada@example.com") && list[0].hasSuffix("verified"))
        #expect(list[1].hasSuffix("disabled"))
        #expect(try await run("list", "--limit", "1").count == 1)
        _ = try await run("delete", "--email", "ADA@example.com")
        _ = try await run("delete", "u2")
        #expect(try await run("list").isEmpty)
    }

    @Test func `prints no control character of a stranger's`() async throws {
        _ = try await run("create", "--uid", "a\u{202E}b\u{2066}")
        let list = try await run("list")
        #expect(list.first?.hasPrefix("a\u{FFFD}b\u{FFFD}") == true)
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
