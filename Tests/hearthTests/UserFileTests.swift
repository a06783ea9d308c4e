import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("hearth users import and export")
struct UserFileTests {
    /// What `firebase auth:export` writes: standard base64, two providers' columns, a comma after the last column.
    private static let csv =
        "ada,ada@example.com,true,+/+/,c2FsdA==,\"Ada \"\"A\"\" Lovelace, Countess\",https://a.example/1,g1,"
        + "ada@gmail.com,,,,,,,,,,,,,,,1795171400000,1795171500000,+15555550100,false,\"{\"\"role\"\":\"\"editor\"\"}\""
        + ",ap1,,,,,,,,,,,,,,,,,,,,,,,,\n"

    private func transfer(_ backend: TestBackend) -> AccountTransfer {
        AccountTransfer(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            token: "owner",
            transport: backend.transport
        )
    }

    @discardableResult
    private func run(_ backend: TestBackend, _ words: String...) async throws -> [String] {
        let options = try Options(words, of: "users", valued: UserFileAction.valued)
        var notes: [String] = []
        try await #require(try UserFileAction(options)).perform(transfer(backend)) { notes.append($0) }
        return notes
    }

    @Test func `reads the official columns`() throws {
        let user = try #require(try AccountCSV.read(Array(Self.csv.utf8)).first)
        #expect(user["localId"] == "ada" && user["emailVerified"] == true && user["disabled"] == false)
        #expect(user["displayName"] == "Ada \"A\" Lovelace, Countess")
        // base64url on the wire
        #expect(user["passwordHash"] == "-_-_" && user["salt"] == "c2FsdA")
        #expect(user["createdAt"] == "1795171400000" && user["lastLoginAt"] == "1795171500000")
        #expect(user["customAttributes"] == #"{"role":"editor"}"#)
        let providers = user["providerUserInfo"]?.array
        #expect(providers?.map { $0["providerId"]?.string } == ["google.com", "apple.com"])
        #expect(providers?.first?["email"] == "ada@gmail.com" && providers?.last?["rawId"] == "ap1")
    }

