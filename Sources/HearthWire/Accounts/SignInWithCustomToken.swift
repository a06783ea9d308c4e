package import HearthCore

/// `accounts:signInWithCustomToken`: starts a session for the user of a custom token.
package enum SignInWithCustomToken: Operation {
    package static let routes = [Route].userAccounts("signInWithCustomToken", legacy: "verifyCustomToken")

    package struct Request: Message {
        /// The token that the project's server signed.
        package var token: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?
        package var returnSecureToken: Bool?

        package init() {}
    }

    package struct Response: TokenFields {
        package var kind: String?
        package var isNewUser: Bool?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}
