import HearthFirestoreBackend
import HearthFirestoreModel
import HearthHTTP
import HearthJSON
import Testing

@Suite("Rules uploaded to the emulator")
struct RulesUploadTests {
    private static let path = "/emulator/v1/projects/demo:securityRules"
    private static let open = rules("match /{all=**} { allow read, write; }")
    private static let closed = rules("match /none/{id} { allow read; }")
    private static let broken = rules("match /{all=**} {\n    allow read, write: if ;\n}")
    private let ann = RESTClient.user("ann")

    private func upload(
        _ client: RESTClient,
        _ source: String,
        project: String = "demo",
        ignoringErrors: Bool? = nil
    ) async -> RESTClient.Answer {
        var body: JSONObject = [
            "rules": ["files": [["name": "security.rules", "content": .string(source)]]]
        ]
        if let ignoringErrors { body["ignore_errors"] = .bool(ignoringErrors) }
        let text = String(decoding: JSON.serialize(.object(body)), as: UTF8.self)
        let path = "/emulator/v1/projects/\(project):securityRules"
        return await client.send(.put, path, text, authorization: nil)
    }

    private func status(_ client: RESTClient, project: String = "demo") async -> Int {
        let path = "/v1/projects/\(project)/databases/(default)/documents/c/a"
        return await client.send(.get, path, authorization: ann).status
    }

    @Test func `hold from the next request on, for their project`() async throws {
        let client = try await RESTClient()
        #expect(await status(client) == 404)
        let answer = await upload(client, Self.closed)
        #expect(answer.status == 200 && answer.json["issues"]?.array?.isEmpty == true)
        #expect(await status(client) == 403)
        #expect(await status(client, project: "other") == 404)
        #expect(await upload(client, Self.open).status == 200)
        #expect(await status(client) == 404)
        #expect(await upload(client, Self.closed, project: "other").status == 200)
        #expect(await status(client) == 404)
        #expect(await status(client, project: "other") == 403)
    }

