import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import Testing

@Suite("Documents over HTTP")
struct DocumentRequestTests {
    @Test func `are created, read, changed and removed`() async throws {
        let client = try await RESTClient()
        let created = await client.send(.post, "c?documentId=a", #"{"fields": {"n": {"integerValue": 1}}}"#)
        let expected = """
            {
              "name": "projects/demo/databases/(default)/documents/c/a",
              "fields": {
                "n": {
                  "integerValue": "1"
                }
              },
              "createTime": "2023-11-14T22:13:20Z",
              "updateTime": "2023-11-14T22:13:20Z"
            }

            """
        #expect(created.text == expected)
        #expect(await client.send(.get, "c/a").text == expected)
        #expect(await client.send(.get, "/v1beta1" + RESTClient.root.dropFirst(3) + "/c/a").text == expected)
        let again = await client.send(.post, "c?documentId=a", "{}")
        #expect(again.status == 409 && again.code == "ALREADY_EXISTS")
        let changed = await client.send(
            .patch,
            "c/a?updateMask.fieldPaths=m.x&update_mask.field_paths=gone",
            #"{"name": "nonsense", "fields": {"m": {"mapValue": {"fields": {"x": {"booleanValue": true}}}}}}"#
        )
        #expect(changed.json["fields"]?.object?.names == ["m", "n"])
        let masked = await client.send(.get, "c/a?mask.fieldPaths=m.x")
        #expect(masked.json["fields"]?.object?.names == ["m"])
        #expect(await client.send(.delete, "c/a").text == "{\n}\n")
        #expect(await client.send(.delete, "c/a").text == "{\n}\n")
        let missing = await client.send(.get, "c/a")
        #expect(missing.status == 404)
        #expect(
            missing.text
                == #"{"error":{"code":404,"message":"Document (projects\/demo\/databases\/(default)\/documents\/c\/a) "#
                + #"not found.","status":"NOT_FOUND"}}"#
        )
    }

