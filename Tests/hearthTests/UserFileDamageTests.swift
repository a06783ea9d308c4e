import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("Files of accounts that went wrong")
struct UserFileDamageTests {
    private let folder = TemporaryFolder()

    private func complaint(_ bytes: [UInt8], as format: AccountFile.Format) -> String? {
        do {
            _ = try AccountFile.read(bytes, as: format)
            return nil
        } catch {
            return (error as? CommandFailure)?.reason ?? "\(error)"
        }
    }

    @Test(
        arguments: [
            ("a,a@b.co\n,x@b.co\n", "line 2: has no localId"), ("\n\na\n\n,x@b.co", "line 5: has no localId"),
            ("a,\"b\nc\nd\"\n,x@b.co", "line 4: has no localId"),
            ("a,b,c,***\n", "line 1: passwordHash should be base64"),
            ("a\r\nb,b@b.co,true,+/+/,***\r\n", "line 2: salt should be base64"),
            ("a\n\"b,", "line 2: a quotation mark"),
            (String(repeating: ",", count: 53), "line 1: has more than 52 columns"),
        ]
    )
    func `a mistake in columns is found at the line where an editor shows it`(_ text: String, _ reason: String) {
        let complaint = complaint(Array(text.utf8), as: .csv)
        #expect(complaint?.hasPrefix(reason) == true, "\(complaint ?? "none")")
    }

