import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests, 1 message.
@Suite struct SetANewPasswordTests {
    @Test func `Set a new password`() async throws {
        let backend = try await Self.backend()

        let sendCode = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k",
            [
                "requestType": "PASSWORD_RESET",
                "email": "ada@example.com",
            ],
            to: backend
        )
        #expect(sendCode.status == 200)
        #expect(sendCode["email"] == "ada@example.com")
        let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")

        backend.clock.advance(by: .seconds(301))
        let resetPassword = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k",
            ["oobCode": .string(mail.code)],
            to: backend
        )
        #expect(resetPassword.status == 200)
        #expect(resetPassword["email"] == "ada@example.com")
        #expect(resetPassword["requestType"] == "PASSWORD_RESET")

        let resetPassword2 = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k",
            [
                "oobCode": .string(mail.code),
                "newPassword": "correct horse 42",
            ],
            to: backend
        )
        #expect(resetPassword2.status == 200)
        #expect(resetPassword2["email"] == "ada@example.com")
        #expect(resetPassword2["requestType"] == "PASSWORD_RESET")
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
                        "emailVerified": true,
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
