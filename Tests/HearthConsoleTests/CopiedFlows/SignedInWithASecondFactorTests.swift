import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 4 requests, 1 message.
@Suite struct SignedInWithASecondFactorTests {
    @Test func `Signed in with a second factor`() async throws {
        let backend = try await Self.backend()

        let signInWithPassword = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "wrong horse",
                "returnSecureToken": true,
            ]
        )
        #expect(signInWithPassword.status == 400)
        #expect(signInWithPassword.error == "INVALID_PASSWORD")

        backend.clock.advance(by: .seconds(21))
        let signInWithPassword2 = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ]
        )
        #expect(signInWithPassword2.status == 200)
        #expect(signInWithPassword2["localId"] == "ada")
        #expect(signInWithPassword2["email"] == "ada@example.com")
        #expect(signInWithPassword2["mfaPendingCredential"] != .null)

        let startSecondFactorSignIn = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=k",
            [
                "mfaPendingCredential": signInWithPassword2["mfaPendingCredential"],
                "mfaEnrollmentId": "ada-phone",
                "phoneSignInInfo": ["recaptchaToken": "x"],
            ]
        )
        #expect(startSecondFactorSignIn.status == 200)
        let text = try await backend.inbox.nextText(to: "+15555550100")

        let finishSecondFactorSignIn = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=k",
            [
                "mfaPendingCredential": signInWithPassword2["mfaPendingCredential"],
                "phoneVerificationInfo": [
                    "sessionInfo": startSecondFactorSignIn["sessionInfo"],
                    "code": .string(text.code),
                ],
            ]
        )
        #expect(finishSecondFactorSignIn.status == 200)
        #expect(finishSecondFactorSignIn["idToken"] != .null)
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
            as: "owner"
        )
        try #require(accounts.status == 200 && accounts["error"].array?.isEmpty != false)
        return backend
    }
}
