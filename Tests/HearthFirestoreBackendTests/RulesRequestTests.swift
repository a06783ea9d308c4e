import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreRules
import HearthHTTP
import HearthJSON
import Testing

/// Rules around the content of the documents.
func rules(_ content: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
    \(content)
      }
    }
    """
}

@Suite("Requests under security rules")
struct RulesRequestTests {
    /// Line 5 is about reads, line 6 about creation.
    static let notes = rules(
        """
        match /notes/{id} {
        allow read, update, delete: if request.auth.uid == resource.data.owner;
        allow create: if request.auth.uid == request.resource.data.owner;
        }
        """
    )
    private static let name = "projects/demo/databases/(default)/documents"
    private static let ofAnn = #"{"owner": {"stringValue": "ann"}}"#
    private let ann = RESTClient.user("ann")
    private let bob = RESTClient.user("bob")

    private static func server(_ rules: String?) async throws -> RESTClient {
        let access = FirestoreBackend.Configuration.Access.server(projects: ["demo"]) { token in
            token == "admin" ? nil : ["sub": .string(token), "aud": "demo"]
        }
        return try await RESTClient(access: access, rules: rules)
    }

    private static func update(_ path: String, _ fields: String) -> String {
        "{\"update\": {\"name\": \"\(name)/\(path)\", \"fields\": \(fields)}}"
    }

    private func commit(_ client: RESTClient, _ writes: [String], _ user: String?) async -> RESTClient.Answer {
        let body = "{\"writes\": [\(writes.joined(separator: ","))]}"
        return await client.send(.post, ":commit", body, authorization: user)
    }

    // MARK: Documents

    @Test(arguments: [true, false]) func `are for the owner of a document alone`(isEmulator: Bool) async throws {
        let client = isEmulator ? try await RESTClient(rules: Self.notes) : try await Self.server(Self.notes)
        let ann = isEmulator ? ann : "Bearer ann"
        let bob = isEmulator ? bob : "Bearer bob"
        let admin = isEmulator ? "Bearer owner" : "Bearer admin"
        let body = "{\"fields\": \(Self.ofAnn)}"
        for stranger in [bob, nil] {
            #expect(await client.send(.patch, "notes/a", body, authorization: stranger).status == 403)
        }
        #expect(await client.send(.get, "notes/a", authorization: admin).status == 404)
        #expect(await client.send(.patch, "notes/a", body, authorization: ann).status == 200)
        #expect(await client.send(.get, "notes/a", authorization: ann).status == 200)
        let stolen = #"{"fields": {"owner": {"stringValue": "bob"}}}"#
        for stranger in [bob, nil] {
            #expect(await client.send(.get, "notes/a", authorization: stranger).code == "PERMISSION_DENIED")
            #expect(await client.send(.patch, "notes/a", stolen, authorization: stranger).status == 403)
            #expect(await client.send(.delete, "notes/a", authorization: stranger).status == 403)
            #expect(await client.send(.get, "other/a", authorization: stranger).status == 403)
            let names = "{\"documents\": [\"\(Self.name)/notes/a\"]}"
            #expect(await client.send(.post, ":batchGet", names, authorization: stranger).status == 403)
        }
        let kept = await client.send(.get, "notes/a", authorization: admin)
        #expect(kept.json["fields"]?["owner"]?["stringValue"] == "ann")
        #expect(await client.send(.delete, "notes/a", authorization: ann).status == 200)
        #expect(await client.send(.get, "notes/a", authorization: admin).status == 404)
    }

    @Test func `an emulator says why it refuses, a server does not`() async throws {
        let emulator = try await RESTClient(rules: Self.notes)
        await emulator.put("notes/a", Self.ofAnn)
        #expect(await emulator.send(.get, "notes/a", authorization: bob).message == "\nfalse for 'get' @ L5")
        let server = try await Self.server(Self.notes)
        _ = await server.send(.patch, "notes/a", "{\"fields\": \(Self.ofAnn)}", authorization: "Bearer ann")
        for path in ["notes/a", "notes/none", "notes", "other/x"] {
            let answer = await server.send(.get, path, authorization: "Bearer bob")
            #expect(answer.status == 403 && answer.message == "Missing or insufficient permissions.")
        }
    }

    @Test func `see the claims of the token; one that names no user signs nobody in`() async throws {
        let source = rules(
            """
            match /open/{id} { allow get: if request.auth.token.role == 'editor'; }
            match /signed/{id} { allow get: if request.auth != null; }
            """
        )
        let client = try await RESTClient(rules: source)
        for path in ["open/a", "signed/a"] { await client.put(path, "{}") }
        let editor = RESTClient.user("ann", #""role": "editor""#)
        #expect(await client.send(.get, "open/a", authorization: editor).status == 200)
        #expect(await client.send(.get, "open/a", authorization: ann).status == 403)
        #expect(await client.send(.get, "signed/a", authorization: ann).status == 200)
        for empty in ["Bearer e30.e30.", RESTClient.user("")] {
            #expect(await client.send(.get, "signed/a", authorization: empty).status == 403)
        }
    }

    // MARK: Queries

    private func query(_ client: RESTClient, _ owner: String?, _ user: String?) async -> RESTClient.Answer {
        var query: JSONObject = ["from": [["collectionId": "notes"]]]
        if let owner {
            let value: JSONValue = ["stringValue": .string(owner)]
            query["where"] = ["fieldFilter": ["field": ["fieldPath": "owner"], "op": "EQUAL", "value": value]]
        }
        let body = String(decoding: JSON.serialize(["structuredQuery": .object(query)]), as: UTF8.self)
        return await client.send(.post, ":runQuery", body, authorization: user)
    }

    @Test func `a query is allowed only if its filters prove the rule, whatever is stored`() async throws {
        let client = try await RESTClient(rules: Self.notes)
        #expect(await query(client, nil, ann).status == 403)
        for note in ["a", "b"] { await client.put("notes/\(note)", Self.ofAnn) }
        let allowed = await query(client, "ann", ann)
        #expect(allowed.status == 200)
        #expect(allowed.json.array?.compactMap { $0["document"] }.count == 2)
        #expect(await query(client, nil, ann).status == 403)
        #expect(await query(client, "ann", bob).status == 403)
        #expect(await query(client, "ann", nil).status == 403)
        #expect(await client.send(.get, "notes", authorization: ann).status == 403)
        #expect(await query(client, nil, "Bearer owner").status == 200)
    }

    // MARK: Commits

    private static let rooms = rules(
        """
        match /rooms/{id} {
        allow create: if getAfter(/databases/$(database)/documents/counters/rooms).data.n == 1
          && !exists(/databases/$(database)/documents/counters/rooms);
        }
        match /counters/{id} { allow write: if true; }
        """
    )

    @Test func `getAfter sees the other writes of a batch, exists what was before it`() async throws {
        let client = try await RESTClient(rules: Self.rooms)
        let room = Self.update("rooms/a", "{}")
        func counter(_ n: Int) -> String { Self.update("counters/rooms", #"{"n": {"integerValue": \#(n)}}"#) }
        #expect(await commit(client, [room], ann).status == 403)
        #expect(await commit(client, [room, counter(2)], ann).status == 403)
        #expect(await client.send(.get, "counters/rooms").status == 404)
        #expect(await commit(client, [room, counter(1)], ann).status == 200)
        #expect(await client.send(.get, "rooms/a").status == 200)
        #expect(await commit(client, [Self.update("rooms/b", "{}"), counter(1)], ann).status == 403)
    }

    @Test func `the time of a request is what its transforms write`() async throws {
        let source = rules("match /logs/{id} { allow write: if request.resource.data.at == request.time; }")
        let client = try await RESTClient(rules: source)
        let write = """
            {"update": {"name": "\(Self.name)/logs/a", "fields": {}}, "updateTransforms": [
            {"fieldPath": "at", "setToServerValue": "REQUEST_TIME"}]}
            """
        // The clock stands still: the second commit is given a later time.
        for _ in 1...2 { #expect(await commit(client, [write], ann).status == 200) }
        let old = #"{"at": {"timestampValue": "2020-01-01T00:00:00Z"}}"#
        #expect(await commit(client, [Self.update("logs/a", old)], ann).status == 403)
    }

    @Test func `the rules of a commit read twenty documents, and not one more`() async throws {
        let source = rules(
            "match /items/{id} { allow write: if !exists(/databases/$(database)/documents/taken/$(id)); }"
        )
        let client = try await RESTClient(rules: source)
        func writes(_ count: Int) -> [String] { (1...count).map { Self.update("items/\($0)", "{}") } }
        #expect(await commit(client, writes(21), ann).status == 403)
        #expect(await commit(client, writes(20), ann).status == 200)
    }

    @Test func `a check of a document is a read of it`() async throws {
        let source = rules(
            """
            match /read/{id} { allow get; }
            match /written/{id} { allow write; }
            """
        )
        let client = try await RESTClient(rules: source)
        func verify(_ path: String) -> String {
            "{\"verify\": \"\(Self.name)/\(path)\", \"currentDocument\": {\"exists\": false}}"
        }
        #expect(await commit(client, [verify("read/a")], nil).status == 200)
        #expect(await commit(client, [verify("written/a")], nil).status == 403)
    }

    @Test(arguments: [true, false])
    func `a read that is denied locks nothing against those who may write`(isQuery: Bool) async throws {
        let client = try await RESTClient(rules: Self.notes)
        await client.put("notes/a", Self.ofAnn)
        let begun = await client.send(
            .post,
            ":beginTransaction",
            #"{"options": {"readWrite": {}}}"#,
            authorization: bob
        )
        let transaction = try #require(begun.json["transaction"]?.string)
        let read =
            isQuery
            ? "\"structuredQuery\": {\"from\": [{\"collectionId\": \"notes\"}]}"
            : "\"documents\": [\"\(Self.name)/notes/a\"]"
        let body = "{\(read), \"transaction\": \"\(transaction)\"}"
        let path = isQuery ? ":runQuery" : ":batchGet"
        #expect(await client.send(.post, path, body, authorization: bob).status == 403)
        let write = "{\"fields\": \(Self.ofAnn)}"
        #expect(await client.send(.patch, "notes/a", write, authorization: ann).status == 200)
        let again = await client.send(.post, path, body, authorization: bob)
        #expect(again.message == "The referenced transaction has expired or is no longer valid.", "\(again.text)")
    }

    // MARK: Without and with new rules

    @Test func `a server without rules serves administrators alone, and takes rules while it runs`() async throws {
        let client = try await Self.server(nil)
        #expect(await client.send(.get, "c/a", authorization: "Bearer ann").status == 403)
        #expect(await client.send(.get, "c/a", authorization: "Bearer admin").status == 404)
        try client.backend.replaceRules(rules("match /c/{id} { allow get; }"))
        #expect(await client.send(.get, "c/a", authorization: "Bearer ann").status == 404)
        #expect(throws: RulesetError.self) { try client.backend.replaceRules("service {") }
        #expect(await client.send(.get, "c/a", authorization: "Bearer ann").status == 404)
        #expect(await client.send(.get, "d/a", authorization: "Bearer ann").status == 403)
    }

    @Test func `rules that do not compile are refused with line and column`() async throws {
        let error = await #expect(throws: RulesetError.self) {
            _ = try await RESTClient(rules: rules("match /c/{id} {\n    allow get: if ;\n}"))
        }
        let issue = error?.issues.first { $0.severity == .error }
        #expect(issue?.span.line == 5 && issue?.span.column == 19)
        #expect(issue?.description == "Missing conditional expression after 'if'.")
    }
}