    @Test func `writes the official columns`() throws {
        let users = try AccountCSV.read(Array(Self.csv.utf8))
        #expect(String(decoding: AccountCSV.write(users), as: UTF8.self) == Self.csv)
        let fields = Self.csv.split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == 54)  // 52 columns, one comma in a name, and what follows the last comma
    }

    @Test func `reads what people's programs write`() throws {
        let text = "a,'x@example.com', true\r\n\r\nb,,\n c ,\"d\ne@example.com\"\n"
        let users = try AccountCSV.read(Array(text.utf8))
        #expect(users.map { $0["localId"]?.string } == ["a", "b", "c"])
        #expect(users[0]["email"] == "x@example.com" && users[0]["emailVerified"] == true)
        #expect(users[1]["email"] == nil && users[2]["email"] == "d\ne@example.com")
    }

    @Test(arguments: ["users.json", "users.csv"])
    func `carries accounts from one backend to another, with passwords that work`(_ name: String) async throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/" + name
        let (first, second) = (try await TestBackend(), try await TestBackend())
        for index in 0..<3 {
            let body: JSONObject = [
                "localId": .string("u\(index)"), "email": .string("u\(index)@example.com"), "password": "pass-word_1",
            ]
            let made = await call(first, "/v1/projects/demo-test/accounts", body)
            #expect(made?["localId"] != nil)
        }
        #expect(try await run(first, "export", file) == ["3 users exported to \(file)"])
        #expect(try await run(second, "import", file) == ["3 of 3 users imported from \(file)"])
        let right: JSONObject = ["email": "u1@example.com", "password": "pass-word_1"]
        #expect(await call(second, "/v1/accounts:signInWithPassword?key=k", right)?["localId"] == "u1")
        let wrong: JSONObject = ["email": "u1@example.com", "password": "pass-word_2"]
        #expect(await call(second, "/v1/accounts:signInWithPassword?key=k", wrong)?["error"] != nil)
    }

    @Test func `carries the hashes of strict rules too`() async throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/users.json"
        func strict() async throws -> TestBackend {
            try await TestBackend {
                $0.profile = .strict
                $0.hashesCheaply = true
            }
        }
        let (first, second) = (try await strict(), try await strict())
        let body: JSONObject = ["email": "ada@example.com", "password": "secret1"]
        _ = await call(first, "/v1/accounts:signUp?key=k", body)
        try await run(first, "export", file)
        try await run(second, "import", file)
        #expect(await call(second, "/v1/accounts:signInWithPassword?key=k", body)?["idToken"] != nil)
    }

    @Test func `says which accounts it did not import, and fails`() async throws {
        let folder = TemporaryFolder()
        try folder.write(["users.json": #"{"users":[{"localId":"a"},{"localId":"b","email":"x"}]}"#])
        let backend = try await TestBackend()
        let file = folder.path + "/users.json"
        var notes: [String] = []
        let options = try Options(["import", file], of: "users", valued: UserFileAction.valued)
        let action = try #require(try UserFileAction(options))
        let failure = await #expect(throws: CommandFailure.self) {
            try await action.perform(transfer(backend)) { notes.append($0) }
        }
        #expect(failure?.reason == "1 users were not imported")
        #expect(notes.first == "\(file): user 1 is not imported: email is invalid")
    }

    @Test func `tells the backend how passwords are hashed`() throws {
        let words = [
            "import", "x.csv", "--hash-algo", "standard_scrypt", "--mem-cost=1024", "--rounds", "8", "--hash-key",
            "+/8=",
            "--hash-input-order", "PASSWORD_FIRST",
        ]
        let members = try HashOptions.members(try Options(words, of: "users", valued: UserFileAction.valued))
        let expected: JSONObject = [
            "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "rounds": 8, "signerKey": "-_8",
            "passwordHashOrder": "PASSWORD_AND_SALT",
        ]
        #expect(members == expected)
    }

    @Test(
        arguments: [
            ("users.json", "{", "not JSON"), ("users.json", "[]", "expected {\"users\""),
            ("users.json", #"{"users":[{"localId":"a","shoeSize":9}]}"#, "has unsupported keys: shoeSize"),
            (
                "users.json", #"{"users":[{"localId":"a","providerUserInfo":[{"providerId":"oidc.x"}]}]}"#,
                "has unsupported providerId: oidc.x"
            ),
            ("users.json", #"{"users":[{"localId":"a","passwordHash":"***"}]}"#, "passwordHash should be base64"),
            ("users.csv", "a,\"b", "never closed"), ("users.csv", ",b@example.com", "has no localId"),
            ("users.csv", String(repeating: ",", count: 60), "more than 52 columns"),
        ]
    )
    func `names the mistake in a file`(_ name: String, _ text: String, _ complaint: String) async throws {
        let folder = TemporaryFolder()
        try folder.write([name: text])
        let backend = try await TestBackend()
        let failure = await #expect(throws: CommandFailure.self) {
            try await run(backend, "import", folder.path + "/" + name)
        }
        #expect(failure?.reason.contains(complaint) == true, "\(failure?.reason ?? "")")
    }

    @Test(
        arguments: [
            ["import"], ["export", "a", "b"], ["export", "users.txt"], ["import", "a.csv", "--rounds", "8"],
            ["import", "a.csv", "--hash-algo", "MD5", "--rounds", "many"],
            ["import", "a.csv", "--hash-algo", "MD5", "--hash-key", "***"],
        ]
    )
    func `asks for what it needs`(_ words: [String]) {
        #expect(throws: UsageError.self) {
            _ = try UserFileAction(try Options(words, of: "users", valued: UserFileAction.valued))
        }
    }

    private func call(_ backend: TestBackend, _ target: String, _ body: JSONObject) async -> JSONObject? {
        let request = HTTPRequest(
            .post,
            target: target,
            fields: target.contains("key=") ? [:] : ["Authorization": "Bearer owner"],
            body: JSON.serialize(.object(body))
        )
        return try? JSON.parse(await backend.backend.handle(request).bytes).object
    }
}
