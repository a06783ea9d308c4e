import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let signingIn = [signUp, signInWithPassword, signInWithEmailLink, signInWithCustomToken, refresh]

    private static let signUp = ContractGroup(
        SignUp.self,
        [
            ContractRow("a guest", gives: "localId", "idToken", "refreshToken", "expiresIn") { _ in [:] },
            ContractRow("a password", gives: "localId", "email", "idToken") { _ in
                ["email": "new@example.com", "password": "secret1"]
            },
            ContractRow("a password for a guest", gives: "localId", "email", "idToken") {
                ["idToken": try await $0.guest.token, "email": "new@example.com", "password": "secret1"]
            },
            ContractRow("an account that an administrator makes", by: .owner, gives: "localId") { _ in
                ["localId": "chosen", "phoneNumber": "+15555550100", "emailVerified": true]
            },
            ContractRow("an identifier from a user", says: "UNEXPECTED_PARAMETER : User ID") { _ in
                ["localId": "chosen"]
            },
            ContractRow("an identifier that is taken", by: .owner, says: "DUPLICATE_LOCAL_ID") {
                ["localId": try await $0.ada.id]
            },
            ContractRow("an identifier that is none", by: .owner, says: "INVALID_LOCAL_ID") { _ in
                ["localId": "a\u{0}b"]
            },
            ContractRow("no address", says: "MISSING_EMAIL") { _ in ["password": "secret1"] },
            ContractRow("an empty address", says: "INVALID_EMAIL") { _ in ["email": "", "password": "secret1"] },
            ContractRow("no password", says: "MISSING_PASSWORD") { _ in ["email": "new@example.com"] },
            ContractRow("an address that is none", says: "INVALID_EMAIL") { _ in
                ["email": "ada", "password": "secret1"]
            },
            ContractRow("an address that is taken", says: "EMAIL_EXISTS") { world in
                _ = try await world.ada
                return ["email": "ADA@example.com", "password": "secret1"]
            },
            ContractRow("a short password", says: "WEAK_PASSWORD : Password should be at least 6 characters") { _ in
                ["email": "new@example.com", "password": "short"]
            },
            ContractRow(
                "a password that the project's rules refuse",
                says: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: […"
            ) { world in
                _ = try await world.client.enforcePasswords(["containsNumericCharacter": true])
                return ["email": "new@example.com", "password": "letters"]
            },
            ContractRow("a telephone that is none", by: .owner, says: "INVALID_PHONE_NUMBER : Invalid format.") { _ in
                ["phoneNumber": "5555"]
            },
            ContractRow("a telephone that is taken", by: .owner, says: "PHONE_NUMBER_EXISTS") { world in
                _ = try await world.caller
                return ["phoneNumber": ContractWorld.phone]
            },
            ContractRow(
                "a second factor that is no telephone",
                by: .owner,
                says: "INVALID_MFA_PHONE_NUMBER : Invalid format."
            ) { _ in ["email": "new@example.com", "emailVerified": true, "mfaInfo": [["phoneInfo": "5555"]]] },
            ContractRow("a second factor from a user", .strict, says: "INSUFFICIENT_PERMISSION…") { _ in
                ["email": "new@example.com", "password": "secret1", "mfaInfo": [["phoneInfo": "+15555550100"]]]
            },
            ContractRow("a user who is disabled", .lenient, says: "USER_DISABLED") {
                ["idToken": try await $0.disabled.token, "email": "new@example.com", "password": "secret1"]
            },
            ContractRow("a guest where guests are off", says: "ADMIN_ONLY_OPERATION") { world in
                try await world.settle(["signIn": ["anonymous": ["enabled": false]]], "signIn.anonymous.enabled")
                return [:]
            },
            ContractRow("a password where passwords are off", says: "OPERATION_NOT_ALLOWED") { world in
                try await world.settle(["signIn": ["email": ["enabled": false]]], "signIn.email.enabled")
                return ["email": "new@example.com", "password": "secret1"]
            },
            ContractRow("a tenant that is closed", says: "PROJECT_DISABLED") { world in
                let tenant = try await world.tenant
                let body: JSONValue = ["disableAuth": true]
                _ = try await world.client.configs(.patch, "tenants/\(tenant)?updateMask=disableAuth", body)
                return ["tenantId": .string(tenant)]
            },
            ContractRow("a tenant that is not there", .strict, says: "INVALID_TENANT_ID") { _ in
                ["tenantId": "invented"]
            },
            ContractRow("no key", by: .anyone, says: "The request is missing a valid API key.", status: 403),
            ContractRow(
                "a bearer's token that means nothing",
                by: .stranger,
                says: "Request had invalid authentication credentials.…",
                status: 401
            ),
            ContractRow("a project from a user", says: "INSUFFICIENT_PERMISSION : Only authenticated requests…") { _ in
                ["targetProjectId": "other"]
            },
            ContractRow("a body of another shape", says: "Invalid value at 'email': expected a string") { _ in
                ["email": [:], "password": "secret1"]
            },
        ]
    )

    private static let signInWithPassword = ContractGroup(
        SignInWithPassword.self,
        [
            ContractRow("the right one", gives: "localId", "email", "registered", "idToken", "refreshToken") { world in
                _ = try await world.ada
                return ["email": "ADA@example.com", "password": "secret1"]
            },
            ContractRow("with a second factor", gives: "mfaPendingCredential", "mfaInfo") { world in
                _ = try await world.guarded
                return ["email": "ada@example.com", "password": "secret1"]
            },
            ContractRow("no address", says: "MISSING_EMAIL") { _ in ["password": "secret1"] },
            ContractRow("an address that is none", says: "INVALID_EMAIL") { _ in
                ["email": "ada", "password": "secret1"]
            },
            ContractRow("no password", says: "MISSING_PASSWORD") { _ in ["email": "ada@example.com"] },
            ContractRow("an unknown address", .lenient, says: "EMAIL_NOT_FOUND") { _ in
                ["email": "ada@example.com", "password": "secret1"]
            },
            ContractRow("an unknown address", .strict, says: "INVALID_LOGIN_CREDENTIALS") { _ in
                ["email": "ada@example.com", "password": "secret1"]
            },
            ContractRow("a wrong password", .lenient, says: "INVALID_PASSWORD") { world in
                _ = try await world.ada
                return ["email": "ada@example.com", "password": "secret2"]
            },
            ContractRow("a wrong password", .strict, says: "INVALID_LOGIN_CREDENTIALS") { world in
                _ = try await world.ada
                return ["email": "ada@example.com", "password": "secret2"]
            },
            ContractRow("a user who is disabled", says: "USER_DISABLED") { world in
                _ = try await world.disabled
                return ["email": "ada@example.com", "password": "secret1"]
            },
            ContractRow("where passwords are off", says: "PASSWORD_LOGIN_DISABLED") { world in
                try await world.settle(["signIn": ["email": ["enabled": false]]], "signIn.email.enabled")
                return ["email": "ada@example.com", "password": "secret1"]
            },
            ContractRow("a captcha of old", says: "captchaChallenge is no longer in use.", status: 501) { _ in
                ["email": "ada@example.com", "password": "secret1", "captchaChallenge": "x"]
            },
        ]
    )

    private static let signInWithEmailLink = ContractGroup(
        SignInWithEmailLink.self,
        [
            ContractRow("a known address", gives: "localId", "email", "idToken", "isNewUser") {
                ["email": "ada@example.com", "oobCode": try await $0.code("EMAIL_SIGNIN")]
            },
            ContractRow("no address", says: "MISSING_EMAIL") { _ in ["oobCode": "x"] },
            ContractRow("no code", says: "MISSING_OOB_CODE") { _ in ["email": "ada@example.com"] },
            ContractRow("an unknown code", says: "INVALID_OOB_CODE") { _ in
                ["email": "ada@example.com", "oobCode": "x"]
            },
            ContractRow("a code that has expired", .strict, says: "EXPIRED_OOB_CODE") { world in
                let code = try await world.code("EMAIL_SIGNIN")
                world.backend.clock.advance(by: .hours(7))
                return ["email": "ada@example.com", "oobCode": code]
            },
            ContractRow(
                "another address",
                says: "INVALID_EMAIL : The email provided does not match the sign-in email address."
            ) { ["email": "bo@example.com", "oobCode": try await $0.code("EMAIL_SIGNIN")] },
            ContractRow("linking an address of another account", says: "EMAIL_EXISTS") {
                let code = try await $0.code("EMAIL_SIGNIN")
                return ["email": "ada@example.com", "oobCode": code, "idToken": try await $0.guest.token]
            },
            ContractRow("a user who is disabled", .lenient, says: "USER_DISABLED") { world in
                let code = try await world.code("EMAIL_SIGNIN")
                _ = try await world.disabled
                return ["email": "ada@example.com", "oobCode": code]
            },
            ContractRow("a user who is disabled, whose codes end with that", .strict, says: "INVALID_OOB_CODE") {
                let code = try await $0.code("EMAIL_SIGNIN")
                _ = try await $0.disabled
                return ["email": "ada@example.com", "oobCode": code]
            },
            ContractRow("where links are off", says: "OPERATION_NOT_ALLOWED") { world in
                try await world.settle(["signIn": ["email": ["passwordRequired": true]]], "signIn.email")
                return ["email": "ada@example.com", "oobCode": "x"]
            },
        ]
    )

    private static let signInWithCustomToken = ContractGroup(
        SignInWithCustomToken.self,
        [
            ContractRow("plain JSON", .lenient, gives: "idToken", "refreshToken", "isNewUser") { _ in
                ["token": #"{"uid":"new","claims":{"level":7}}"#]
            },
            ContractRow("plain JSON", .strict, says: "INVALID_CUSTOM_TOKEN : Invalid assertion format") { _ in
                ["token": #"{"uid":"new"}"#]
            },
            ContractRow("an identity token", says: "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience).…") {
                ["token": try await $0.ada.token]
            },
            ContractRow("a service account without a key here", .strict, says: "CREDENTIAL_MISMATCH") { world in
                ["token": try ContractWorld.customToken(issuer: "a@example.com", at: world.backend.clock.now)]
            },
            ContractRow("no token", says: "MISSING_CUSTOM_TOKEN"),
            ContractRow("a token that is none", says: "INVALID_CUSTOM_TOKEN : Invalid assertion format") { _ in
                ["token": "a.b.c"]
            },
            ContractRow("no user", .lenient, says: "MISSING_IDENTIFIER") { _ in ["token": #"{"name":"Ada"}"#] },
            ContractRow("claims that are none", .lenient, says: "INVALID_CLAIMS") { _ in
                ["token": #"{"uid":"new","claims":7}"#]
            },
            ContractRow("a reserved claim", .lenient, says: "FORBIDDEN_CLAIM : firebase") { _ in
                ["token": #"{"uid":"new","claims":{"firebase":1}}"#]
            },
            ContractRow("a user who is disabled", .lenient, says: "USER_DISABLED") {
                ["token": .string(#"{"uid":"\#(try await $0.disabled.uid)"}"#)]
            },
            ContractRow("a tenant that the token does not name", says: "TENANT_ID_MISMATCH") { world in
                let token = try ContractWorld.customToken(
                    issuer: "firebase-auth-emulator@example.com",
                    at: world.backend.clock.now
                )
                return ["token": token, "tenantId": .string(try await world.tenant)]
            },
        ]
    )

    private static let refresh = ContractGroup(
        ExchangeRefreshToken.self,
        [
            ContractRow("a session", gives: "id_token", "access_token", "refresh_token", "expires_in", "user_id") {
                ["grantType": "refresh_token", "refreshToken": try await $0.ada.refresh]
            },
            ContractRow("no grant", says: "MISSING_GRANT_TYPE") { _ in ["refreshToken": "x"] },
            ContractRow("another grant", says: "INVALID_GRANT_TYPE") { _ in
                ["grantType": "password", "refreshToken": "x"]
            },
            ContractRow("no token", says: "MISSING_REFRESH_TOKEN") { _ in ["grantType": "refresh_token"] },
            ContractRow("an unknown token", says: "INVALID_REFRESH_TOKEN") { _ in
                ["grantType": "refresh_token", "refreshToken": "x"]
            },
            ContractRow("a user who is disabled", says: "USER_DISABLED") {
                ["grantType": "refresh_token", "refreshToken": try await $0.disabled.refresh]
            },
            ContractRow("a user who is deleted", .lenient, says: "INVALID_REFRESH_TOKEN") {
                ["grantType": "refresh_token", "refreshToken": try await $0.gone.refresh]
            },
            ContractRow("a user who is deleted", .strict, says: "USER_NOT_FOUND") {
                ["grantType": "refresh_token", "refreshToken": try await $0.gone.refresh]
            },
            ContractRow("a session that an administrator ended", .strict, says: "TOKEN_EXPIRED") { world in
                let ada = try await world.ada
                world.backend.clock.advance(by: .minutes(1))
                let now = world.backend.clock.now.seconds
                let body: JSONValue = ["localId": ada.id, "validSince": .string("\(now)")]
                _ = try await world.client.admin("accounts:update", body)
                return ["grantType": "refresh_token", "refreshToken": ada.refresh]
            },
        ]
    )
}
