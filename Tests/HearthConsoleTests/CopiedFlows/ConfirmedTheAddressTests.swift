import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 4 requests, 1 message.
@Suite struct ConfirmedTheAddressTests {
    @Test func `Confirmed the address`() async throws {
        let backend = try await Self.backend()

        let signUp = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            [
                "email": "ada@example.com",
                "password": "correct horse 42",
                "returnSecureToken": true,
            ]
        )
        #expect(signUp.status == 200)
        #expect(signUp["email"] == "ada@example.com")
        #expect(signUp["idToken"] != .null)

        let sendCode = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k",
            [
                "requestType": "VERIFY_EMAIL",
                "idToken": signUp["idToken"],
            ]
        )
        #expect(sendCode.status == 200)
        #expect(sendCode["email"] == "ada@example.com")
        let mail = try await backend.inbox.next(.verifyEmail, to: "ada@example.com")

        let updateAccount = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:update?key=k",
            ["oobCode": .string(mail.code)]
        )
        #expect(updateAccount.status == 200)
        #expect(updateAccount["email"] == "ada@example.com")

        let lookUpAccount = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
            ["idToken": signUp["idToken"]]
        )
        #expect(lookUpAccount.status == 200)
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        return backend
    }
}