    @Test func `decide each request as a whole, while others are uploaded`() async throws {
        let client = try await RESTClient(rules: Self.closed)
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for round in 0..<40 {
                group.addTask { await status(client) }
                group.addTask {
                    _ = await upload(client, round.isMultiple(of: 2) ? Self.open : Self.closed)
                    return nil
                }
            }
            return await group.reduce(into: Set<Int>()) { if let status = $1 { $0.insert(status) } }
        }
        #expect(statuses.isSubset(of: [403, 404]))
        #expect(await upload(client, Self.closed).status == 200)
        #expect(await status(client) == 403)
    }

    @Test func `hold before those that the backend began with`() async throws {
        let client = try await RESTClient(rules: Self.closed)
        #expect(await status(client) == 403)
        #expect(await upload(client, Self.open).status == 200)
        #expect(await status(client) == 404)
        #expect(await status(client, project: "other") == 403)
        try client.backend.replaceRules(Self.open)
        #expect(await status(client, project: "other") == 404)
        _ = await client.send(.post, "/reset")
        #expect(await upload(client, Self.closed).status == 200)
        _ = await client.send(.post, "/reset")
        #expect(await status(client) == 403)
    }

    @Test(arguments: [nil, true, false]) func `change nothing if they do not compile`(ignoringErrors: Bool?)
        async throws
    {
        let client = try await RESTClient()
        #expect(await upload(client, Self.closed).status == 200)
        let answer = await upload(client, Self.broken, ignoringErrors: ignoringErrors)
        #expect(answer.status == (ignoringErrors == true ? 200 : 400))
        let expected: JSONValue = [
            "sourcePosition": [
                "fileName": "security.rules", "line": 5, "column": 27, "currentOffset": 133, "endOffset": 133,
            ],
            "description": "Missing conditional expression after 'if'.", "severity": "ERROR",
        ]
        #expect(answer.json["issues"]?.array?.first == expected, "\(answer.text)")
        if ignoringErrors != true {
            let text = "security.rules:5:27: ERROR: Missing conditional expression after 'if'."
            #expect(answer.message == text && answer.code == "INVALID_ARGUMENT")
        }
        #expect(await status(client) == 403)
    }

    @Test func `are accepted with warnings`() async throws {
        let client = try await RESTClient()
        let answer = await upload(client, rules("match /c/{id} { allow get: if missing == 1; }"))
        #expect(answer.status == 200)
        #expect(answer.json["issues"]?.array?.first?["severity"] == "WARNING")
        #expect(answer.json["issues"]?.array?.first?["description"] == "Invalid variable name: missing.")
        #expect(await status(client) == 403)
    }

    @Test(arguments: [
        "", "[]", "null", "{", "{}", #"{"rules": 1}"#, #"{"rules": {"files": []}}"#, #"{"rules": {"files": [{}]}}"#,
        #"{"rules": {"files": [{"content": 5}]}}"#,
        #"{"rules": {"files": [{"content": ""}, {"content": ""}]}}"#,
        String(repeating: "[", count: 100_000), "[" + String(repeating: "0,", count: 100_000) + "0]",
    ]) func `are refused if the body is none, and the old ones stay`(body: String) async throws {
        let client = try await RESTClient(rules: Self.closed)
        let answer = await client.send(.put, Self.path, body)
        #expect(answer.status == 400 && answer.code == "INVALID_ARGUMENT")
        #expect(await status(client) == 403)
    }

    @Test func `are refused if they are hostile, and the old ones stay`() async throws {
        let client = try await RESTClient(rules: Self.closed)
        func condition(_ text: String) -> String { rules("match /{all=**} { allow read: if \(text); }") }
        let sources = [
            condition(String(repeating: "(", count: 50_000) + "true" + String(repeating: ")", count: 50_000)),
            condition(String(repeating: "!", count: 100_000) + "true"),
            condition(String(repeating: "true || ", count: 30_000) + "true"),
            String(repeating: "match /a {", count: 20_000),
            Self.open + String(repeating: " ", count: 256 * 1024),
            "\u{0}\u{FEFF}", "",
        ]
        for source in sources {
            #expect(await upload(client, source).status == 400, "\(source.prefix(120))")
            #expect(await status(client) == 403)
        }
        let large = await client.send(.put, Self.path, String(repeating: " ", count: 2 << 20) + "{}")
        #expect(large.status == 413)
        #expect(await status(client) == 403)
    }

    @Test func `are not taken by a server`() async throws {
        let access = FirestoreBackend.Configuration.Access.server(projects: ["demo"]) { _ in
            ["sub": "ann", "aud": "demo"]
        }
        let client = try await RESTClient(access: access, rules: Self.closed)
        #expect(await upload(client, Self.open).status == 404)
        #expect(await status(client) == 403)
        for report in ["ruleCoverage", "ruleCoverage.html"] {
            #expect(await client.send(.get, "/emulator/v1/projects/demo:\(report)").status == 404)
        }
    }

    // MARK: Coverage

    @Test func `count what their expressions give until the next upload`() async throws {
        let client = try await RESTClient()
        let path = "/emulator/v1/projects/demo:ruleCoverage"
        #expect(await client.send(.get, path).status == 404)
        #expect(await client.send(.get, path + ".html").status == 404)
        let source = rules("match /c/{id} { allow get: if id < 'b'; }")
        _ = await upload(client, source)
        let before = await client.send(.get, path)
        #expect(before.json["rules"]?["files"]?.array?.first == ["name": "security.rules", "content": .string(source)])
        #expect(before.json["report"]?.array?.first?["values"] == nil)
        for _ in 1...2 { #expect(await status(client) == 404) }
        let root = "/v1/projects/demo/databases/(default)/documents"
        #expect(await client.send(.get, root + "/c/x", authorization: ann).status == 403)
        // Administrators are not asked about.
        #expect(await client.send(.get, root + "/c/y").status == 404)
        let node = await client.send(.get, path).json["report"]?.array?.first
        #expect(node?["sourcePosition"]?["line"] == 4)
        let expected: JSONValue = [
            ["value": ["boolValue": true], "count": 2], ["value": ["boolValue": false], "count": 1],
        ]
        #expect(node?["values"] == expected)
        let page = await client.send(.get, path + ".html").text
        #expect(page.contains("<td>4</td><td>3</td><td><pre>match /c/{id} { allow get: if id &lt; 'b'; }</pre></td>"))
        _ = await upload(client, Self.broken)
        #expect(await client.send(.get, path).json["report"]?.array?.first?["values"] == expected)
        _ = await upload(client, source)
        #expect(await client.send(.get, path).json["report"]?.array?.first?["values"] == nil)
    }

    @Test(arguments: [
        ("/emulator/v1/projects/p:securityRules", true), ("/emulator/v1/projects/a.b:p:ruleCoverage", true),
        ("/emulator/v1/projects/p:ruleCoverage.html", true), ("/emulator/v1/projects/p:other", false),
        ("/emulator/v1/projects/:securityRules", false), ("/emulator/v1/projects/p/accounts", false),
        ("/emulator/v1/projects/p/oobCodes:securityRules", false),
    ]) func `have paths of their own`(path: String, isOwned: Bool) {
        #expect(FirestoreBackend.owns(path: path[...]) == isOwned)
    }

    // MARK: Streams

    private static let all = Query(
        parent: ResourceName(database: StreamServer.name("c/a").database, path: .root),
        source: Query.Source("c")
    )

    @Test func `end what an open stream may not listen to any more, before it is told more`() async throws {
        let authorizer = RulesAuthorizer(isEmulator: false) { Timestamp(microseconds: 0) }
        _ = try authorizer.replace(Self.open, project: nil)
        let server = try await StreamServer(authorizer: authorizer)
        let client = server.listen(as: .anonymous)
        client.add(2, Self.all)
        #expect(await client.snapshot() == ["ADD [2]", "CURRENT [2]", "snapshot"])
        try await server.commit([("c/a", [:])])
        #expect(await client.snapshot() == ["change c/a [2]", "snapshot"])
        _ = try authorizer.replace(Self.closed, project: nil)
        try await server.commit([("c/b", [:])])
        #expect(await client.next() == "REMOVE [2] cause 7")
        #expect(await client.end() == nil)
    }

    @Test func `end at a heartbeat what a document does not allow any more on which they depend`() async throws {
        let authorizer = RulesAuthorizer(isEmulator: false) { Timestamp(microseconds: 0) }
        let members = "exists(/databases/$(database)/documents/members/$(request.auth.uid))"
        _ = try authorizer.replace(rules("match /c/{id} { allow list: if \(members); }"), project: nil)
        let (heartbeats, heart) = AsyncStream.makeStream(of: Void.self)
        let server = try await StreamServer(authorizer: authorizer, heartbeats: heartbeats)
        try await server.commit([("members/ann", [:])])
        let project = StreamServer.name("c/a").database.project
        let client = server.listen(as: .user(claims: ["sub": "ann", "aud": .string(project)]))
        client.add(2, Self.all)
        #expect(await client.snapshot() == ["ADD [2]", "CURRENT [2]", "snapshot"])
        heart.yield()
        #expect(await client.next() == "snapshot")
        try await server.commit([("members/ann", nil)])
        heart.yield()
        #expect(await client.next() == "REMOVE [2] cause 7")
        #expect(await client.end() == nil)
    }
}
