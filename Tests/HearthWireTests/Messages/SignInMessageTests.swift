import HearthCore
import Testing

@testable import HearthWire

/// Requests as the official clients send them, answers as they expect them.
@Suite("Messages of signing up and in")
struct SignInMessageTests {
    @Test func `an address signs up`() throws {
        try expectWire(
            SignUp.Request.self,
            """
            {"email": "ada@example.com", "password": "correct horse", "returnSecureToken": true,
             "clientType": "CLIENT_TYPE_WEB", "captchaResponse": "proof", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
             "tenantId": "shop-1"}
            """
        ) {
            $0.email = "ada@example.com"
            $0.password = "correct horse"
            $0.returnSecureToken = true
            $0.clientType = "CLIENT_TYPE_WEB"
            $0.captchaResponse = "proof"
            $0.recaptchaVersion = "RECAPTCHA_ENTERPRISE"
            $0.tenantId = "shop-1"
        }
        try expectWire(
            SignUp.Response.self,
            """
            {"kind": "identitytoolkit#SignupNewUserResponse", "localId": "u1", "displayName": "Ada",
             "email": "ada@example.com", "idToken": "id", "refreshToken": "refresh", "expiresIn": "3600"}
            """
        ) {
            $0.kind = "identitytoolkit#SignupNewUserResponse"
            $0.localId = "u1"
            $0.displayName = "Ada"
            $0.email = "ada@example.com"
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
    }

    @Test func `an administrator makes an account with all that it may have`() throws {
        try expectWire(
            SignUp.Request.self,
            """
            {"localId": "u1", "email": "ada@example.com", "emailVerified": false, "password": "correct horse",
             "displayName": "Ada", "photoUrl": "https://example.com/a.png", "phoneNumber": "+15555550100",
             "disabled": true, "mfaInfo": [{"phoneInfo": "+15555550101", "displayName": "Work"}],
             "targetProjectId": "demo-shop"}
            """
        ) {
            $0.localId = "u1"
            $0.email = "ada@example.com"
            $0.emailVerified = false
            $0.password = "correct horse"
            $0.displayName = "Ada"
            $0.photoUrl = "https://example.com/a.png"
            $0.phoneNumber = "+15555550100"
            $0.disabled = true
            $0.mfaInfo = [
                SecondFactorInfo {
                    $0.phoneInfo = "+15555550101"
                    $0.displayName = "Work"
                }
            ]
            $0.targetProjectId = "demo-shop"
        }
    }

    @Test func `a guest signs up, or gets a password`() throws {
        try expectWire(SignUp.Request.self, #"{"returnSecureToken": true}"#) { $0.returnSecureToken = true }
        try expectWire(SignUp.Request.self, #"{"idToken": "guest", "email": "a@b.co", "password": "secret"}"#) {
            $0.idToken = "guest"
            $0.email = "a@b.co"
            $0.password = "secret"
        }
    }

    @Test func `a password signs in`() throws {
        try expectWire(
            SignInWithPassword.Request.self,
            """
            {"email": "ada@example.com", "password": "correct horse", "returnSecureToken": true, "idToken": "id",
             "pendingIdToken": "pending", "captchaChallenge": "challenge", "captchaResponse": "proof",
             "clientType": "CLIENT_TYPE_IOS", "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "tenantId": "shop-1",
             "targetProjectId": "demo-shop"}
            """
        ) {
            $0.email = "ada@example.com"
            $0.password = "correct horse"
            $0.returnSecureToken = true
            $0.idToken = "id"
            $0.pendingIdToken = "pending"
            $0.captchaChallenge = "challenge"
            $0.captchaResponse = "proof"
            $0.clientType = "CLIENT_TYPE_IOS"
            $0.recaptchaVersion = "RECAPTCHA_ENTERPRISE"
            $0.tenantId = "shop-1"
            $0.targetProjectId = "demo-shop"
        }
        try expectWire(
            SignInWithPassword.Response.self,
            """
            {"kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "localId": "u1",
             "email": "ada@example.com", "displayName": "Ada", "profilePicture": "https://example.com/a.png",
             "idToken": "id", "refreshToken": "refresh", "expiresIn": "3600"}
            """
        ) {
            $0.kind = "identitytoolkit#VerifyPasswordResponse"
            $0.registered = true
            $0.localId = "u1"
            $0.email = "ada@example.com"
            $0.displayName = "Ada"
            $0.profilePicture = "https://example.com/a.png"
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
    }

    @Test func `a password is not enough where there is a second factor`() throws {
        try expectWire(
            SignInWithPassword.Response.self,
            """
            {"kind": "identitytoolkit#VerifyPasswordResponse", "registered": true, "localId": "u1",
             "mfaPendingCredential": "pending", "mfaInfo": \(SampleFactors.json)}
            """
        ) {
            $0.kind = "identitytoolkit#VerifyPasswordResponse"
            $0.registered = true
            $0.localId = "u1"
            $0.mfaPendingCredential = "pending"
            $0.mfaInfo = SampleFactors.factors
        }
    }

    @Test func `a mailed link signs in`() throws {
        try expectWire(
            SignInWithEmailLink.Request.self,
            #"{"email": "a@b.co", "oobCode": "code", "idToken": "id", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.email = "a@b.co"
            $0.oobCode = "code"
            $0.idToken = "id"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            SignInWithEmailLink.Response.self,
            """
            {"kind": "identitytoolkit#EmailLinkSigninResponse", "email": "a@b.co", "localId": "u1", "isNewUser": false,
             "idToken": "id", "refreshToken": "refresh", "expiresIn": "3600", "mfaPendingCredential": "pending",
             "mfaInfo": \(SampleFactors.json)}
            """
        ) {
            $0.kind = "identitytoolkit#EmailLinkSigninResponse"
            $0.email = "a@b.co"
            $0.localId = "u1"
            $0.isNewUser = false
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
            $0.mfaPendingCredential = "pending"
            $0.mfaInfo = SampleFactors.factors
        }
    }

    @Test func `a custom token signs in, and the answer has no localId`() throws {
        try expectWire(
            SignInWithCustomToken.Request.self,
            #"{"token": "h.p.s", "returnSecureToken": true, "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.token = "h.p.s"
            $0.returnSecureToken = true
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            SignInWithCustomToken.Response.self,
            """
            {"kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": true, "idToken": "id",
             "refreshToken": "refresh", "expiresIn": "3600"}
            """
        ) {
            $0.kind = "identitytoolkit#VerifyCustomTokenResponse"
            $0.isNewUser = true
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
    }

    @Test func `a text message is asked for`() throws {
        try expectWire(
            SendVerificationCode.Request.self,
            """
            {"phoneNumber": "+15555550100", "recaptchaToken": "token", "iosReceipt": "receipt", "iosSecret": "secret",
             "captchaResponse": "proof", "clientType": "CLIENT_TYPE_ANDROID",
             "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.phoneNumber = "+15555550100"
            $0.recaptchaToken = "token"
            $0.iosReceipt = "receipt"
            $0.iosSecret = "secret"
            $0.captchaResponse = "proof"
            $0.clientType = "CLIENT_TYPE_ANDROID"
            $0.recaptchaVersion = "RECAPTCHA_ENTERPRISE"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(SendVerificationCode.Response.self, #"{"sessionInfo": "session"}"#) {
            $0.sessionInfo = "session"
        }
    }

    @Test func `a texted code signs in, or shows that the number is another's`() throws {
        try expectWire(
            SignInWithPhoneNumber.Request.self,
            """
            {"sessionInfo": "session", "code": "123456", "temporaryProof": "proof", "phoneNumber": "+15555550100",
             "idToken": "id", "operation": "REAUTH", "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.sessionInfo = "session"
            $0.code = "123456"
            $0.temporaryProof = "proof"
            $0.phoneNumber = "+15555550100"
            $0.idToken = "id"
            $0.operation = .reauthenticate
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            SignInWithPhoneNumber.Response.self,
            """
            {"localId": "u1", "isNewUser": true, "phoneNumber": "+15555550100", "idToken": "id",
             "refreshToken": "refresh", "expiresIn": "3600"}
            """
        ) {
            $0.localId = "u1"
            $0.isNewUser = true
            $0.phoneNumber = "+15555550100"
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
        try expectWire(
            SignInWithPhoneNumber.Response.self,
            #"{"phoneNumber": "+15555550100", "temporaryProof": "proof", "temporaryProofExpiresIn": "3600"}"#
        ) {
            $0.phoneNumber = "+15555550100"
            $0.temporaryProof = "proof"
            $0.temporaryProofExpiresIn = 3600
        }
    }
}
