package import HearthCore

/// `accounts:signInWithPassword`: starts a session with an address and a password.
package enum SignInWithPassword: Operation {
    package static let routes = [Route].userAccounts("signInWithPassword", legacy: "verifyPassword")

    package struct Request: Message {
        package var email: String?
        package var password: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?
        package var returnSecureToken: Bool?
        package var idToken: Secret<String>?
        package var pendingIdToken: Secret<String>?
        package var captchaChallenge: String?
        package var captchaResponse: Secret<String>?
        package var clientType: String?
        package var recaptchaVersion: String?

        package init() {}
    }

    package struct Response: TokenFields, SecondFactorFields {
        package var kind: String?
        package var registered: Bool?
        package var localId: String?
        package var email: String?
        package var displayName: String?
        package var profilePicture: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var mfaPendingCredential: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?

        package init() {}
    }
}
