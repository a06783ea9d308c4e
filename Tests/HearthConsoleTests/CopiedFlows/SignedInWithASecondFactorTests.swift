import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 4 requests, 1 message.
@Suite struct SignedInWithASecondFactorTests {
    @Test func `Signed in with a second factor`() async throws {
        let backend = try await Self.backend()

        let signInWithPassword = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "wrong horse",
                "returnSecureToken": true,
            ],
            to: backend
        )
        #expect(signInWithPassword.status == 400)
        #expect(signInWithPassword.error == "INVALID_PASSWORD")

        backend.clock.advance(by: .seconds(21))
        let signInWithPassword2 = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ],
            to: backend
        )
        #expect(signInWithPassword2.status == 200)
        #expect(signInWithPassword2["localId"] == "ada")
        #expect(signInWithPassword2["email"] == "ada@example.com")
        #expect(signInWithPassword2["mfaPendingCredential"] != .null)

        let startSecondFactorSignIn = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=k",
            [
                "mfaPendingCredential": signInWithPassword2["mfaPendingCredential"],
                "mfaEnrollmentId": "ada-phone",
                "phoneSignInInfo": ["recaptchaToken": "x"],
            ],
            to: backend
        )
        #expect(startSecondFactorSignIn.status == 200)
        let text = try await backend.inbox.nextText(to: "+15555550100")

        let finishSecondFactorSignIn = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=k",
            [
                "mfaPendingCredential": signInWithPassword2["mfaPendingCredential"],
                "phoneVerificationInfo": [
                    "sessionInfo": startSecondFactorSignIn["sessionInfo"],
                    "code": .string(text.code),
                ],
            ],
            to: backend
        )
        #expect(finishSecondFactorSignIn.status == 200)
        #expect(finishSecondFactorSignIn["idToken"] != .null)
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
                        "mfaInfo": [
                            [
                                "mfaEnrollmentId": "ada-phone",
                                "phoneInfo": "+15555550100",
                            ]
                        ],
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
