import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import Testing

@Suite("What the rules say about a document")
struct RulesExplanationTests {
    /// Line 5 is about notes, lines 6 to 8 about one of them alone.
    private static let source = rules(
        """
        match /notes/{id} {
        allow get, update: if request.auth.uid == resource.data.owner;
        allow list: if resource.data.open == true;
        allow delete: if false;
        allow create: if request.resource.data.owner == request.auth.token.email && getAfter(/databases/(default)/documents/notes/$(id)) != null;
        }
        """
    )

    private func explain(_ client: RESTClient, _ body: String) async -> RESTClient.Answer {
        await client.send(.post, "/emulator/v1/projects/demo:explainRules", body, authorization: nil)
    }

    /// Each use of the document as `get yes 5`: allowed, and the lines of the statements.
    private func verdicts(_ answer: RESTClient.Answer) -> [String] {
        (answer.json["verdicts"]?.array ?? []).map { verdict in
            let lines = verdict["statements"]?.array?.compactMap { $0["line"]?.integer } ?? []
            let word = verdict["allowed"]?.bool == true ? "yes" : "no"
            return "\(verdict["method"]?.string ?? "") \(word) \(lines.map(String.init).joined(separator: " "))"
        }
    }

    private func client() async throws -> RESTClient {
        let client = try await RESTClient(rules: Self.source)
        _ = await client.send(.patch, "notes/one", #"{"fields": {"owner": {"stringValue": "ann"}}}"#)
        return client
    }

    @Test func `each use has the statement that allows it, or every one that does not`() async throws {
        let client = try await client()
        let ann = await explain(client, #"{"document": "notes/one", "user": {"uid": "ann"}}"#)
        #expect(verdicts(ann) == ["get yes 5", "list no 6", "create no 8", "update yes 5", "delete no 7"])
        let bob = await explain(client, #"{"document": "notes/one", "user": {"uid": "bob"}}"#)
        #expect(verdicts(bob) == ["get no 5", "list no 6", "create no 8", "update no 5", "delete no 7"])
        #expect(bob.json["verdicts"]?.array?[0]["statements"]?.array?[0]["reason"]?.string == "false for 'get' @ L5")
        let other = await explain(client, #"{"document": "other/one"}"#)
        #expect(verdicts(other) == ["get no ", "list no ", "create no "])
    }

    @Test func `what each expression gave is told with its text`() async throws {
        let answer = await explain(try await client(), #"{"document": "notes/one", "user": {"uid": "bob"}}"#)
        let values = answer.json["verdicts"]?.array?[0]["values"]?.array ?? []
        let texts = values.compactMap { $0["text"]?.string }
        #expect(texts.first == "request.auth.uid == resource.data.owner")
        #expect(values.first?["value"]?["boolValue"]?.bool == false)
        let uid = values.first { $0["text"]?.string == "request.auth.uid" }
        #expect(uid?["value"]?["stringValue"]?.string == "bob")
    }

    @Test func `claims count, and what a write would leave`() async throws {
        let body = #"""
            {"document": "notes/two", "user": {"uid": "u", "claims": {"email": "a@b.example", "sub": "liar"}},
             "fields": {"owner": {"stringValue": "a@b.example"}}}
            """#
        let answer = await explain(try await client(), body)
        #expect(verdicts(answer) == ["get no 5", "list no 6", "create yes 8"])
    }

    @Test func `asking leaves documents and coverage as they are`() async throws {
        let client = try await client()
        _ = await explain(client, #"{"document": "notes/one", "fields": {}}"#)
        let coverage = await client.send(.get, "/emulator/v1/projects/demo:ruleCoverage", authorization: nil)
        #expect(coverage.json["report"]?.array?.allSatisfy { $0["values"] == nil } == true)
        let document = await client.send(.get, "notes/one")
        #expect(document.json["fields"]?["owner"]?["stringValue"]?.string == "ann")
        #expect(await client.send(.get, "notes/two").status == 404)
    }

    @Test func `without rules there is nothing to say, and what is no document is refused`() async throws {
        let client = try await RESTClient()
        let open = await explain(client, #"{"document": "notes/one"}"#)
        #expect(open.json["hasRules"]?.bool == false)
        for body in [
            "", "[]", "{}", #"{"document": "notes"}"#, #"{"document": "../x"}"#, #"{"document": "a/b", "user": {}}"#,
        ] {
            #expect(await explain(client, body).status == 400, "\(body)")
        }
        #expect(await client.send(.get, "/emulator/v1/projects/demo:explainRules").status == 404)
    }
}
