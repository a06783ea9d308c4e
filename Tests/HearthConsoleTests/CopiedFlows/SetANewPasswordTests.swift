import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests, 1 message.
@Suite struct SetANewPasswordTests {
    @Test func `Set a new password`() async throws {
        let backend = try await Self.backend()

        let sendCode = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k",
            [
                "requestType": "PASSWORD_RESET",
                "email": "ada@example.com",
            ]
        )
        #expect(sendCode.status == 200)
        #expect(sendCode["email"] == "ada@example.com")
        let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")

        backend.clock.advance(by: .seconds(301))
        let resetPassword = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k",
            ["oobCode": .string(mail.code)]
        )
        #expect(resetPassword.status == 200)
        #expect(resetPassword["email"] == "ada@example.com")
        #expect(resetPassword["requestType"] == "PASSWORD_RESET")

        let resetPassword2 = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k",
            [
                "oobCode": .string(mail.code),
                "newPassword": "correct horse 42",
            ]
        )
        #expect(resetPassword2.status == 200)
        #expect(resetPassword2["email"] == "ada@example.com")
        #expect(resetPassword2["requestType"] == "PASSWORD_RESET")
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
