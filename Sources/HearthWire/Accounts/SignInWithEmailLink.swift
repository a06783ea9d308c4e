package import HearthCore

/// `accounts:signInWithEmailLink`: starts a session with a mailed link, or adds its address to an account.
package enum SignInWithEmailLink: Operation {
    package static let routes = [Route].userAccounts("signInWithEmailLink", legacy: "emailLinkSignin")

    package struct Request: Message {
        package var email: String?
        package var oobCode: Secret<String>?
        /// The account to add the address to; without one, anyone who has the address signs in.
        package var idToken: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: TokenFields, SecondFactorFields {
        package var kind: String?
        package var localId: String?
        package var email: String?
        package var isNewUser: Bool?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var mfaPendingCredential: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?

        package init() {}
    }
}
