import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 3 requests, 1 message.
@Suite struct SignedInWithAPhoneNumberTests {
    @Test func `Signed in with a phone number`() async throws {
        let backend = try await Self.backend()

        let sendVerificationCode = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k",
            [
                "phoneNumber": "+15555550100",
                "recaptchaToken": "x",
            ]
        )
        #expect(sendVerificationCode.status == 200)
        let text = try await backend.inbox.nextText(to: "+15555550100")

        let signInWithPhoneNumber = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=k",
            [
                "sessionInfo": sendVerificationCode["sessionInfo"],
                "code": "111111",
            ]
        )
        #expect(signInWithPhoneNumber.status == 400)
        #expect(signInWithPhoneNumber.error == "INVALID_CODE")

        let signInWithPhoneNumber2 = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=k",
            [
                "sessionInfo": sendVerificationCode["sessionInfo"],
                "code": .string(text.code),
            ]
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
}
