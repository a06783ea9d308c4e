import HearthHTTP
import HearthTesting
import Testing

/// What demo-shop held when it was saved: 1 account, 1 document.
@Suite struct SavedStateTests {
    /// A backend with the saved state.
    static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        try await send(
            accounts,
            to: "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:batchCreate",
            of: backend
        )
        try await send(
            documents,
            to: "/v1/projects/demo-shop/databases/(default)/documents:commit",
            of: backend
        )
        return backend
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
        #expect("\(backend.project)" == "demo-shop")
    }

    private static let accounts = ##"""
        {
          "users": [
            {
              "localId": "ada",
              "email": "ada@example.com",
              "displayName": "Ada \"\\(1)\" #"
            }
          ]
        }
        """##

    private static let documents = ##"""
        {
          "writes": [
            {
              "update": {
                "name": "projects/demo-shop/databases/(default)/documents/notes/one",
                "fields": {
                  "text": {
                    "stringValue": "\"\"\"# and \\(2)"
                  }
                }
              }
            }
          ]
        }
        """##
}
