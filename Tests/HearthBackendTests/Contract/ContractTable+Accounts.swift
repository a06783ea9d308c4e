import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let accounts = [lookUp, lookUpAsAdministrator, update, updateAsAdministrator, delete]

    private static let lookUp = ContractGroup(
        LookUpAccount.self,
        [
            ContractRow("the user's own account", gives: "users") { ["idToken": try await $0.ada.token] },
            ContractRow("no user", says: "MISSING_ID_TOKEN"),
            ContractRow("a broken token", says: "INVALID_ID_TOKEN") { _ in ["idToken": "broken"] },
            ContractRow("a user who is deleted", says: "USER_NOT_FOUND") { ["idToken": try await $0.gone.token] },
            ContractRow("a user who is disabled", says: "USER_DISABLED") { ["idToken": try await $0.disabled.token] },
            ContractRow("a session that an administrator ended", says: "TOKEN_EXPIRED") { world in
                let ada = try await world.ada
                world.backend.clock.advance(by: .minutes(1))
                let now = world.backend.clock.now.seconds
                let body: JSONValue = ["localId": ada.id, "validSince": .string("\(now)")]
                _ = try await world.client.admin("accounts:update", body)
                return ["idToken": ada.token]
            },
            ContractRow("a tenant that is not the token's", says: "TENANT_ID_MISMATCH") { world in
                let user = try await world.client.signUp("ada@example.com", tenant: try await world.tenant)
                return ["idToken": user.token, "tenantId": .string(try await world.client.makeTenant("other"))]
            },
        ]
    )

    private static let lookUpAsAdministrator = ContractGroup(
        LookUpAccount.self,
        route: 1,
        [
            ContractRow("by identifier", gives: "users") { ["localId": [try await $0.ada.id]] },
            ContractRow("an unknown identifier", gives: "kind") { _ in ["localId": ["unknown"]] },
            ContractRow(
                "an app",
                by: .app,
                says: "Request is missing required authentication credential.…",
                status: 401
            ),
        ]
    )

    private static let update = ContractGroup(
        UpdateAccount.self,
        [
            ContractRow("a name", gives: "localId", "displayName") {
                ["idToken": try await $0.ada.token, "displayName": "Ada"]
            },
            ContractRow("a new password", gives: "idToken", "refreshToken") {
                ["idToken": try await $0.ada.token, "password": "secret2"]
            },
            ContractRow("a code that verifies", gives: "email", "emailVerified") {
                ["oobCode": try await $0.code("VERIFY_EMAIL")]
            },
            ContractRow("no user", says: "INVALID_REQ_TYPE : Unsupported request parameters.") { _ in
                ["displayName": "Ada"]
            },
            ContractRow("a broken token", says: "INVALID_ID_TOKEN") { _ in
                ["idToken": "broken", "displayName": "Ada"]
            },
            ContractRow("an unknown code", says: "INVALID_OOB_CODE") { _ in ["oobCode": "x"] },
            ContractRow("an address that is none", says: "INVALID_EMAIL") {
                ["idToken": try await $0.guest.token, "email": "ada"]
            },
            ContractRow("an address that is taken", .lenient, says: "EMAIL_EXISTS") {
                _ = try await $0.bo
                return ["idToken": try await $0.ada.token, "email": "bo@example.com"]
            },
            ContractRow("a short password", says: "WEAK_PASSWORD : Password should be at least 6 characters") {
                ["idToken": try await $0.ada.token, "password": "short"]
            },
            ContractRow("claims", says: "INSUFFICIENT_PERMISSION") {
                ["idToken": try await $0.ada.token, "customAttributes": "{}"]
            },
            ContractRow("being disabled", says: "OPERATION_NOT_ALLOWED") {
                ["idToken": try await $0.ada.token, "disableUser": true]
            },
            ContractRow("a provider by name", .strict, says: "INSUFFICIENT_PERMISSION") {
                let link: JSONValue = ["providerId": "google.com", "rawId": "g1"]
                return ["idToken": try await $0.ada.token, "linkProviderUserInfo": link]
            },
            ContractRow("a provider without its name", .lenient, says: "MISSING_PROVIDER_ID") {
                ["idToken": try await $0.ada.token, "linkProviderUserInfo": ["rawId": "g1"]]
            },
            ContractRow("a provider without its user", .lenient, says: "MISSING_RAW_ID") {
                ["idToken": try await $0.ada.token, "linkProviderUserInfo": ["providerId": "google.com"]]
            },
            ContractRow("a password after five minutes", .strict, says: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") {
                let ada = try await $0.ada
                $0.backend.clock.advance(by: .minutes(6))
                return ["idToken": ada.token, "password": "secret2"]
            },
            ContractRow("an address that is not proved", .strict, says: "EMAIL_CHANGE_NEEDS_VERIFICATION") { world in
                let ada = try await world.ada
                return ["idToken": ada.token, "email": "new@example.com"]
            },
            ContractRow("what is not offered", says: "upgradeToFederatedLogin is not implemented yet.", status: 501) {
                ["idToken": try await $0.ada.token, "upgradeToFederatedLogin": true]
            },
        ]
    )

    private static let updateAsAdministrator = ContractGroup(
        UpdateAccount.self,
        route: 1,
        [
            ContractRow("claims", gives: "localId") {
                ["localId": try await $0.ada.id, "customAttributes": #"{"level":7}"#]
            },
            ContractRow("no user", says: "MISSING_LOCAL_ID") { _ in ["displayName": "Ada"] },
            ContractRow("an unknown user", says: "USER_NOT_FOUND") { _ in
                ["localId": "unknown", "displayName": "Ada"]
            },
            ContractRow("claims that are none", says: "INVALID_CLAIMS") {
                ["localId": try await $0.ada.id, "customAttributes": "[]"]
            },
            ContractRow("a reserved claim", says: "FORBIDDEN_CLAIM : iss") {
                ["localId": try await $0.ada.id, "customAttributes": #"{"iss":"x"}"#]
            },
            ContractRow("too many claims", says: "CLAIMS_TOO_LARGE") {
                let long = String(repeating: "x", count: 1000)
                return ["localId": try await $0.ada.id, "customAttributes": .string(#"{"a":"\#(long)"}"#)]
            },
            ContractRow("a telephone that is taken", says: "PHONE_NUMBER_EXISTS") {
                _ = try await $0.caller
                return ["localId": try await $0.ada.id, "phoneNumber": ContractWorld.phone]
            },
            ContractRow("a factor without a name", says: "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.")
            {
                let factor: JSONValue = ["phoneInfo": ContractWorld.phone]
                return ["localId": try await $0.verified.id, "mfa": ["enrollments": [factor]]]
            },
            ContractRow("two factors with one name", says: "DUPLICATE_MFA_ENROLLMENT_ID") {
                let factors: JSONValue = [
                    ["mfaEnrollmentId": "one", "phoneInfo": "+15555550100"],
                    ["mfaEnrollmentId": "one", "phoneInfo": "+15555550101"],
                ]
                return ["localId": try await $0.verified.id, "mfa": ["enrollments": factors]]
            },
            ContractRow("null in place of factors", says: "Invalid JSON payload received. /mfa must be object") {
                ["localId": try await $0.ada.id, "mfa": nil]
            },
            ContractRow("a provider's name that is none", says: "INVALID_PROVIDER_ID…") {
                let link: JSONValue = ["providerId": "a\u{0}b", "rawId": "g1"]
                return ["localId": try await $0.ada.id, "linkProviderUserInfo": link]
            },
        ]
    )

    private static let delete = ContractGroup(
        DeleteAccount.self,
        [
            ContractRow("the user's own account", gives: "kind") { ["idToken": try await $0.ada.token] },
            ContractRow("an account, by an administrator", by: .owner, gives: "kind") {
                ["localId": try await $0.ada.id]
            },
            ContractRow("no user", says: "MISSING_ID_TOKEN"),
            ContractRow("no user, by an administrator", by: .owner, says: "MISSING_LOCAL_ID"),
            ContractRow("an unknown user", by: .owner, says: "USER_NOT_FOUND") { _ in ["localId": "unknown"] },
            ContractRow("after five minutes", .strict, says: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") {
                let ada = try await $0.ada
                $0.backend.clock.advance(by: .minutes(6))
                return ["idToken": ada.token]
            },
            ContractRow("where users may not", says: "ADMIN_ONLY_OPERATION") { world in
                let ada = try await world.ada
                let permissions: JSONValue = ["client": ["permissions": ["disabledUserDeletion": true]]]
                try await world.settle(permissions, "client.permissions.disabledUserDeletion")
                return ["idToken": ada.token]
            },
        ]
    )
}
