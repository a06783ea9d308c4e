import HearthCore
import Testing

@testable import HearthWire

@Suite("Messages of signing in through a provider")
struct ProviderSignInMessageTests {
    @Test func `the provider's page is asked for`() throws {
        try expectWire(
            CreateAuthURI.Request.self,
            """
            {"identifier": "ada@example.com", "continueUri": "http://localhost", "providerId": "oidc.staff",
             "sessionId": "session", "oauthScope": "openid email", "customParameter": {"prompt": "consent", "hd": ""},
             "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.identifier = "ada@example.com"
            $0.continueUri = "http://localhost"
            $0.providerId = "oidc.staff"
            $0.sessionId = "session"
            $0.oauthScope = "openid email"
            $0.customParameter = ["prompt": "consent", "hd": ""]
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            CreateAuthURI.Response.self,
            """
            {"kind": "identitytoolkit#CreateAuthUriResponse", "authUri": "https://id.example/authorize?state=1",
             "providerId": "oidc.staff", "sessionId": "session"}
            """
        ) {
            $0.kind = "identitytoolkit#CreateAuthUriResponse"
            $0.authUri = "https://id.example/authorize?state=1"
            $0.providerId = "oidc.staff"
            $0.sessionId = "session"
        }
    }

    @Test func `the sign-in methods of an address are answered, also when there are none`() throws {
        try expectWire(
            CreateAuthURI.Response.self,
            """
            {"kind": "identitytoolkit#CreateAuthUriResponse", "registered": false, "allProviders": [],
             "signinMethods": [], "sessionId": "session"}
            """
        ) {
            $0.kind = "identitytoolkit#CreateAuthUriResponse"
            $0.registered = false
            $0.allProviders = []
            $0.signinMethods = []
            $0.sessionId = "session"
        }
    }

    @Test func `the provider's answer is handed on`() throws {
        try expectWire(
            SignInWithProvider.Request.self,
            """
            {"requestUri": "http://localhost/?a=1#b", "postBody": "id_token=x&providerId=google.com",
             "pendingToken": "pending", "sessionId": "session", "idToken": "id", "returnIdpCredential": true,
             "autoCreate": false, "returnRefreshToken": false, "pendingIdToken": "before", "returnSecureToken": true,
             "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.requestUri = "http://localhost/?a=1#b"
            $0.postBody = "id_token=x&providerId=google.com"
            $0.pendingToken = "pending"
            $0.sessionId = "session"
            $0.idToken = "id"
            $0.returnIdpCredential = true
            $0.autoCreate = false
            $0.returnRefreshToken = false
            $0.pendingIdToken = "before"
            $0.returnSecureToken = true
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    @Test func `the answer shows what the provider said`() throws {
        try expectWire(
            SignInWithProvider.Response.self,
            """
            {"kind": "identitytoolkit#VerifyAssertionResponse", "federatedId": "https://accounts.google.com/123",
             "providerId": "google.com", "email": "ada@gmail.com", "emailVerified": true, "firstName": "Ada",
             "fullName": "Ada Lovelace", "lastName": "Lovelace", "displayName": "Ada L.",
             "photoUrl": "https://example.com/a.png", "screenName": "ada", "rawUserInfo": "{\\"sub\\":\\"123\\"}",
             "oauthAccessToken": "access", "oauthIdToken": "oauth", "oauthTokenSecret": "secret", "localId": "u1",
             "isNewUser": true, "emailRecycled": false, "tenantId": "t", "idToken": "id", "refreshToken": "refresh",
             "expiresIn": "3600"}
            """
        ) {
            $0.kind = "identitytoolkit#VerifyAssertionResponse"
            $0.federatedId = "https://accounts.google.com/123"
            $0.providerId = "google.com"
            $0.email = "ada@gmail.com"
            $0.emailVerified = true
            $0.firstName = "Ada"
            $0.fullName = "Ada Lovelace"
            $0.lastName = "Lovelace"
            $0.displayName = "Ada L."
            $0.photoUrl = "https://example.com/a.png"
            $0.screenName = "ada"
            $0.rawUserInfo = #"{"sub":"123"}"#
            $0.oauthAccessToken = "access"
            $0.oauthIdToken = "oauth"
            $0.oauthTokenSecret = "secret"
            $0.localId = "u1"
            $0.isNewUser = true
            $0.emailRecycled = false
            $0.tenantId = "t"
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
        }
    }

    @Test func `a collision is answered with a way to go on`() throws {
        try expectWire(
            SignInWithProvider.Response.self,
            """
            {"kind": "identitytoolkit#VerifyAssertionResponse", "providerId": "google.com", "email": "ada@gmail.com",
             "needConfirmation": true, "verifiedProvider": ["password", "github.com"], "pendingToken": "pending",
             "errorMessage": "EMAIL_EXISTS"}
            """
        ) {
            $0.kind = "identitytoolkit#VerifyAssertionResponse"
            $0.providerId = "google.com"
            $0.email = "ada@gmail.com"
            $0.needConfirmation = true
            $0.verifiedProvider = ["password", "github.com"]
            $0.pendingToken = "pending"
            $0.errorMessage = "EMAIL_EXISTS"
        }
        try expectWire(
            SignInWithProvider.Response.self,
            #"{"localId": "u1", "mfaPendingCredential": "pending", "mfaInfo": \#(SampleFactors.json)}"#
        ) {
            $0.localId = "u1"
            $0.mfaPendingCredential = "pending"
            $0.mfaInfo = SampleFactors.factors
        }
    }

    @Test func `a provider's token is given back`() throws {
        try expectWire(
            RevokeToken.Request.self,
            """
            {"providerId": "apple.com", "tokenType": "CODE", "token": "code", "idToken": "id", "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.providerId = "apple.com"
            $0.tokenType = .code
            $0.token = "code"
            $0.idToken = "id"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectEmptyOnTheWire(RevokeToken.Response.self)
    }

    // The order is the service's: mobile clients send the place in it, and send it as text.
    @Test(arguments: [("0", "TOKEN_TYPE_UNSPECIFIED"), ("1", "REFRESH_TOKEN"), ("2", "ACCESS_TOKEN"), ("3", "CODE")])
    func `the kind of a token is read from its number in text`(_ sent: String, _ name: String) throws {
        let request = try message(RevokeToken.Request.self, #"{"tokenType": "\#(sent)"}"#)
        #expect(request.tokenType?.named.rawValue == name)
    }

    @Test(arguments: ["4", "-1", "CODE", "", "+9", "99999999999999999999"])
    func `a kind of token that is no number of one stays as it was sent`(_ sent: String) throws {
        let request = try message(RevokeToken.Request.self, #"{"tokenType": "\#(sent)"}"#)
        #expect(request.tokenType?.named.rawValue == sent)
    }

    @Test func `a player of Game Center signs in`() throws {
        try expectWire(
            SignInWithGameCenter.Request.self,
            """
            {"playerId": "G:1", "teamPlayerId": "T:1", "gamePlayerId": "A:1",
             "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-6.cer", "salt": "c2FsdA==",
             "signature": "c2ln", "timestamp": "1795171500000", "displayName": "Ada", "idToken": "id", "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.playerId = "G:1"
            $0.teamPlayerId = "T:1"
            $0.gamePlayerId = "A:1"
            $0.publicKeyUrl = "https://static.gc.apple.com/public-key/gc-prod-6.cer"
            $0.salt = "c2FsdA=="
            $0.signature = "c2ln"
            $0.timestamp = 1_795_171_500_000
            $0.displayName = "Ada"
            $0.idToken = "id"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        // iOS sends the moment as a number.
        let sent = try message(SignInWithGameCenter.Request.self, #"{"timestamp": 1795171500000}"#)
        #expect(sent.timestamp == 1_795_171_500_000)
        try expectWire(
            SignInWithGameCenter.Response.self,
            """
            {"localId": "u1", "playerId": "G:1", "teamPlayerId": "T:1", "gamePlayerId": "A:1", "displayName": "Ada",
             "isNewUser": true, "idToken": "id", "refreshToken": "refresh", "expiresIn": "3600",
             "mfaPendingCredential": "pending", "mfaInfo": []}
            """
        ) {
            $0.localId = "u1"
            $0.playerId = "G:1"
            $0.teamPlayerId = "T:1"
            $0.gamePlayerId = "A:1"
            $0.displayName = "Ada"
            $0.isNewUser = true
            $0.idToken = "id"
            $0.refreshToken = "refresh"
            $0.expiresIn = 3600
            $0.mfaPendingCredential = "pending"
            $0.mfaInfo = []
        }
    }

    @Test func `an iOS app shows that it is one`() throws {
        try expectWire(
            VerifyIOSClient.Request.self,
            #"{"appToken": "0a1b", "isSandbox": true, "targetProjectId": "p"}"#
        ) {
            $0.appToken = "0a1b"
            $0.isSandbox = true
            $0.targetProjectId = "p"
        }
        // iOS reads the seconds as text alone.
        try expectWire(VerifyIOSClient.Response.self, #"{"receipt": "r", "suggestedTimeout": "30"}"#) {
            $0.receipt = "r"
            $0.suggestedTimeout = "30"
        }
    }
}
