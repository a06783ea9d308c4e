import HearthAuth
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("Mailed codes")
struct CodesTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }
    var service: FakeService { fixture.service }

    @Test func `a reset is asked for in the chosen language`() async throws {
        auth.languageCode = "de"
        try await auth.sendPasswordReset(withEmail: "eve@example.com")
        let call = try #require(service.calls.last)
        #expect(call.body["requestType"] == "PASSWORD_RESET" && call.body["email"] == "eve@example.com")
        #expect(call.request.fields["X-Firebase-Locale"] == "de")
    }

    @Test func `a code tells its address and sets the password`() async throws {
        #expect(try await auth.verifyPasswordResetCode("code") == "eve@example.com")
        #expect(service.calls.last?.body["newPassword"] == nil)
        try await auth.confirmPasswordReset(withCode: "code", newPassword: "battery staple")
        #expect(service.calls.last?.body["newPassword"] == "battery staple")
    }

    @Test(arguments: [
        (
            #"{"requestType":"VERIFY_EMAIL","email":"a@example.com"}"#, ActionCodeInfo.Operation.verifyEmail,
            "a@example.com", nil as String?
        ),
        (
            #"{"requestType":"VERIFY_AND_CHANGE_EMAIL","email":"a@example.com","newEmail":"b@example.com"}"#,
            .verifyAndChangeEmail, "b@example.com", "a@example.com"
        ),
        (#"{"requestType":"REVERT_SECOND_FACTOR_ADDITION"}"#, .revertSecondFactorAddition, nil, nil),
        (#"{"requestType":"EMAIL_SIGNIN"}"#, .emailLink, nil, nil),
        (#"{"requestType":"OF_TOMORROW"}"#, ActionCodeInfo.Operation(rawValue: "OF_TOMORROW"), nil, nil),
    ])
    func `a code tells what it does`(
        _ body: String,
        _ operation: ActionCodeInfo.Operation,
        _ email: String?,
        _ previous: String?
    ) async throws {
        service.next("resetPassword", .answer(status: 200, body: Array(body.utf8)))
        let info = try await auth.checkActionCode("code")
        #expect(info.operation == operation && info.email == email && info.previousEmail == previous)
    }

    @Test func `a code for something else is no code for a password`() async {
        let body = #"{"requestType":"VERIFY_EMAIL","email":"a@example.com"}"#
        service.next("resetPassword", .answer(status: 200, body: Array(body.utf8)))
        let error = await failure { () throws(AuthError) in try await auth.verifyPasswordResetCode("code") }
        #expect(error?.code == .invalidActionCode)
    }

    @Test func `a code is applied, and an old one refused`() async throws {
        try await auth.applyActionCode("code")
        #expect(service.calls.last?.body["oobCode"] == "code")
        service.next("update", .refuse("EXPIRED_OOB_CODE"))
        let error = await failure { () throws(AuthError) in try await auth.applyActionCode("code") }
        #expect(error?.code == .expiredActionCode && error?.recovery == .restartStep)
    }
}
