import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests.
@Suite struct EnrolledASecondFactorTests {
    @Test func `Enrolled a second factor`() async throws {
        let backend = try await Self.backend()

        let signInWithPassword = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ],
            to: backend
        )
        #expect(signInWithPassword.status == 200)
        #expect(signInWithPassword["localId"] == "ada")
        #expect(signInWithPassword["email"] == "ada@example.com")
        #expect(signInWithPassword["idToken"] != .null)

        let startSecondFactorEnrollment = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start?key=k",
            [
                "idToken": signInWithPassword["idToken"],
                "totpEnrollmentInfo": [:],
            ],
            to: backend
        )
        #expect(startSecondFactorEnrollment.status == 200)
        let app = try #require(AuthenticatorApp(key: startSecondFactorEnrollment["sharedSecretKey"].string ?? ""))

        let finishSecondFactorEnrollment = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize?key=k",
            [
                "idToken": signInWithPassword["idToken"],
                "displayName": #"Ada's "app""#,
                "totpVerificationInfo": [
                    "sessionInfo": startSecondFactorEnrollment["sessionInfo"],
                    "verificationCode": .string(app.code(at: backend.clock.now)),
                ],
            ],
            to: backend
        )
        #expect(finishSecondFactorEnrollment.status == 200)
        #expect(finishSecondFactorEnrollment["idToken"] != .null)
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
