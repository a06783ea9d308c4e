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

    private func run(_ words: String..., width: Int? = nil) async throws -> [String] {
        let options = try Options(words, of: "users", valued: UserAction.valued, switches: UserAction.switches)
        let admin = AdminAuth.emulator(project: backend.project, transport: backend.transport)
        var lines: [String] = []
        try await UserAction(options).perform(admin, isJSON: options.has("json"), width: width) { lines.append($0) }
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

    /// Two users, one with everything long.
    private func makeUsers() async throws {
        let email = "maximiliane.von-und-zu-hohenfels@buchhaltung.example.com"
        _ = try await run(
            "create",
            "--uid",
            "a2345678901234567890123456789",
            "--email",
            email,
            "--verified",
            "--disabled"
        )
        _ = try await run("create", "--uid", "b", "--email", "ada@example.com", "--password", "secret1", "--verified")
    }

    @Test func `a list fits a terminal of 80 columns, with long addresses cut in the middle`() async throws {
        try await makeUsers()
        #expect(
            try await run("list", width: 80) == [
                "USER                          ADDRESS OR NUMBER           SIGN-IN METHODS",
                "a2345678901234…7890123456789  maximiliane.v….example.com  -  verified  disabled",
                "b                             ada@example.com             password  verified",
            ]
        )
        for width in [20, 40, 60, 80, 100, 200] {
            for line in try await run("list", width: width) where width >= 40 {
                #expect(TextColumns.count(line) <= width, "\(line)")
            }
        }
    }

    @Test func `a list in a pipe leaves nothing out, however long`() async throws {
        try await makeUsers()
        #expect(
            try await run("list") == [
                "USER                          ADDRESS OR NUMBER                 SIGN-IN METHODS",
                "a2345678901234567890123456789  maximiliane.von-und-zu-hohenfels@buchhaltung.example.com  -  verified  disabled",
                "b                             ada@example.com                   password  verified",
            ]
        )
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
