package import HearthCore

/// `accounts:signUp`: creates an account, or adds a password to the account of an identity token.
package enum SignUp: Operation {
    package static let routes = [Route].accounts("signUp", administration: "accounts", legacy: "signupNewUser")

    package struct Request: Message {
        package var email: String?
        package var password: Secret<String>?
        package var displayName: String?
        package var photoUrl: String?
        package var phoneNumber: String?
        package var emailVerified: Bool?
        package var disabled: Bool?
        package var localId: String?
        /// The account to add the password to.
        package var idToken: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?
        package var tenantId: String?
        package var targetProjectId: String?
        package var returnSecureToken: Bool?
        package var captchaResponse: Secret<String>?
        package var clientType: String?
        package var recaptchaVersion: String?

        package init() {}
    }

    package struct Response: TokenFields {
        package var kind: String?
        package var localId: String?
        package var displayName: String?
        package var email: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}
