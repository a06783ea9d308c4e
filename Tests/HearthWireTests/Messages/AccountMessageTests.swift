import HearthCore
import Testing

@testable import HearthWire

@Suite("Messages about an account")
struct AccountMessageTests {
    @Test func `an account is looked up by what names it`() throws {
        try expectWire(
            LookUpAccount.Request.self,
            """
            {"idToken": "id", "localId": ["u1", "u2"], "email": ["a@b.co"], "phoneNumber": ["+15555550100"],
             "federatedUserId": [{"providerId": "google.com", "rawId": "123"}], "initialEmail": ["old@b.co"],
             "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.idToken = "id"
            $0.localId = ["u1", "u2"]
            $0.email = ["a@b.co"]
            $0.phoneNumber = ["+15555550100"]
            $0.federatedUserId = [
                FederatedUserIdentifier {
                    $0.providerId = "google.com"
                    $0.rawId = "123"
                }
            ]
            $0.initialEmail = ["old@b.co"]
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    @Test func `an account is shown with every member`() throws {
        try expectWire(
            LookUpAccount.Response.self,
            """
            {"kind": "identitytoolkit#GetAccountInfoResponse", "users": [{
             "localId": "u1", "email": "ada@example.com", "emailVerified": true, "emailLinkSignin": false,
             "initialEmail": "old@example.com", "displayName": "Ada", "photoUrl": "https://example.com/a.png",
             "phoneNumber": "+15555550100", "screenName": "ada", "language": "de", "timeZone": "Europe/Berlin",
             "passwordHash": "aGFzaA", "salt": "c2FsdA", "version": 0, "passwordUpdatedAt": 1795171500000,
             "providerUserInfo": [{"providerId": "password", "displayName": "Ada",
               "photoUrl": "https://example.com/a.png", "federatedId": "ada@example.com", "email": "ada@example.com",
               "rawId": "ada@example.com"}, {"providerId": "phone", "phoneNumber": "+15555550100",
               "rawId": "+15555550100", "screenName": "ada"}],
             "validSince": "1795171500", "disabled": false, "lastLoginAt": "1795171500123",
             "createdAt": "1795171500000", "lastRefreshAt": "2026-11-20T12:30:45.250Z", "customAuth": true,
             "customAttributes": "{\\"role\\":\\"editor\\"}", "tenantId": "t", "mfaInfo": \(SampleFactors.json),
             "passkeyInfo": [{"credentialId": "a2V5", "name": "Laptop"}]}]}
            """
        ) {
            $0.kind = "identitytoolkit#GetAccountInfoResponse"
            $0.users = [UserInfo(Self.fill)]
        }
    }

    private static func fill(_ user: inout UserInfo) {
        user.localId = "u1"
        user.email = "ada@example.com"
        user.emailVerified = true
        user.emailLinkSignin = false
        user.initialEmail = "old@example.com"
        user.displayName = "Ada"
        user.photoUrl = "https://example.com/a.png"
        user.phoneNumber = "+15555550100"
        user.screenName = "ada"
        user.language = "de"
        user.timeZone = "Europe/Berlin"
        user.passwordHash = "aGFzaA"
        user.salt = "c2FsdA"
        user.version = 0
        user.passwordUpdatedAt = 1_795_171_500_000
        user.providerUserInfo = [
            ProviderUserInfo {
                $0.providerId = "password"
                $0.displayName = "Ada"
                $0.photoUrl = "https://example.com/a.png"
                $0.federatedId = "ada@example.com"
                $0.email = "ada@example.com"
                $0.rawId = "ada@example.com"
            },
            ProviderUserInfo {
                $0.providerId = "phone"
                $0.phoneNumber = "+15555550100"
                $0.rawId = "+15555550100"
                $0.screenName = "ada"
            },
        ]
        user.validSince = 1_795_171_500
        user.disabled = false
        user.lastLoginAt = 1_795_171_500_123
        user.createdAt = 1_795_171_500_000
        user.lastRefreshAt = "2026-11-20T12:30:45.250Z"
        user.customAuth = true
        user.customAttributes = #"{"role":"editor"}"#
        user.tenantId = "t"
        user.mfaInfo = SampleFactors.factors
        user.passkeyInfo = [
            PasskeyInfo {
                $0.credentialId = "a2V5"
                $0.name = "Laptop"
            }
        ]
    }

    @Test func `where there is no account, users is left out`() throws {
        try expectWire(LookUpAccount.Response.self, #"{"kind": "identitytoolkit#GetAccountInfoResponse"}"#) {
            $0.kind = "identitytoolkit#GetAccountInfoResponse"
        }
    }

    @Test func `a user changes a name, clears a picture and unlinks`() throws {
        try expectWire(
            UpdateAccount.Request.self,
            """
            {"idToken": "id", "displayName": "Ada", "deleteAttribute": ["PHOTO_URL"], "deleteProvider": ["google.com"],
             "deletePasskey": ["a2V5"], "returnSecureToken": true}
            """
        ) {
            $0.idToken = "id"
            $0.displayName = "Ada"
            $0.deleteAttribute = [.photoURL]
            $0.deleteProvider = ["google.com"]
            $0.deletePasskey = ["a2V5"]
            $0.returnSecureToken = true
        }
        try expectWire(UpdateAccount.Request.self, #"{"oobCode": "code", "tenantId": "t"}"#) {
            $0.oobCode = "code"
            $0.tenantId = "t"
        }
    }

    @Test func `an administrator changes all that an account has`() throws {
        try expectWire(
            UpdateAccount.Request.self,
            """
            {"localId": "u1", "email": "ada@example.com", "password": "correct horse", "photoUrl": "",
             "phoneNumber": "+15555550100", "emailVerified": false, "disableUser": true, "customAttributes": "{}",
             "createdAt": "0", "lastLoginAt": "-1", "validSince": "1795171500",
             "linkProviderUserInfo": {"providerId": "google.com", "rawId": "123"},
             "mfa": {"enrollments": []}, "provider": ["google.com"], "upgradeToFederatedLogin": false,
             "targetProjectId": "p"}
            """
        ) {
            $0.localId = "u1"
            $0.email = "ada@example.com"
            $0.password = "correct horse"
            $0.photoUrl = ""
            $0.phoneNumber = "+15555550100"
            $0.emailVerified = false
            $0.disableUser = true
            $0.customAttributes = "{}"
            $0.createdAt = 0
            $0.lastLoginAt = -1
            $0.validSince = 1_795_171_500
            $0.linkProviderUserInfo = ProviderUserInfo {
                $0.providerId = "google.com"
                $0.rawId = "123"
            }
            $0.mfa = UpdateAccount.SecondFactors { $0.enrollments = [] }
            $0.provider = ["google.com"]
            $0.upgradeToFederatedLogin = false
            $0.targetProjectId = "p"
        }
        try expectWire(
            UpdateAccount.Response.self,
            """
            {"kind": "identitytoolkit#SetAccountInfoResponse", "localId": "u1", "email": "ada@example.com",
             "emailVerified": false, "displayName": "Ada", "photoUrl": "https://example.com/a.png",
             "newEmail": "new@example.com", "passwordHash": "UkVEQUNURUQ=",
             "providerUserInfo": [{"providerId": "password"}], "idToken": "id", "refreshToken": "refresh",
             "expiresIn": "3600"}
            """
        ) {
            $0.kind = "identitytoolkit#SetAccountInfoResponse"
            $0.localId = "u1"
            $0.email = "ada@example.com"
            $0.emailVerified = false
            $0.displayName = "Ada"
            $0.photoUrl = "https://example.com/a.png"
            $0.newEmail = "new@example.com"
            $0.passwordHash = "UkVEQUNURUQ="
            $0.providerUserInfo = [ProviderUserInfo { $0.providerId = "password" }]
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
    }

    @Test func `an account is deleted`() throws {
        let request = #"{"idToken": "id", "localId": "u1", "tenantId": "t", "targetProjectId": "p"}"#
        try expectWire(DeleteAccount.Request.self, request) {
            $0.idToken = "id"
            $0.localId = "u1"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(DeleteAccount.Response.self, #"{"kind": "identitytoolkit#DeleteAccountResponse"}"#) {
            $0.kind = "identitytoolkit#DeleteAccountResponse"
        }
    }

    @Test func `a code is mailed`() throws {
        try expectWire(
            SendCode.Request.self,
            """
            {"requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com", "newEmail": "new@example.com",
             "idToken": "id", "continueUrl": "https://example.com/done", "canHandleCodeInApp": true,
             "iOSBundleId": "com.example.app", "androidPackageName": "com.example.app", "androidInstallApp": false,
             "androidMinimumVersion": "12", "linkDomain": "link.example.com", "returnOobLink": true,
             "captchaResp": "proof", "clientType": "CLIENT_TYPE_WEB", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
             "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.requestType = .verifyAndChangeEmail
            $0.email = "ada@example.com"
            $0.newEmail = "new@example.com"
            $0.idToken = "id"
            $0.continueUrl = "https://example.com/done"
            $0.canHandleCodeInApp = true
            $0.iOSBundleId = "com.example.app"
            $0.androidPackageName = "com.example.app"
            $0.androidInstallApp = false
            $0.androidMinimumVersion = "12"
            $0.linkDomain = "link.example.com"
            $0.returnOobLink = true
            $0.captchaResp = "proof"
            $0.clientType = "CLIENT_TYPE_WEB"
            $0.recaptchaVersion = "RECAPTCHA_ENTERPRISE"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            SendCode.Response.self,
            """
            {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "ada@example.com", "oobCode": "code",
             "oobLink": "https://example.com/?oobCode=code"}
            """
        ) {
            $0.kind = "identitytoolkit#GetOobConfirmationCodeResponse"
            $0.email = "ada@example.com"
            $0.oobCode = "code"
            $0.oobLink = "https://example.com/?oobCode=code"
        }
    }

    @Test func `a mailed code is checked and used`() throws {
        try expectWire(
            ResetPassword.Request.self,
            #"{"oobCode": "code", "newPassword": "new secret", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.oobCode = "code"
            $0.newPassword = "new secret"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            ResetPassword.Response.self,
            """
            {"kind": "identitytoolkit#ResetPasswordResponse", "requestType": "REVERT_SECOND_FACTOR_ADDITION",
             "email": "ada@example.com", "newEmail": "new@example.com", "mfaInfo": {"phoneInfo": "+*******0100"}}
            """
        ) {
            $0.kind = "identitytoolkit#ResetPasswordResponse"
            $0.requestType = .revertSecondFactor
            $0.email = "ada@example.com"
            $0.newEmail = "new@example.com"
            $0.mfaInfo = SecondFactorInfo { $0.phoneInfo = "+*******0100" }
        }
    }

    @Test func `operations that are not offered name a project and answer nothing`() throws {
        try expectWire(IssueSAMLResponse.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectWire(SetLegacyConfig.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectWire(SignOutUser.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectEmptyOnTheWire(IssueSAMLResponse.Response.self)
        try expectEmptyOnTheWire(SetLegacyConfig.Response.self)
        try expectEmptyOnTheWire(SignOutUser.Response.self)
    }
}
