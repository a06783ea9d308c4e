import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 1 request.
@Suite struct ChangedTheAccountTests {
    @Test func `Changed the account`() async throws {
        let backend = try await Self.backend()

        // The session that the flow began with.
        let session = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=test",
            [
                "token": #"{"uid":"ada"}"#,
                "returnSecureToken": true,
            ],
            to: backend
        )

        backend.clock.advance(by: .seconds(901))
        let updateAccount = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:update?key=k",
            [
                "idToken": session["idToken"],
                "displayName": #"Ada \#u{202e}\#u{a}\(1)"#,
            ],
            to: backend
        )
        #expect(updateAccount.status == 200)
        #expect(updateAccount["localId"] == "ada")
        #expect(updateAccount["email"] == "ada@example.com")
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        let accounts = try await send(
            .post,
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:batchCreate",
            [
                "users": [
                    [
                        "localId": "ada",
                        "email": "ada@example.com",
                        "emailVerified": false,
                        "displayName": #"Ada \#u{202e}\#u{a}\(1)"#,
                        "rawPassword": "correct horse 42",
                    ]
                ]
            ],
            as: "owner",
            to: backend
        )
        try #require(accounts.status == 200 && accounts["error"].array?.isEmpty != false)
        return backend
    }

    /// What the backend answered.
    private struct Answer {
        let status: Int
        let body: JSONValue

        /// The error's code; `nil` for success.
        var error: String? { body["error"]?["message"]?.string.map { String($0.prefix { $0 != " " }) } }

        /// The first value of a name: the answer's own, or one inside of it.
        subscript(name: String) -> JSONValue { Self.find(name, in: body) ?? .null }

        private static func find(_ name: String, in value: JSONValue) -> JSONValue? {
            if let own = value[name] { return own }
            let inside = value.array ?? value.object?.members.map(\.value) ?? []
            return inside.lazy.compactMap { find(name, in: $0) }.first
        }
    }

    private static func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONObject,
        as bearer: String? = nil,
        to backend: TestBackend
    ) async throws -> Answer {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        fields["Authorization"] = bearer.map { "Bearer \($0)" }
        let request = HTTPRequest(method, target: target, fields: fields, body: JSON.serialize(.object(body)))
        let response = try await backend.transport.send(request)
        return Answer(status: response.status, body: (try? JSON.parse(response.bytes)) ?? .null)
    }
}
