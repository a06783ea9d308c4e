package import HearthCore
internal import HearthHTTP

/// `mfaEnrollment:finalize`: enrolls a second factor whose first code was right.
package enum FinishSecondFactorEnrollment: Operation {
    package static let routes = [Route(.post, "/v2/accounts/mfaEnrollment:finalize", access: .apiKey)]

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var displayName: String?
        package var phoneVerificationInfo: PhoneFactor.Code?
        package var totpVerificationInfo: TOTPCode?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// The first code of an authenticator app, typed.
    package struct TOTPCode: Message {
        package var sessionInfo: Secret<String>?
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