    @Test func `get ids of twenty letters and digits if none is given`() async throws {
        let client = try await RESTClient()
        let created = await client.send(.post, "c")
        let id = try #require(created.json["name"]?.string?.split(separator: "/").last)
        #expect(id.count == 20 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }

    @Test func `are changed only if their preconditions hold`() async throws {
        let client = try await RESTClient()
        let missing = await client.send(.patch, "c/a?currentDocument.exists=true", "{}")
        let name = "projects/demo/databases/(default)/documents/c/a"
        #expect(missing.status == 404 && missing.message == "No document to update: \(name)")
        await client.put("c/a", "{}")
        let present = await client.send(.patch, "c/a?currentDocument.exists=false", "{}")
        #expect(present.status == 409 && present.message == "Document already exists: \(name)")
        let stale = await client.send(.delete, "c/a?currentDocument.updateTime=2020-01-01T00:00:00Z")
        #expect(stale.status == 400 && stale.code == "FAILED_PRECONDITION")
        let fresh = await client.send(.delete, "c/a?currentDocument.updateTime=2023-11-14T22:13:20Z")
        #expect(fresh.status == 200)
    }

    @Test(arguments: [
        (
            HTTPMethod.get, "/v1/projects/list/databases/(default)/documents/c/",
            "Document name \"projects/list/databases/(default)/documents/c/\" has invalid trailing \"/\"."
        ),
        (
            .get, "/v1/projects/list/databases/(default)/documents//",
            "Document name \"projects/list/databases/(default)/documents//\" lacks a collection id at index 44."
        ),
        (
            .get, "/v1/projects/list/databases/(default)/documents/c//",
            "Document name \"projects/list/databases/(default)/documents/c//\" lacks a resource id at index 46."
        ),
        (
            .get, "/v1/projects/list/databases/(default)/documents/c/a//s",
            "Document name \"projects/list/databases/(default)/documents/c/a//s\" lacks a collection id at index 48."
        ),
        (
            .patch, "/v1/projects/p-dot-id/databases/(default)/documents/c/.",
            "Document name \"projects/p-dot-id/databases/(default)/documents/c/.\" contains a resource id \".\" at "
                + "index 50."
        ),
        (
            .get, "/v1/projects/p/databases/(default)/documents/c/__x__",
            "Resource id \"__x__\" is invalid because it is reserved."
        ),
        (
            .get, "/v1/projects/p/databases/(default)/documents/c/a%2Fb",
            "Resource id \"a/b\" is invalid because it contains \"/\"."
        ),
    ]) func `of wrong names are refused first, with the recorded messages`(
        method: HTTPMethod,
        path: String,
        message: String
    ) async throws {
        let answer = try await RESTClient().send(method, path, "nonsense", authorization: "Bearer nonsense")
        #expect(answer.status == 400 && answer.code == "INVALID_ARGUMENT")
        #expect(answer.message == message)
    }

    @Test(arguments: [
        (HTTPMethod.get, ""), (.put, "c/a"), (.get, ":runQuery"), (.post, ":nothing"), (.post, ":write"),
        (.post, ":listen"), (.head, "c/a"), (.delete, "c"), (.patch, "c"), (.get, "/reset"), (.get, "/v2/x"),
    ]) func `that no path leads to are not found`(method: HTTPMethod, path: String) async throws {
        let target = path.isEmpty ? RESTClient.root : path
        let answer = try await RESTClient().send(method, target)
        #expect(answer.status == 404 && answer.text == "Not Found\n", "\(answer.text)")
    }

    @Test(arguments: [
        ("c/a", "x"), ("c/a", "[]"), ("c/a", #"{"fields": 1}"#), ("c/a", #"{"surprise": 1}"#),
        ("c/a", #"{"fields": {"a": {"integerValue": "x"}}}"#),
        ("c/a", #"{"fields": {"a": {"integerValue": 1, "stringValue": ""}}}"#),
    ]) func `of another form than the protocol's are refused`(path: String, body: String) async throws {
        let answer = try await RESTClient().send(.patch, path, body)
        #expect(answer.status == 400 && answer.message == "Payload isn't valid for request.")
    }

    @Test(arguments: ["c?pageSize=abc", "c?showMissing=maybe", "c/a?readTime=now", "c/a?transaction=*"])
    func `with parameters that cannot be read are refused`(path: String) async throws {
        let answer = try await RESTClient().send(.get, path)
        #expect(answer.status == 400 && answer.code == "INVALID_ARGUMENT")
    }

    @Test func `may have ids with colons and slashes of their own, percent-encoded`() async throws {
        let client = try await RESTClient()
        await client.put("c/a%3Ab", "{}")
        await client.put("c/%C3%A9%20%2B", "{}")
        let list = await client.send(.get, "c")
        let names = list.json["documents"]?.array?.compactMap { $0["name"]?.string?.split(separator: "/").last }
        #expect(names == ["a:b", "é +"])
    }

    @Test func `of more than 16 MiB are not read`() async throws {
        let answer = try await RESTClient().send(.patch, "c/a", String(repeating: " ", count: (16 << 20) + 1))
        #expect(answer.status == 413 && answer.text.isEmpty)
    }

    @Test func `are answered to pages of other origins`() async throws {
        let client = try await RESTClient()
        var request = HTTPRequest(
            .options,
            target: RESTClient.root + ":commit",
            fields: ["Origin": "https://app.example"]
        )
        request.fields["Access-Control-Request-Headers"] = "authorization,x-goog-api-client"
        let preflight = await client.backend.handle(request)
        #expect(preflight.status == 204)
        #expect(preflight.fields["Access-Control-Allow-Headers"] == "authorization,x-goog-api-client")
        #expect(preflight.fields["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(preflight.fields["Access-Control-Allow-Credentials"] == "true")
    }
}
