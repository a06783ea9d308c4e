internal import HearthJSON

/// Accounts and documents as the source of a Swift test: a suite whose backend begins with them.
struct SwiftFixture {
    /// The project.
    let project: String
    /// The accounts, as `accounts:batchCreate` takes them.
    let accounts: [JSONValue]
    /// The documents, each with its `name` and `fields`.
    let documents: [JSONValue]

    /// The most accounts, and the most documents: more make no readable test.
    static let limit = 500

    /// The source of the suite.
    var source: String {
        let parts = [
            accounts.isEmpty ? nil : Part(name: "accounts", path: accountsPath, body: ["users": .array(accounts)]),
            documents.isEmpty
                ? nil
                : Part(name: "documents", path: documentsPath, body: ["writes": .array(documents.map(Self.write))]),
        ].compactMap(\.self)
        return """
            import HearthHTTP
            import HearthTesting
            import Testing

            /// What \(project) held when it was saved: \(words).
            @Suite struct SavedStateTests {
                /// A backend with the saved state.
                static func backend() async throws -> TestBackend {
                    let backend = try await TestBackend(project: "\(project)")
            \(parts.map(\.call).joined())        return backend
                }

                private static func send(_ body: String, to path: String, of backend: TestBackend) async throws {
                    let request = HTTPRequest(
                        .post,
                        target: path,
                        fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
                        body: Array(body.utf8)
                    )
                    try #require(try await backend.transport.send(request).status == 200)
                }

                @Test func `begins with the saved state`() async throws {
                    let backend = try await Self.backend()
                    // What your app does with it.
                    #expect("\\(backend.project)" == "\(project)")
                }
            \(parts.map { "\n" + $0.declaration }.joined())}

            """
    }

    private var words: String {
        let accounts = accounts.count == 1 ? "1 account" : "\(accounts.count) accounts"
        let documents = documents.count == 1 ? "1 document" : "\(documents.count) documents"
        return "\(accounts), \(documents)"
    }

    private var accountsPath: String { "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:batchCreate" }
    private var documentsPath: String { "/v1/projects/\(project)/databases/(default)/documents:commit" }

    private static func write(_ document: JSONValue) -> JSONValue {
        var update = JSONObject()
        update["name"] = document["name"]
        update["fields"] = document["fields"] ?? .object([:])
        return ["update": .object(update)]
    }

    /// A request that the test sends.
    private struct Part {
        let name: String
        let path: String
        let body: JSONObject

        var call: String {
            """
                    try await send(
                        \(name),
                        to: "\(path)",
                        of: backend
                    )

            """
        }

        var declaration: String {
            let text = String(decoding: JSON.serialize(.object(body), isPretty: true), as: UTF8.self)
            // More signs than the text has in a row: nothing in it can end the literal, or run in it.
            let signs = String(repeating: "#", count: SwiftLiteral.longestRun(of: "#", in: text) + 1)
            let lines = text.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
            return """
                    private static let \(name) = \(signs)\"\"\"
                \(lines)
                        \"\"\"\(signs)

                """
        }
    }
}
