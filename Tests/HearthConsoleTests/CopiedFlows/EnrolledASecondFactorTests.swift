import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests.
@Suite struct EnrolledASecondFactorTests {
    @Test func `Enrolled a second factor`() async throws {
        let backend = try await Self.backend()

        let signInWithPassword = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ]
        )
        #expect(signInWithPassword.status == 200)
        #expect(signInWithPassword["localId"] == "ada")
        #expect(signInWithPassword["email"] == "ada@example.com")
        #expect(signInWithPassword["idToken"] != .null)

        let startSecondFactorEnrollment = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start?key=k",
            [
                "idToken": signInWithPassword["idToken"],
                "totpEnrollmentInfo": [:],
            ]
        )
        #expect(startSecondFactorEnrollment.status == 200)
        let app = try #require(AuthenticatorApp(key: startSecondFactorEnrollment["sharedSecretKey"].string ?? ""))

        let finishSecondFactorEnrollment = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize?key=k",
            [
                "idToken": signInWithPassword["idToken"],
                "displayName": #"Ada's "app""#,
                "totpVerificationInfo": [
                    "sessionInfo": startSecondFactorEnrollment["sessionInfo"],
                    "verificationCode": .string(app.code(at: backend.clock.now)),
                ],
            ]
        )
        #expect(finishSecondFactorEnrollment.status == 200)
        #expect(finishSecondFactorEnrollment["idToken"] != .null)
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        let accounts = try await backend.send(
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
            as: "owner"
        )
        try #require(accounts.status == 200 && accounts["error"].array?.isEmpty != false)
        return backend
    }
}
