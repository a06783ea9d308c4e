package import HearthCore
internal import HearthHTTP

/// `mfaSignIn:finalize`: starts the session of a sign-in that waited for its second factor.
package enum FinishSecondFactorSignIn: Operation {
    package static let routes = [Route(.post, "/v2/accounts/mfaSignIn:finalize", access: .apiKey)]

    package struct Request: Message {
        package var mfaPendingCredential: Secret<String>?
        /// Which authenticator app; a texted code says by itself which telephone.
        package var mfaEnrollmentId: String?
        package var phoneVerificationInfo: PhoneFactor.Code?
        package var totpVerificationInfo: TOTPCode?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// A code of an authenticator app, typed.
    package struct TOTPCode: Message {
        package var verificationCode: Secret<String>?

        package init() {}
    }

    package struct Response: TokenFields {
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}
