import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 4 requests, 1 message.
@Suite struct ConfirmedTheAddressTests {
    @Test func `Confirmed the address`() async throws {
        let backend = try await Self.backend()

        let signUp = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ],
            to: backend
        )
        #expect(signUp.status == 200)
        #expect(signUp["email"] == "ada@example.com")
        #expect(signUp["idToken"] != .null)

        let sendCode = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k",
            [
                "requestType": "VERIFY_EMAIL",
                "idToken": signUp["idToken"],
            ],
            to: backend
        )
        #expect(sendCode.status == 200)
        #expect(sendCode["email"] == "ada@example.com")
        let mail = try await backend.inbox.next(.verifyEmail, to: "ada@example.com")

        let updateAccount = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:update?key=k",
            ["oobCode": .string(mail.code)],
            to: backend
        )
        #expect(updateAccount.status == 200)
        #expect(updateAccount["email"] == "ada@example.com")

        let lookUpAccount = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
            ["idToken": signUp["idToken"]],
            to: backend
        )
        #expect(lookUpAccount.status == 200)
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
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