    @Test func `a mark of the byte order is no part of the first identifier`() throws {
        let users = try AccountFile.read([0xEF, 0xBB, 0xBF] + Array("ada,a@b.co\n".utf8), as: .csv)
        #expect(users.first?["localId"] == "ada")
        let json = try AccountFile.read([0xEF, 0xBB, 0xBF] + Array(#"{"users":[{"localId":"ada"}]}"#.utf8), as: .json)
        #expect(json.first?["localId"] == "ada")
    }

    @Test func `a name in another encoding is refused rather than spoiled`() {
        // "Jürgen" as Windows writes it.
        let bytes = Array("u1,,,,,J".utf8) + [0xFC] + Array("rgen\n".utf8)
        #expect(complaint(bytes, as: .csv) == "line 1: is not UTF-8")
        let json = Array(#"{"users":[{"localId":"a","displayName":"J"#.utf8) + [0xFC] + Array(#""}]}"#.utf8)
        #expect(complaint(json, as: .json)?.hasPrefix("not JSON") == true)
    }

    @Test(
        arguments: [
            (#"{"users":[1]}"#, "user 0: expected an object"), (#"{"users":{}}"#, "expected {\"users\": […]}"),
            (#"{"users":[{"localId":"a"},{"localId":"b","salt":"*"}]}"#, "user 1: salt should be base64"),
            (#"{"users":[{"localId":"a","\u001b[1m":1}]}"#, "user 0: has unsupported keys: \u{FFFD}[1m"),
            (#"{"users":[{"localId":"a","providerUserInfo":[7]}]}"#, "user 0: has unsupported providerId: "),
            ("", "not JSON"), ("\u{0}", "not JSON"), (#"{"users":[],"users":[]}"#, "not JSON"),
        ]
    )
    func `a mistake in JSON is found at its user`(_ text: String, _ reason: String) {
        let complaint = complaint(Array(text.utf8), as: .json)
        #expect(complaint?.hasPrefix(reason) == true, "\(complaint ?? "none")")
    }

    @Test func `names that a table could mistake come back as they were`() throws {
        let names = ["a,b", "a\"b", "\"", "a\nb", "a\r\nb", "=1+1", "ünï 数", "a\u{1B}b", "'", "a'b'", "\"\",\"\""]
        let users = names.enumerated().map { index, name -> JSONObject in
            ["localId": .string("u\(index)"), "displayName": .string(name)]
        }
        let read = try AccountFile.read(AccountFile.write(users, as: .csv), as: .csv)
        #expect(read.map { $0["displayName"]?.string } == names)
        let again = try AccountFile.read(AccountFile.write(users, as: .json), as: .json)
        #expect(again.map { $0["displayName"]?.string } == names)
    }

    private func transfer(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws -> AccountTransfer {
        AccountTransfer(
            origin: "http://127.0.0.1:9099",
            project: try #require(ProjectID(rawValue: "shop")),
            token: "owner",
            transport: InProcessTransport { request in answer(request) }
        )
    }

    private static func json(_ document: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: .bytes(JSON.serialize(document)))
    }

    // The official emulator writes an empty token after the last page.
    @Test func `the last page is the last, however a server says so`() async throws {
        for last in [JSONValue.null, ""] {
            let asked = Locked<[String]>([])
            let users = try await transfer { request in
                let count = asked.withLock { asked in
                    asked.append(request.target)
                    return asked.count
                }
                if count > 2 { return Self.json(["error": ["message": "asked again"]], status: 400) }
                return Self.json([
                    "users": [["localId": .string("u\(count)")]], "nextPageToken": count == 1 ? "a+b/=" : last,
                ])
            }.download()
            #expect(users.map { $0["localId"]?.string } == ["u1", "u2"])
            #expect(asked.withLock { $0.last }?.hasSuffix("&nextPageToken=a%2Bb%2F%3D") == true)
        }
    }

    @Test func `an export that fails leaves the export before it, and makes none`() async throws {
        try folder.write("earlier", to: "users.json")
        let failing = try transfer { request in
            request.target.contains("nextPageToken")
                ? Self.json(["error": ["message": "QUOTA_EXCEEDED"]], status: 429)
                : Self.json(["users": [["localId": "u1"]], "nextPageToken": "2"])
        }
        for name in ["users.json", "users.csv"] {
            let action = UserFileAction.exportFile(path: folder.file(name), .json)
            let failure = await #expect(throws: CommandFailure.self) { try await action.perform(failing) { _ in } }
            #expect(failure?.reason == "QUOTA_EXCEEDED")
        }
        #expect(folder.names == ["users.json"] && folder.text(of: "users.json") == "earlier")
    }

    @Test func `an import of many is sent in pages, and a failure is told by its place in the file`() async throws {
        let users = (0..<2_001).map { index -> JSONObject in ["localId": .string("u\(index)")] }
        let sizes = Locked<[Int]>([])
        let transfer = try transfer { request in
            let count = (try? JSON.parse(request.body))?["users"]?.array?.count ?? 0
            sizes.withLock { $0.append(count) }
            return Self.json(["error": count == 1 ? [["index": 0, "message": "email is invalid"]] : []])
        }
        var failures: [Int] = []
        let count = try await transfer.upload(users, hash: ["hashAlgorithm": "MD5"]) { index, _ in
            failures.append(index)
        }
        #expect(sizes.withLock { $0 } == [1_000, 1_000, 1] && count == 2_000 && failures == [2_000])
    }

    @Test func `a signer key is not in what its refusal says`() throws {
        let words = ["import", "a.csv", "--hash-algo", "SCRYPT", "--hash-key", "s3cret key"]
        let options = try Options(words, of: "users", valued: UserFileAction.valued)
        let error = #expect(throws: UsageError.self) { try HashOptions.members(options) }
        #expect(error?.reason.contains("--hash-key") == true && error?.reason.contains("s3cret") == false)
    }

    @Test(
        arguments: [
            ("users.json", nil, .json), ("users.CSV", nil, .csv), ("a.b/users.Json", nil, .json),
            ("users", "csv", .csv),
            ("users.json", "csv", .csv), ("-.json", nil, .json),
        ] as [(String, String?, AccountFile.Format)]
    )
    func `the format is the option's, or else the name's`(
        _ path: String,
        _ option: String?,
        _ format: AccountFile.Format
    ) throws {
        let words = ["export", path] + (option.map { ["--format", $0] } ?? [])
        let action = try UserFileAction(try Options(words, of: "users", valued: UserFileAction.valued))
        guard case .exportFile(path, format) = action else {
            Issue.record("\(String(describing: action))")
            return
        }
    }

    @Test(arguments: ["users", "users.jsonl", "users.json.gz", "json", "folder.csv/users", "users."])
    func `a name that says no format is asked for one`(_ path: String) {
        #expect(throws: UsageError.self) {
            try UserFileAction(try Options(["import", path], of: "users", valued: UserFileAction.valued))
        }
    }
}

@Suite("hearth users, when it goes wrong")
struct UserActionFailureTests {
    private func run(_ backend: TestBackend, _ words: [String]) async throws -> [String] {
        let options = try Options(words, of: "users", valued: UserAction.valued, switches: UserAction.switches)
        let admin = AdminAuth.emulator(project: backend.project, transport: backend.transport)
        var lines: [String] = []
        try await UserAction(options).perform(admin, isJSON: options.has("json")) { lines.append($0) }
        return lines
    }

    @Test(
        arguments: [
            #"{"sub": "x"}"#, #"{"firebase": {}}"#, #"{"iss": "me", "role": "admin"}"#,
            "{\"a\": \"" + String(repeating: "x", count: 1_000) + "\"}",
        ]
    )
    func `claims that are refused leave no account behind, so that the second try works`(_ claims: String) async throws
    {
        let backend = try await TestBackend()
        await #expect(throws: AdminError.self) {
            try await run(backend, ["create", "--uid", "u1", "--email", "a@b.co", "--claims", claims])
        }
        #expect(try await run(backend, ["list", "--json"]).isEmpty)
        let made = try await run(backend, ["create", "--uid", "u1", "--email", "a@b.co", "--claims", #"{"role":"x"}"#])
        #expect(made == ["Created user u1, a@b.co."])
    }

    @Test func `an account that was there before stays when a second one of its name is refused`() async throws {
        let backend = try await TestBackend()
        _ = try await run(backend, ["create", "--uid", "u1", "--email", "a@b.co"])
        for words in [["--uid", "u1"], ["--email", "A@b.co"]] {
            await #expect(throws: AdminError.self) {
                try await run(backend, ["create", "--claims", #"{"sub": 1}"#] + words)
            }
        }
        #expect(try await run(backend, ["list", "--json"]).count == 1)
    }

    @Test(arguments: [[""], ["u1", ""], [String(repeating: "x", count: 129)], ["", "u1"]])
    func `an identifier that cannot be is refused, and no other is deleted`(_ uids: [String]) async throws {
        let backend = try await TestBackend()
        _ = try await run(backend, ["create", "--uid", "u1"])
        await #expect(throws: UsageError.self) { try await run(backend, ["delete"] + uids) }
        #expect(try await run(backend, ["list", "--json"]).count == 1)
    }

    @Test func `a user who is not there is an error, and who was deleted before it is named`() async throws {
        let backend = try await TestBackend()
        _ = try await run(backend, ["create", "--uid", "u1"])
        var lines: [String] = []
        let options = try Options(["delete", "u1", "u2"], of: "users")
        let admin = AdminAuth.emulator(project: backend.project, transport: backend.transport)
        let error = await #expect(throws: AdminError.self) {
            try await UserAction(options).perform(admin, isJSON: false) { lines.append($0) }
        }
        #expect(error?.code == .userNotFound && lines == ["Deleted user u1."])
        let missing = await #expect(throws: AdminError.self) {
            try await run(backend, ["delete", "--email", "none@b.co"])
        }
        #expect(missing?.code == .emailNotFound)
    }

    @Test(
        arguments: [
            ["--email", "no address"], ["--email="], ["--password", "12345"], ["--password="], ["--uid="],
            ["--phone", "555"], ["--claims", "{"], ["--claims", "7"], ["--claims="],
        ]
    )
    func `what cannot be an account's is refused, and makes none`(_ words: [String]) async throws {
        let backend = try await TestBackend()
        await #expect(throws: (any Error).self) { try await run(backend, ["create"] + words) }
        #expect(try await run(backend, ["list", "--json"]).isEmpty)
    }
}
