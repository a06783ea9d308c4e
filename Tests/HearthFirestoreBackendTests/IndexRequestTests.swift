import HearthDatabase
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthHTTP
import HearthJSON
import Testing

@Suite("Requests that need an index")
struct IndexRequestTests {
    private static let query = """
        {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "b"}}], "where":
        {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL", "value": {"integerValue": "1"}}}}}
        """
    private static let file: JSONValue = [
        "indexes": [
            [
                "collectionGroup": "c", "queryScope": "COLLECTION",
                "fields": [
                    ["fieldPath": "a", "order": "ASCENDING"], ["fieldPath": "b", "order": "ASCENDING"],
                ],
            ]
        ],
        "fieldOverrides": [],
    ]

    private func client(declared: JSONValue = ["indexes": []], isStrict: Bool) async throws -> FirestoreBackend {
        var configuration = FirestoreBackend.Configuration(location: .memory, access: .emulator)
        configuration.indexes = try IndexFile(declared)
        configuration.demandsIndexes = isStrict
        return try await FirestoreBackend(configuration)
    }

    private func run(_ backend: FirestoreBackend) async -> (status: Int, json: JSONValue) {
        let target = "/v1/projects/demo/databases/(default)/documents:runQuery"
        let response = await backend.handle(HTTPRequest(.post, target: target, body: Array(Self.query.utf8)))
        return (response.status, (try? JSON.parse(response.bytes)) ?? .null)
    }

    @Test func `are refused with the entry that is missing, if indexes are demanded`() async throws {
        let (status, json) = await run(try await client(isStrict: true))
        #expect(status == 400)
        #expect(json["error"]?["status"] == "FAILED_PRECONDITION")
        let message = json["error"]?["message"]?.string ?? ""
        #expect(message.hasPrefix("The query requires an index. You can create it here: "))
        #expect(message.contains(#""fieldPath":"a""#))
    }

    @Test func `are answered with a declared index, and without demand`() async throws {
        #expect(await run(try await client(declared: Self.file, isStrict: true)).status == 200)
        #expect(await run(try await client(isStrict: false)).status == 200)
    }

    @Test func `make the file that is suggested`() async throws {
        let backend = try await client(isStrict: false)
        _ = await run(backend)
        let response = await backend.handle(HTTPRequest(.get, target: "/emulator/v1/projects/demo:suggestedIndexes"))
        #expect(try JSON.parse(response.bytes) == Self.file)
        #expect(try IndexFile(Self.file).json == Self.file)
    }

    @Test func `take the overrides of fields for collection groups`() throws {
        let file = try IndexFile([
            "fieldOverrides": [
                [
                    "collectionGroup": "c", "fieldPath": "a",
                    "indexes": [["order": "ASCENDING", "queryScope": "COLLECTION_GROUP"]],
                ]
            ]
        ])
        #expect(file.indexes == [IndexDefinition("c", .collectionGroup, [.init(try FieldPath("a"), .ascending)])])
    }

    @Test(arguments: [
        #"[]"#, #"{"indexes": [{}]}"#, #"{"indexes": [{"collectionGroup": "c", "fields": [{"fieldPath": "a"}]}]}"#,
        #"{"indexes": [{"collectionGroup": "c", "queryScope": "X", "fields": [{"fieldPath": "a", "order": "ASCENDING"}]}]}"#,
        #"{"fieldOverrides": [{}]}"#,
    ])
    func `refuse a file that is wrong`(text: String) throws {
        #expect(throws: FirestoreError.self) { _ = try IndexFile(try JSON.parse(Array(text.utf8))) }
    }
}
