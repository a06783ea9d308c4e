package import HearthCore

/// `accounts:signInWithIdp`: starts a session with what another identity provider says of the user, or links it to
/// the account of an identity token.
package enum SignInWithProvider: Operation {
    package static let routes = [Route].userAccounts("signInWithIdp", legacy: "verifyAssertion")

    package struct Request: Message {
        /// Where the provider sent the user back to; its query and fragment may carry the provider's answer.
        package var requestUri: String?
        /// The provider's answer as a form, with `providerId`, `id_token`, `access_token` or `nonce`.
        package var postBody: Secret<String>?
        /// What the attempt before this one left behind, in place of the provider's answer.
        package var pendingToken: Secret<String>?
        /// What ``CreateAuthURI`` answered: it binds the provider's answer to this client.
        package var sessionId: Secret<String>?
        /// The account to link the provider to.
        package var idToken: Secret<String>?
        /// Whether conflicts are answered with status 200, `errorMessage` and a way to go on.
        package var returnIdpCredential: Bool?
        /// Whether an account is made where there is none; yes unless set.
        package var autoCreate: Bool?
        package var returnRefreshToken: Bool?
        package var pendingIdToken: Secret<String>?
        package var returnSecureToken: Bool?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: TokenFields, SecondFactorFields {
        package var kind: String?
        package var federatedId: String?
        package var providerId: String?
        package var email: String?
        package var emailVerified: Bool?
        package var firstName: String?
        package var fullName: String?
        package var lastName: String?
        package var displayName: String?
        package var photoUrl: String?
        package var screenName: String?
        /// The provider's own words, as JSON text.
        package var rawUserInfo: String?
        package var oauthAccessToken: Secret<String>?
        package var oauthIdToken: Secret<String>?
        package var oauthTokenSecret: Secret<String>?
        package var localId: String?
        package var isNewUser: Bool?
        /// Whether the address belongs to an account that must be signed in to first; never `false`, because clients
        /// look for the name alone.
        package var needConfirmation: Bool?
        /// The ways into that account.
        package var verifiedProvider: [String]?
        package var emailRecycled: Bool?
        /// The refusal, where the request asks for it with status 200.
        package var errorMessage: String?
        package var pendingToken: Secret<String>?
        package var tenantId: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var mfaPendingCredential: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?

        package init() {}
    }
}
