import HearthCore
import HearthHTTP
import HearthJSON
import HearthServer
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("hearth firestore, word by word")
struct FirestoreCommandTests {
    private static func run(_ transport: any HTTPTransport, _ words: [String]) async throws -> [String] {
        let options = try Options(
            words,
            of: "firestore",
            valued: FirestoreAddress.valued.union(FirestoreAction.valued),
            switches: FirestoreAddress.switches.union(FirestoreAction.switches)
        )
        let printed = Locked<[String]>([])
        let address = try FirestoreAddress(options, transport: transport)
        let action = FirestoreAction(address: address, options: options) { line in printed.withLock { $0.append(line) }
        }
        try await action.perform(options.operands[0], Array(options.operands.dropFirst()))
        return printed.withLock { $0 }
    }

    private let backend: TestBackend

    init() async throws {
        backend = try await TestBackend(project: "demo-hearth")
    }

    private func run(_ words: String...) async throws -> [String] { try await Self.run(backend.transport, words) }

    private func fill() async throws {
        for (id, count) in [("a", 1), ("b", 3), ("c", 2)] {
            _ = try await run("set", "notes/\(id)", "{\"n\": \(count), \"s\": \"x y\", \"o\": {\"p.q\": \(count)}}")
        }
    }

    @Test(
        arguments: [
            (["--order", "n"], ["a", "c", "b"]), (["--order", "n:asc"], ["a", "c", "b"]),
            (["--order", "n:desc"], ["b", "c", "a"]), (["--order", "n:desc", "--limit", "1"], ["b"]),
            (["--where", "n >= 2"], ["c", "b"]), (["--where", "n in [1, 3]"], ["a", "b"]),
            (["--where", "n not-in [1]", "--order", "n"], ["c", "b"]), (["--where", "s == x y"], ["a", "b", "c"]),
            (["--where", #"s == "x y""#], ["a", "b", "c"]), (["--where", "n == 9"], []),
            (["--where", "n > 1", "--where", "n < 3"], ["c"]), (["--where", "n == true"], []),
            (["--where", "o.`p.q` == 3"], ["b"]), (["--where", "__name__ == 1"], nil),
        ] as [([String], [String]?)]
    )
    func `a query is what its words say`(_ words: [String], _ ids: [String]?) async throws {
        try await fill()
        guard let ids else {
            await #expect(throws: CommandFailure.self) {
                try await Self.run(backend.transport, ["query", "notes"] + words)
            }
            return
        }
        let lines = try await Self.run(backend.transport, ["query", "notes"] + words)
        #expect(lines.map { String($0.dropFirst(6).prefix(1)) } == ids)
    }

    @Test(
        arguments: [
            ["--order", "n:down"], ["--order", "n:DESC:x"], ["--order", ""], ["--order", ":desc"], ["--where", ""],
            ["--where", "n"], ["--where", "n =="], ["--where", "n = 1"], ["--limit", "0"], ["--limit", "many"],
        ]
    )
    func `a query with words that mean nothing is not asked`(_ words: [String]) async throws {
        try await fill()
        await #expect(throws: UsageError.self) { try await Self.run(backend.transport, ["query", "notes"] + words) }
    }

    @Test func `documents below others are reached, and a group finds them all`() async throws {
        for path in ["a/1/c/x", "b/2/c/y", "c/z"] { _ = try await run("set", path, "{}") }
        #expect(try await run("query", "a/1/c") == ["a/1/c/x {}"])
        #expect(try await run("query", "c", "--group") == ["a/1/c/x {}", "b/2/c/y {}", "c/z {}"])
        #expect(try await run("get", "/a/1/c/") == ["a/1/c/x {}"])
        _ = try await run("delete", "a/1", "--recursive")
        #expect(try await run("query", "c", "--group") == ["b/2/c/y {}", "c/z {}"])
        _ = try await run("clear", "b")
        #expect(try await run("query", "c", "--group") == ["c/z {}"])
        _ = try await run("clear")
        #expect(try await run("query", "c", "--group") == [])
    }

    @Test func `numbers keep their kind and fields their names when they are written and read`() async throws {
        let fields =
            #"{"whole":1,"half":0.5,"least":-9223372036854775808,"null":null,"l":[1,{}],"a.b":{"`":"é"},"":1}"#
        await #expect(throws: CommandFailure.self) { try await run("set", "n/1", fields) }
        _ = try await run("set", "n/1", fields.replacing(#","":1"#, with: ""))
        let text = try #require(try await run("get", "n/1").first)
        let read = try JSON.parse(Array(text.utf8))
        #expect(read["least"] == .integer(.min) && read["whole"] == .integer(1) && read["half"] == .number(0.5))
        #expect(read["a.b"]?["`"] == "é" && read["null"] == .null)
        #expect(read["l"] == [1, [:]])
        // What was printed can be written again, and is then the same.
        _ = try await run("set", "n/2", text)
        #expect(try await run("get", "n/2") == [text])
    }

    @Test func `every double is one again when what was printed is written`() async throws {
        // As the server stores them: one document in its own form, the other by way of the terminal.
        let doubles: [(String, String)] = [
            ("one", "1.0"), ("zero", "0.0"), ("negativeZero", "-0.0"), ("large", "1e+21"), ("half", "0.5"),
            ("tiny", "5e-324"), ("exact", "9007199254740992.0"),
            ("nan", #"{"doubleValue":"NaN"}"#), ("up", #"{"doubleValue":"Infinity"}"#),
            ("down", #"{"doubleValue":"-Infinity"}"#),
        ]
        let members = doubles.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        _ = try await run("set", "n/1", "{\(members),\"list\":[1.0,1,{\"doubleValue\":\"NaN\"}],\"one2\":1}")
        let text = try #require(try await run("get", "n/1").first)
        for (name, expected) in doubles where !expected.hasPrefix("{") {
            #expect(text.contains("\"\(name)\": \(expected)"), "\(name) in \(text)")
        }
        _ = try await run("set", "n/2", text)
        #expect(try await run("get", "n/2") == [text])
        #expect(try await run("get", "n").map { $0.dropFirst(4) }.reduce(into: Set()) { $0.insert($1) }.count == 1)
        let address = try FirestoreAddress(
            Options([], of: "firestore", valued: FirestoreAddress.valued, switches: FirestoreAddress.switches),
            transport: backend.transport
        )
        for id in ["1", "2"] {
            let stored = try await address.send(.get, address.target(try FirestoreAddress.path("n/\(id)")))["fields"]
            for (name, _) in doubles {
                #expect(stored?[name]?.object?.names == ["doubleValue"], "\(name) of \(id)")
            }
            #expect(stored?["nan"] == ["doubleValue": "NaN"] && stored?["down"] == ["doubleValue": "-Infinity"])
            #expect(stored?["negativeZero"]?["doubleValue"]?.double?.sign == .minus)
            #expect(stored?["one2"] == ["integerValue": "1"])
            #expect(
                stored?["list"]?["arrayValue"]?["values"] == [
                    ["doubleValue": .number(1)], ["integerValue": "1"], ["doubleValue": "NaN"],
                ]
            )
        }
        // A map of another shape is a map.
        _ = try await run("set", "n/3", #"{"m": {"doubleValue": "x"}, "k": {"doubleValue": "NaN", "a": 1}}"#)
        let maps = try JSON.parse(Array(try #require(try await run("get", "n/3").first).utf8))
        #expect(maps["m"] == ["doubleValue": "x"] && maps["k"]?["a"] == 1)
    }

    @Test func `a merge changes what it names and nothing else`() async throws {
        _ = try await run("set", "n/1", #"{"a": 1, "b.c": 2, "d": {"e": 1, "f": 2}}"#)
        _ = try await run("set", "n/1", #"{"b.c": 3, "d": {"e": 9}}"#, "--merge")
        let read = try JSON.parse(Array(try #require(try await run("get", "n/1").first).utf8))
        #expect(read["a"] == 1 && read["b.c"] == 3 && read["d"] == ["e": 9])
        _ = try await run("set", "n/1", "{}", "--merge")
        #expect(try await run("get", "n/1").first?.contains("\"a\": 1") == true)
        _ = try await run("set", "n/1", "{}")
        #expect(try await run("get", "n/1") == ["{}"])
    }

    @Test(
        arguments: [
            ["get", ""], ["get", "/"], ["set", "a", "{}"], ["set", "a/b/c", "{}"], ["set", "a/b", "[]"],
            ["set", "a/b", "{"],
            ["set", "a/b", "null"], ["delete", "a"], ["query", "a/b"], ["get", "a/.."], ["get", "__x__/b"],
            ["set", "a/b", #"{"__x__": 1}"#], ["get", "a/" + String(repeating: "x", count: 1_501)],
        ]
    )
    func `what cannot be done is said, and done to nothing`(_ words: [String]) async throws {
        _ = try await run("set", "a/b", #"{"kept": 1}"#)
        await #expect(throws: CommandFailure.self) { try await Self.run(backend.transport, words) }
        #expect(try await run("query", "a") == [#"a/b {"kept":1}"#])
    }

    @Test(arguments: ["a b", "ftp://localhost", "http://", "", "localhost:port", "--project"])
    func `an address that is none is refused by its option`(_ text: String) {
        let error = #expect(throws: UsageError.self) {
            try FirestoreAddress(Options(["--backend=\(text)"], of: "firestore", valued: FirestoreAddress.valued))
        }
        #expect(error?.reason.contains("HOST:PORT") == true)
    }

    private static let answers = [
        "[[0]]", "[]", "[7]", "[[0,[]]]", "[[0,[\"c\"]]]", "[[0,7]]", "{}", "[[0,[\"c\",7]]]",
    ]

    @Test(arguments: answers)
    func `a server that opens no channel is told apart, and brings nothing down`(_ text: String) async {
        let transport = InProcessTransport { _ in
            HTTPResponse(status: 200, body: .bytes(Array("\(text.utf16.count)\n\(text)".utf8)))
        }
        let failure = await #expect(throws: CommandFailure.self) { try await Self.run(transport, ["watch", "a/b"]) }
        #expect(failure?.reason == "the server opened no channel")
    }

    @Test(arguments: ["5\nfalse", "x\n[]", "4\n{\"a}", "<html>"])
    func `what is no channel at all is an error that says so`(_ body: String) async {
        let transport = InProcessTransport { _ in HTTPResponse(status: 200, body: .bytes(Array(body.utf8))) }
        let failure = await #expect(throws: CommandFailure.self) { try await Self.run(transport, ["watch", "a/b"]) }
        #expect(failure?.reason.isEmpty == false)
    }

    @Test func `fields come from a pipe in as many lines as they have`() async throws {
        let transport = backend.transport
        let server = HTTPServer { request in (try? await transport.send(request)) ?? HTTPResponse(status: 502) }
        let address = "\(try server.bind())"
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let text = try await ToolRun(
            ["firestore", "set", "n/1", "-", "--host", address],
            input: "{\n  \"a\": 1,\n  \"b\": [\n2]\n}\n"
        )
        #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
        let read = try await ToolRun(["firestore", "get", "n/1", "--host", address])
        #expect(read.status == 0)
        let copy = try await ToolRun(["firestore", "set", "n/2", "-", "--host", address], input: read.output)
        #expect(copy.status == 0, "\(copy.errors)")
        #expect(try await run("get", "n/2") == [String(read.output.dropLast())])
        let empty = try await ToolRun(["firestore", "set", "n/3", "-", "--host", address], input: "")
        #expect(empty.status == 1 && empty.errors == "hearth: standard input has no fields\n")
    }
}

@Suite("hearth firestore rules test")
struct RulesTestFileTests {
    private let folder = TemporaryFolder()
    private static let rules = """
        service cloud.firestore { match /databases/{d}/documents {
          match /notes/{n} {
            allow get: if request.auth != null && resource.data.owner == request.auth.uid;
            allow list: if request.auth.token.admin == true;
            allow create: if request.resource.data.owner == request.auth.uid;
            allow update: if request.resource.data.owner == resource.data.owner;
            match /comments/{c} { allow list: if true; allow get: if true; }
          }
        } }
        """

    private func run(_ cases: String, documents: String = #"{"notes/1": {"owner": "ada"}, "notes/1/comments/c": {}}"#)
        async throws
        -> (isRight: Bool, lines: [String])
    {
        try folder.write(["r": Self.rules, "cases.json": "{\"documents\": \(documents), \"cases\": \(cases)}"])
        var lines: [String] = []
        let file = try RulesTestFile(rules: try RulesFile(path: folder.file("r")), path: folder.file("cases.json"))
        let isRight = try await file.run { lines.append($0) }
        return (isRight, lines)
    }

    @Test(
        arguments: [
            (#""as": {"sub": "ada"}, "get": "notes/1""#, "allow"), (#""as": {"sub": "bob"}, "get": "notes/1""#, "deny"),
            (#""as": null, "get": "notes/1""#, "deny"), (#""get": "notes/1""#, "deny"), (#""get": "other/1""#, "deny"),
            (#""as": {"sub": "x", "admin": true}, "list": "notes""#, "allow"),
            (#""as": {"sub": "x"}, "list": "notes""#, "deny"),
            (#""list": "notes/1/comments""#, "allow"), (#""list": "other/1/comments""#, "deny"),
            (#""as": {"sub": "bob"}, "create": "notes/2", "fields": {"owner": "bob"}"#, "allow"),
            (#""as": {"sub": "bob"}, "create": "notes/2", "fields": {"owner": "ada"}"#, "deny"),
            (#""as": {"sub": "bob"}, "set": "notes/2", "fields": {"owner": "bob"}"#, "allow"),
            (#""as": {"sub": "bob"}, "update": "notes/1", "fields": {"text": "x"}"#, "allow"),
            (#""as": {"sub": "bob"}, "update": "notes/1", "fields": {"owner": "bob"}"#, "deny"),
            (#""as": {"sub": "ada"}, "delete": "notes/1""#, "deny"),
        ]
    )
    func `a case comes out as the rules say, and a wrong expectation fails`(_ test: String, _ outcome: String)
        async throws
    {
        let other = outcome == "allow" ? "deny" : "allow"
        let right = try await run("[{\(test), \"expect\": \"\(outcome)\"}]")
        #expect(right.isRight && right.lines.last == "1 of 1 cases are as expected", "\(right.lines)")
        #expect(right.lines.first?.hasPrefix("✔ 1 ") == true)
        let wrong = try await run("[{\(test), \"expect\": \"\(other)\"}]")
        #expect(
            !wrong.isRight && wrong.lines.first?.hasPrefix("✘ 1 ") == true
                && wrong.lines.last?.hasPrefix("0 of 1") == true
        )
    }

    @Test func `the name of a case stands in its line`() async throws {
        let test = #"{"name": "an owner reads", "as": {"sub": "ada"}, "get": "notes/1", "expect": "allow"}"#
        let told = try await run("[\(test)]")
        #expect(told.lines.first == "✔ 1 an owner reads: get notes/1: allow")
    }

    // A case that is read as another one could pass where the rules are wrong.
    @Test(
        arguments: [
            #""as": "ada", "get": "notes/1""#, #""as": 7, "get": "notes/1""#, #""as": {}, "get": "notes/1""#,
            #""as": {"sub": 7}, "get": "notes/1""#, #""set": "notes/1", "fields": [1]"#,
            #""set": "notes/1", "fields": "x""#,
            #""get": 7"#, #""read": "notes/1""#, #""get": "notes/1", "list": "notes""#,
            #""get": "notes/1", "As": {"sub": "ada"}"#,
            #""create": "notes/2", "field": {"owner": "ada"}"#,
        ]
    )
    func `a case that is not understood is refused, rather than taken for another`(_ test: String) async {
        await #expect(throws: CommandFailure.self) { try await run("[{\(test), \"expect\": \"deny\"}]") }
    }

    @Test(arguments: [
        #"{"get": "notes/1"}"#, #"{"get": "notes/1", "expect": "Deny"}"#, "7", #"{"get": "notes/1", "expect": true}"#,
    ])
    func `a case without an expectation is refused by its number`(_ test: String) async {
        let failure = await #expect(throws: CommandFailure.self) {
            try await run("[{\"get\": \"notes/1\", \"expect\": \"deny\"}, \(test)]")
        }
        #expect(failure?.reason.hasPrefix("case 2 ") == true, "\(failure?.reason ?? "")")
    }

    @Test(arguments: ["[]", "7", #"{"notes/1": 7}"#, #"{"notes": {}}"#, #"{"": {}}"#, #"{"notes/1": []}"#])
    func `documents that are none are refused`(_ documents: String) async {
        await #expect(throws: CommandFailure.self) {
            try await run(#"[{"get": "notes/1", "expect": "deny"}]"#, documents: documents)
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"cases": {}}"#, #"{"documents": {}}"#])
    func `a file that has no cases is refused by its name`(_ text: String) throws {
        try folder.write(["r": Self.rules, "cases.json": text])
        let rules = try RulesFile(path: folder.file("r"))
        let failure = #expect(throws: CommandFailure.self) {
            try RulesTestFile(rules: rules, path: folder.file("cases.json"))
        }
        #expect(failure?.reason.hasPrefix(folder.file("cases.json")) == true)
    }
}
