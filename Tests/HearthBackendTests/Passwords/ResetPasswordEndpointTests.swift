import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:resetPassword", .inProcessAndLiveInLongRuns)
struct ResetPasswordEndpointTests {
    @Test func `a code sets a new password once`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let code = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
        let answer = try await client.user("accounts:resetPassword", ["oobCode": code, "newPassword": "secret2"])
        let expected: JSONValue = [
            "kind": "identitytoolkit#ResetPasswordResponse", "requestType": "PASSWORD_RESET",
            "email": "ada@example.com",
        ]
        #expect(answer.document == expected)
        #expect(try await client.signIn("ada@example.com", "secret2")["localId"] == .string(user.uid))
        #expect(try await client.signIn("ada@example.com", "secret1").error == "INVALID_PASSWORD")
        #expect(try await client.account(user.uid)["emailVerified"] == true)
        let again = try await client.user("accounts:resetPassword", ["oobCode": code, "newPassword": "secret3"])
        #expect(again.error == "INVALID_OOB_CODE")
    }

    @Test func `drops every other sign-in method`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        _ = try await client.admin(
            "accounts:update",
            [
                "localId": .string(user.uid), "phoneNumber": "+15555550100",
                "linkProviderUserInfo": ["providerId": "google.com", "rawId": "attacker"],
            ]
        )
        let code = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
        _ = try await client.user("accounts:resetPassword", ["oobCode": code, "newPassword": "secret2"])
        let account = try await client.account(user.uid)
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
        #expect(account["phoneNumber"] == nil)
    }

    @Test(
        arguments: [
            ("PASSWORD_RESET", "ada@example.com", nil),
            ("VERIFY_EMAIL", "ada@example.com", nil),
            ("EMAIL_SIGNIN", nil, nil),
            ("VERIFY_AND_CHANGE_EMAIL", "ada@example.com", "new@example.com"),
        ] as [(String, String?, String?)]
    )
    func `looks at a code of any kind without using it`(
        _ type: String,
        _ email: String?,
        _ newEmail: String?
    ) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let body: [String: JSONValue] = ["email": "ada@example.com", "newEmail": "new@example.com"]
        let code = JSONValue.string(try await client.code(type, body))
        for _ in 0..<2 {
            let answer = try await client.user("accounts:resetPassword", ["oobCode": code])
            #expect(answer["requestType"] == .string(type))
            #expect(answer["email"]?.string == email)
            #expect(answer["newEmail"]?.string == newEmail)
        }
    }

    @Test(
        arguments: [
            ([:], "MISSING_OOB_CODE"),
            (["oobCode": ""], "MISSING_OOB_CODE"),
            (["oobCode": "nonsense"], "INVALID_OOB_CODE"),
            (["oobCode": "RESET", "newPassword": "short"], "WEAK_PASSWORD : Password should be at least 6 characters"),
            (["oobCode": "VERIFY", "newPassword": "secret2"], "INVALID_OOB_CODE"),
        ] as [(JSONValue, String)]
    )
    func `refuses and keeps the code`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let reset = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
        let verify = JSONValue.string(try await client.code("VERIFY_EMAIL", ["email": "ada@example.com"]))
        var members = try #require(body.object)
        if members["oobCode"] == "RESET" { members["oobCode"] = reset }
        if members["oobCode"] == "VERIFY" { members["oobCode"] = verify }
        let answer = try await client.user("accounts:resetPassword", .object(members))
        #expect(answer.status == 400)
        #expect(answer.error == error)
        #expect(try await client.user("accounts:resetPassword", ["oobCode": reset]).status == 200)
        #expect(try await client.user("accounts:update", ["oobCode": verify]).status == 200)
    }
}
