import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import Testing

@Suite("Lists and queries over HTTP")
struct ListRequestTests {
    private func ids(_ answer: RESTClient.Answer) -> [String] {
        let documents = answer.json["documents"]?.array ?? answer.json.array?.compactMap { $0["document"] } ?? []
        return documents.compactMap { $0["name"]?.string?.split(separator: "/").last.map(String.init) }
    }

    private func filled() async throws -> RESTClient {
        let client = try await RESTClient()
        for (index, letter) in ["a", "b", "c", "d", "e"].enumerated() {
            await client.put("c/\(letter)", #"{"n": {"integerValue": \#(index % 3)}, "s": {"stringValue": "x"}}"#)
        }
        await client.put("c/b/sub/x", #"{"n": {"integerValue": 9}}"#)
        await client.put("c/ghost/sub/y", "{}")
        return client
    }

    @Test func `come in pages of one moment`() async throws {
        let client = try await filled()
        let first = await client.send(.get, "c?pageSize=2")
        #expect(ids(first) == ["a", "b"])
        let token = try #require(first.json["nextPageToken"]?.string)
        _ = await client.send(.delete, "c/d")
        let second = await client.send(.get, "c?pageSize=2&pageToken=\(token)")
        #expect(ids(second) == ["c", "d"])
        let third = await client.send(.get, "c?pageSize=2&pageToken=\(second.json["nextPageToken"]?.string ?? "")")
        #expect(ids(third) == ["e"])
        #expect(third.json["nextPageToken"] == nil)
        let foreign = await client.send(.get, "c?pageSize=2&orderBy=n&pageToken=\(token)")
        #expect(foreign.status == 400)
        #expect(await client.send(.get, "c?pageSize=-1").message == "Page size must be nonnegative.")
    }

    @Test func `have the order and the fields that are asked for`() async throws {
        let client = try await filled()
        #expect(ids(await client.send(.get, "c?orderBy=n")) == ["a", "d", "b", "e", "c"])
        let pages = await client.send(.get, "c?orderBy=n&pageSize=3")
        let token = pages.json["nextPageToken"]?.string ?? ""
        #expect(ids(await client.send(.get, "c?orderBy=n&pageSize=3&pageToken=\(token)")) == ["e", "c"])
        #expect(await client.send(.get, "c?orderBy=n%20desc").code == "FAILED_PRECONDITION")
        let masked = await client.send(.get, "c?mask.fieldPaths=s&pageSize=1")
        #expect(masked.json["documents"]?.array?[0]["fields"]?.object?.names == ["s"])
    }

    @Test func `show documents that exist only above others to administrators`() async throws {
        let client = try await filled()
        #expect(ids(await client.send(.get, "c?showMissing=true")) == ["a", "b", "c", "d", "e", "ghost"])
        let refused = await client.send(.get, "c?showMissing=true", authorization: nil)
        #expect(refused.status == 403)
        #expect(refused.message == "Metadata operations require admin authentication.")
        #expect(ids(await client.send(.get, RESTClient.root + "/")) == ["a", "b", "c", "d", "e"])
        #expect(ids(await client.send(.get, "c/b/")) == ["x"])
        let collections = await client.send(.post, "c/ghost:listCollectionIds", "{}")
        #expect(collections.json["collectionIds"]?.array == ["sub"])
        #expect(await client.send(.post, ":listCollectionIds").json["collectionIds"]?.array == ["c"])
    }

    @Test func `of queries are arrays whose last element says so`() async throws {
        let client = try await filled()
        let body = """
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": 1, "limit": 2,
             "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "LESS_THAN", "value": {"integerValue": 2}}}}}
            """
        let answer = await client.send(.post, ":runQuery", body)
        #expect(ids(answer) == ["d", "b"])
        let elements = try #require(answer.json.array)
        #expect(elements[0]["skippedResults"] == 1 && elements[0]["done"] == nil)
        #expect(elements[1]["skippedResults"] == nil && elements[1]["done"] == true)
        #expect(elements[0]["readTime"] == elements[1]["readTime"])
        let none = await client.send(.post, ":runQuery", #"{"structuredQuery": {"from": [{"collectionId": "none"}]}}"#)
        #expect(none.json.array?.count == 1 && none.json.array?[0]["done"] == true)
        #expect(none.text.hasPrefix("[\n{\n  \"readTime\"") && none.text.hasSuffix("}\n]\n"))
        let group = #"{"structuredQuery": {"from": [{"collectionId": "sub", "allDescendants": true}]}}"#
        #expect(ids(await client.send(.post, ":runQuery", group)) == ["x", "y"])
        #expect(ids(await client.send(.post, "c/ghost:runQuery", group)) == ["y"])
        let huge = await client.send(
            .post,
            ":runQuery",
            #"{"structuredQuery": {"limit": "9223372036854775807", "offset": 2147483647}}"#
        )
        #expect(huge.status == 400 && huge.message == "Payload isn't valid for request.")
        let wrong = await client.send(.post, ":runQuery", #"{"structuredQuery": {"limit": -1}}"#)
        #expect(wrong.status == 400 && wrong.message == "limit is negative")
    }

    @Test func `of queries may begin a transaction`() async throws {
        let client = try await filled()
        let body = #"{"structuredQuery": {"from": [{"collectionId": "c"}]}, "newTransaction": {"readOnly": {}}}"#
        let answer = await client.send(.post, ":runQuery", body)
        let elements = try #require(answer.json.array)
        #expect(elements.count == 6 && elements[0].object?.names == ["transaction"])
        let transaction = try #require(elements[0]["transaction"]?.string)
        await client.put("c/a", "{}")
        let get =
            #"{"documents": ["projects/demo/databases/(default)/documents/c/a"], "transaction": "\#(transaction)"}"#
        let found = await client.send(.post, ":batchGet", get)
        #expect(found.json.array?[0]["found"]?["fields"]?.object?.names == ["n", "s"])
    }

    @Test func `are counted, summed and averaged`() async throws {
        let client = try await filled()
        func run(_ aggregations: String) async -> RESTClient.Answer {
            let query = #"{"structuredQuery": {"from": [{"collectionId": "c"}]}, "aggregations": \#(aggregations)}"#
            return await client.send(.post, ":runAggregationQuery", #"{"structuredAggregationQuery": \#(query)}"#)
        }
        let counted = await run(#"[{"count": {}}, {"alias": "two", "count": {"upTo": 2}}]"#)
        let fields = try #require(counted.json.array?[0]["result"]?["aggregateFields"])
        #expect(fields == ["field_1": ["integerValue": "5"], "two": ["integerValue": "2"]])
        let summed = await run(
            #"[{"alias": "s", "sum": {"field": {"fieldPath": "n"}}}, {"alias": "a", "avg": {"field": {"fieldPath": "n"}}}]"#
        )
        #expect(summed.text.contains("\"doubleValue\": 0.8") && summed.text.contains("\"integerValue\": \"4\""))
        #expect(await run("[]").message == "Aggregations can not be empty.")
        #expect(await run(#"[{"alias": "x"}]"#).message == "Operator field in Aggregation is not set.")
        #expect(await run(#"[{"sum": {"field": {}}}]"#).message == "Invalid empty property path string.")
    }

    @Test func `of documents by name keep the order that was asked for`() async throws {
        let client = try await filled()
        let root = "projects/demo/databases/(default)/documents/c"
        let body = #"{"documents": ["\#(root)/e", "\#(root)/none", "\#(root)/a", "\#(root)/e"]}"#
        let found = await client.send(.post, ":batchGet", body).json.array ?? []
        #expect(
            found.map { $0["missing"]?.string ?? $0["found"]?["name"]?.string ?? "" } == [
                "\(root)/e", "\(root)/none", "\(root)/a", "\(root)/e",
            ]
        )
        #expect(await client.send(.post, ":batchGet", "{}").text == "[\n\n]\n")
        let other = await client.send(.post, ":batchGet", #"{"documents": ["projects/x/databases/y/documents/c/d"]}"#)
        #expect(
            other.message == "Document \"projects/x/databases/y/documents/c/d\" is not in database "
                + "\"projects/demo/databases/(default)\"."
        )
    }

    @Test func `end a page at three mebibytes, and lose nothing`() async throws {
        let client = try await RESTClient()
        let big = String(repeating: "x", count: 900_000)
        for id in 0..<5 { await client.put("big/\(id)", "{\"s\": {\"stringValue\": \"\(big)\"}}") }
        var found: [String] = []
        var token = ""
        var pages = 0
        repeat {
            let page = await client.send(.get, "big?pageToken=\(PercentEncoding.encode(token))")
            #expect(page.text.utf8.count < 4 << 20)
            found += (page.json["documents"]?.array ?? []).compactMap { $0["name"]?.string?.split(separator: "/").last }
                .map(String.init)
            token = page.json["nextPageToken"]?.string ?? ""
            pages += 1
        } while !token.isEmpty && pages < 10
        #expect(found == ["0", "1", "2", "3", "4"])
        #expect(pages == 2)
    }
}
