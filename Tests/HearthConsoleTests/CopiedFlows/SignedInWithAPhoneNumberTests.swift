import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests, 1 message.
@Suite struct SignedInWithAPhoneNumberTests {
    @Test func `Signed in with a phone number`() async throws {
        let backend = try await Self.backend()

        let sendVerificationCode = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k",
            [
                "phoneNumber": "+15555550100",
                "recaptchaToken": "x",
            ],
            to: backend
        )
        #expect(sendVerificationCode.status == 200)
        let text = try await backend.inbox.nextText(to: "+15555550100")

        let signInWithPhoneNumber = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=k",
            [
                "sessionInfo": sendVerificationCode["sessionInfo"],
                "code": "111111",
            ],
            to: backend
        )
        #expect(signInWithPhoneNumber.status == 400)
        #expect(signInWithPhoneNumber.error == "INVALID_CODE")

        let signInWithPhoneNumber2 = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=k",
            [
                "sessionInfo": sendVerificationCode["sessionInfo"],
                "code": .string(text.code),
            ],
            to: backend
        )
        #expect(signInWithPhoneNumber2.status == 200)
        #expect(signInWithPhoneNumber2["phoneNumber"] == "+15555550100")
        #expect(signInWithPhoneNumber2["isNewUser"] == true)
        #expect(signInWithPhoneNumber2["idToken"] != .null)
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
