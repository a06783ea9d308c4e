import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let mail = [sendCode, resetPassword]

    private static let sendCode = ContractGroup(
        SendCode.self,
        [
            ContractRow("a reset", gives: "kind", "email") {
                _ = try await $0.ada
                return ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
            },
            ContractRow("a link to sign in", gives: "email") { _ in
                ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
            },
            ContractRow("a verification", gives: "email") {
                ["requestType": "VERIFY_EMAIL", "idToken": try await $0.ada.token]
            },
            ContractRow("a code for an administrator", by: .owner, gives: "oobCode", "oobLink") { _ in
                ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "returnOobLink": true]
            },
            ContractRow("no kind", says: "MISSING_REQ_TYPE") { _ in ["email": "ada@example.com"] },
            ContractRow("a code for a user", says: "INSUFFICIENT_PERMISSION") { _ in
                ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "returnOobLink": true]
            },
            ContractRow("a page that is none", says: "INVALID_CONTINUE_URI : …") { _ in
                ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "continueUrl": "nowhere"]
            },
            ContractRow(
                "a page of another host",
                .strict,
                says: "UNAUTHORIZED_DOMAIN : Domain not whitelisted by project"
            ) {
                _ in ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "continueUrl": "https://evil.example"]
            },
            ContractRow("a domain of another server", .strict, says: "INVALID_HOSTING_LINK_DOMAIN : Links are at…") {
                _ in
                ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "linkDomain": "evil.example"]
            },
            ContractRow("no address", says: "MISSING_EMAIL") { _ in ["requestType": "PASSWORD_RESET"] },
            ContractRow("an address that is none", says: "INVALID_EMAIL") { _ in
                ["requestType": "PASSWORD_RESET", "email": "ada"]
            },
            ContractRow("a reset for an unknown address", .lenient, says: "EMAIL_NOT_FOUND") { _ in
                ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
            },
            ContractRow("a reset for an unknown address", .strict, gives: "email") { _ in
                ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
            },
            ContractRow("a verification of an unknown address", by: .owner, says: "USER_NOT_FOUND") { _ in
                ["requestType": "VERIFY_EMAIL", "email": "ada@example.com", "returnOobLink": true]
            },
            ContractRow("a verification without a user", says: "INVALID_ID_TOKEN") {
                _ = try await $0.ada
                return ["requestType": "VERIFY_EMAIL", "email": "ada@example.com"]
            },
            ContractRow("a user who is disabled", says: "USER_DISABLED") {
                ["requestType": "VERIFY_EMAIL", "idToken": try await $0.disabled.token]
            },
            ContractRow("a change without an address", says: "MISSING_NEW_EMAIL") {
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": try await $0.ada.token]
            },
            ContractRow("a change to what is none", says: "INVALID_NEW_EMAIL") {
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": try await $0.ada.token, "newEmail": "ada"]
            },
            ContractRow("a change without a user", says: "MISSING_ID_TOKEN") { _ in
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@example.com"]
            },
            ContractRow("a change to a taken address", .lenient, says: "EMAIL_EXISTS") {
                _ = try await $0.bo
                let token = try await $0.ada.token
                return ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "bo@example.com"]
            },
            ContractRow("where links are off", says: "OPERATION_NOT_ALLOWED") { world in
                try await world.settle(["signIn": ["email": ["passwordRequired": true]]], "signIn.email")
                return ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
            },
            ContractRow("a kind of old", says: "OLD_EMAIL_AGREE", status: 501) { _ in
                ["requestType": "OLD_EMAIL_AGREE", "email": "ada@example.com"]
            },
        ]
    )

    private static let resetPassword = ContractGroup(
        ResetPassword.self,
        [
            ContractRow("what a code is for", gives: "email", "requestType") {
                ["oobCode": try await $0.code("PASSWORD_RESET")]
            },
            ContractRow("a new password", gives: "email") {
                ["oobCode": try await $0.code("PASSWORD_RESET"), "newPassword": "secret2"]
            },
            ContractRow("no code", says: "MISSING_OOB_CODE"),
            ContractRow("an unknown code", says: "INVALID_OOB_CODE") { _ in ["oobCode": "x"] },
            ContractRow("a code of another kind", says: "INVALID_OOB_CODE") {
                ["oobCode": try await $0.code("VERIFY_EMAIL"), "newPassword": "secret2"]
            },
            ContractRow("a code that has expired", .strict, says: "EXPIRED_OOB_CODE") { world in
                let code = try await world.code("PASSWORD_RESET")
                world.backend.clock.advance(by: .hours(2))
                return ["oobCode": code]
            },
            ContractRow("a short password", says: "WEAK_PASSWORD : Password should be at least 6 characters") {
                ["oobCode": try await $0.code("PASSWORD_RESET"), "newPassword": "short"]
            },
            ContractRow("where passwords are off", says: "PASSWORD_LOGIN_DISABLED") { world in
                try await world.settle(["signIn": ["email": ["enabled": false]]], "signIn.email.enabled")
                return ["oobCode": "x"]
            },
        ]
    )
}
